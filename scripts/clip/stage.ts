import type { Frame, Panel } from "./scenes.ts";

/** Sent into the page as source text and run there: it can use only its argument. */
export type StageOptions = {
  width: number;
  height: number;
  /** Pixels a unit of the pictures. */
  scale: number;
  slant: number;
  colors: Record<"ink" | "cream" | "deep" | "white", string>;
};
export type Stage = {
  canvas: OffscreenCanvas;
  draw: (frame: Frame) => Promise<void>;
  pixels: () => Uint8Array<ArrayBuffer>;
};

/** The canvas of the clip, and the function that draws one frame on it. */
export function createStage({ width, height, scale, slant, colors }: StageOptions): Stage {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;

  /** A box in the corner, as in a comic. */
  function drawWords(words: string) {
    const size = 35;
    context.font = `800 ${size}px "Bricolage Grotesque"`;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeStyle = colors.ink;
    context.fillStyle = colors.cream;
    context.beginPath();
    context.roundRect(12, 12, context.measureText(words).width + 26, 48, 7);
    context.fill();
    context.stroke();
    context.fillStyle = colors.deep;
    context.fillText(words, 25, 12 + 24 + size * 0.33);
  }

  async function drawPanel(panel: Panel) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(panel.svg)}`;
    await image.decode();
    context.save();
    context.scale(scale, scale);
    const { edge } = panel;
    if (edge > 0) {
      // A white gutter between two lines of ink.
      for (const [color, distance] of [
        [colors.ink, 20],
        [colors.white, 16],
        [colors.ink, 4],
      ] as const) {
        context.fillStyle = color;
        context.fill(trace(edge - distance));
      }
      context.clip(trace(edge));
    }
    context.drawImage(image, 0, 0);
    drawWords(panel.words);
    context.restore();
  }

  /** Everything to the right of an edge. */
  function trace(edge: number) {
    const outline = new Path2D();
    outline.moveTo(edge, 0);
    outline.lineTo(width, 0);
    outline.lineTo(width, height);
    outline.lineTo(edge - slant, height / scale);
    return outline;
  }

  async function draw(frame: Frame) {
    for (const panel of frame.panels) await drawPanel(panel);
  }

  /**
   * The image as I420 in the limited range of BT.709. By default the encoder writes full range,
   * which players treat as limited.
   */
  function pixels() {
    const { data } = context.getImageData(0, 0, width, height);
    const area = width * height;
    const out = new Uint8Array((area * 3) / 2);
    const at = (index: number, r: number, g: number, b: number) =>
      ((data[index] as number) * r +
        (data[index + 1] as number) * g +
        (data[index + 2] as number) * b) /
      256;
    for (let pixel = 0; pixel < area; pixel++)
      out[pixel] = 16.5 + at(pixel * 4, 46.742, 157.243, 15.874);
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        const block = [0, 1, width, width + 1].map((step) => (y * width + x + step) * 4);
        const mean = (r: number, g: number, b: number) =>
          block.reduce((sum, index) => sum + at(index, r, g, b), 0) / 4;
        const place = area + (y / 2) * (width / 2) + x / 2;
        out[place] = 128.5 + mean(-25.765, -86.674, 112.439);
        out[place + area / 4] = 128.5 + mean(112.439, -102.129, -10.31);
      }
    }
    return out;
  }

  return { canvas, draw, pixels };
}
