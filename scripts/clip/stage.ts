import type { Frame } from "./scenes.ts";

/** Sent into the page as source text and run there: it can use only its argument. */
export type StageOptions = {
  width: number;
  height: number;
  colours: Record<
    "ink" | "cream" | "sand" | "orange" | "sun" | "petrol" | "deep" | "green" | "mist",
    string
  >;
  sceneSeconds: number;
  sceneCount: number;
};
export type Stage = {
  canvas: OffscreenCanvas;
  draw: (frame: Frame) => Promise<void>;
  pixels: () => Uint8Array<ArrayBuffer>;
};

/** The canvas of the clip, and the function that draws one frame on it. */
export function createStage({
  width,
  height,
  colours,
  sceneSeconds,
  sceneCount,
}: StageOptions): Stage {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;
  const ease = (value: number) => 1 - (1 - Math.min(1, Math.max(0, value))) ** 3;

  function drawConfetti(t: number) {
    for (let piece = 0; piece < 26; piece++) {
      const x = ((piece * 97) % 310) + 4;
      const y = (((piece * 53) % 380) + t * (50 + (piece % 5) * 10)) % 380;
      context.save();
      context.translate(x + 6 * Math.sin(t * 3 + piece), y - 10);
      context.rotate(piece + t * 2);
      context.fillStyle = [colours.orange, colours.sun, colours.petrol, colours.green][
        piece % 4
      ] as string;
      context.fillRect(-5, -3.5, 10, 7);
      context.restore();
    }
  }

  function drawRings(t: number) {
    context.strokeStyle = colours.orange;
    context.lineWidth = 4;
    context.lineCap = "round";
    for (let ring = 0; ring < 3; ring++) {
      if (Math.sin((t * 2 - ring * 0.25) * Math.PI) < 0.1) continue;
      context.beginPath();
      context.arc(236, 112, 20 + ring * 12, -0.95, 0.25);
      context.stroke();
    }
  }

  function drawWords(frame: Frame, enter: number) {
    const size = 46;
    context.font = `800 ${size}px "Bricolage Grotesque"`;
    context.globalAlpha = enter;
    frame.lines.forEach((text, index) => {
      const last = index === frame.lines.length - 1;
      context.fillStyle = frame.scene === sceneCount - 1 && last ? colours.orange : colours.deep;
      context.fillText(
        text,
        318 + 16 * (1 - enter),
        168 + (index - (frame.lines.length - 1) / 2) * size * 1.1 + size * 0.3,
        306,
      );
    });
    context.globalAlpha = 1;
    for (let part = 0; part < sceneCount; part++) {
      const done = part < frame.scene ? 1 : part > frame.scene ? 0 : frame.t / sceneSeconds;
      context.fillStyle = colours.mist;
      context.fillRect(320 + part * 70, 320, 60, 6);
      context.fillStyle = colours.orange;
      context.fillRect(320 + part * 70, 320, 60 * done, 6);
    }
  }

  async function draw(frame: Frame) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(frame.svg)}`;
    await image.decode();
    const enter = frame.scene === 0 ? 1 : ease(frame.t / 0.32);
    context.fillStyle = colours.cream;
    context.fillRect(0, 0, width, height);
    context.fillStyle = colours.sand;
    context.beginPath();
    context.ellipse(146, 220, 166, 164, 0, 0, 7);
    context.fill();
    if (frame.scene === 0) drawConfetti(frame.t);
    context.drawImage(image, 6, 14 + 10 * (1 - enter), 280, 336);
    if (frame.scene === 2) drawRings(frame.t);
    drawWords(frame, enter);
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
