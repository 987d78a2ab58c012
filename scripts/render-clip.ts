import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { C } from "../app/components/mascot/ink.ts";
import { browserEnv, ensureBrowser } from "../tests/setup/browser.ts";
import {
  captions,
  FRAMES_PER_SECOND,
  type Frame,
  listFrames,
  MOST_BYTES,
  SLANT,
  WIDTH,
} from "./clip/scenes.ts";
import { createStage, type Stage, type StageOptions } from "./clip/stage.ts";
import { muxWebm } from "./clip/webm.ts";
import { loadDisplayFont } from "./draw-art.ts";

/** Pixels of the clip for each unit of its pictures. */
const SCALE = 4 / 3;
const WIDTH_PX = Math.round(WIDTH * SCALE);
const HEIGHT_PX = Math.round((WIDTH_PX * 9) / 16);
const BITS_PER_SECOND = 360_000;
const LEAD_FRAMES = 48;

// WebCodecs needs a secure origin. Nothing is fetched: the route below responds for it.
const ADDRESS = "https://clip.invalid/";

type Encoded = { data: string; key: boolean; ms: number };
type ClipPage = { stage: Stage };

async function openStage(page: Page): Promise<void> {
  await page.route(ADDRESS, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>clip</title>" }),
  );
  await page.goto(ADDRESS);
  await loadDisplayFont(page);
  const options: StageOptions = {
    width: WIDTH_PX,
    height: HEIGHT_PX,
    scale: SCALE,
    slant: SLANT,
    colors: C,
  };
  await page.evaluate(`globalThis.stage = (${createStage.toString()})(${JSON.stringify(options)})`);
}

/**
 * VP9 of the frames. The encoder first sees the first picture for a while: so it has bits left for the
 * turn of the panel that follows, which would be blurred otherwise. Those frames are left out.
 */
async function encode(page: Page, list: Frame[]): Promise<Encoded[]> {
  const chunks = await page.evaluate(
    async ({ list, config, lead }) => {
      const { stage } = globalThis as unknown as ClipPage;
      const { width, height, framerate } = config;
      const chunks: Encoded[] = [];
      let failure: DOMException | undefined;
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          chunks.push({
            data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
            key: chunk.type === "key",
            ms: Math.round(chunk.timestamp / 1000 - (lead * 1000) / framerate),
          });
        },
        error: (problem) => {
          failure = problem;
        },
      });
      encoder.configure(config);
      for (let index = -lead; index < list.length; index++) {
        if (index === -lead || index > 0) await stage.draw(list[Math.max(0, index)] as Frame);
        const picture = new VideoFrame(stage.pixels(), {
          format: "I420",
          codedWidth: width,
          codedHeight: height,
          timestamp: Math.round(((index + lead) * 1e6) / framerate),
          duration: Math.round(1e6 / framerate),
          colorSpace: { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false },
        });
        encoder.encode(picture, { keyFrame: index === 0 });
        picture.close();
      }
      await encoder.flush();
      if (failure) throw failure;
      return chunks;
    },
    {
      list,
      lead: LEAD_FRAMES,
      config: {
        codec: "vp09.00.31.08",
        width: WIDTH_PX,
        height: HEIGHT_PX,
        bitrate: BITS_PER_SECOND,
        framerate: FRAMES_PER_SECOND,
        // Flat color with sharp edges.
        contentHint: "text",
      },
    },
  );
  if (chunks.length !== LEAD_FRAMES + list.length) throw new Error("The encoder dropped a frame.");
  return chunks.slice(LEAD_FRAMES);
}

async function poster(page: Page, frame: Frame): Promise<Buffer> {
  const data = await page.evaluate(async (still) => {
    const { stage } = globalThis as unknown as ClipPage;
    await stage.draw(still);
    const bytes = new Uint8Array(
      await (await stage.canvas.convertToBlob({ type: "image/webp", quality: 0.86 })).arrayBuffer(),
    );
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, frame);
  return Buffer.from(data, "base64");
}

/** Measures the file in a browser's player. */
async function measure(
  page: Page,
  file: Buffer,
): Promise<{ duration: number; width: number; height: number; seeks: boolean }> {
  return page.evaluate(async (data) => {
    const video = document.createElement("video");
    const happens = (event: string) =>
      new Promise((resolve, reject) => {
        video.addEventListener(event, resolve, { once: true });
        video.addEventListener("error", () => reject(new Error(video.error?.message)), {
          once: true,
        });
      });
    video.src = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], {
        type: "video/webm",
      }),
    );
    await happens("loadeddata");
    video.currentTime = video.duration - 1;
    await happens("seeked");
    return {
      duration: video.duration,
      width: video.videoWidth,
      height: video.videoHeight,
      seeks: Math.abs(video.currentTime - video.duration + 1) < 0.1,
    };
  }, file.toString("base64"));
}

const folder = join(import.meta.dirname, "../public/media");
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureBrowser(), env: browserEnv() });
try {
  const page = await browser.newPage();
  await openStage(page);
  const list = listFrames();
  const chunks = await encode(page, list);
  const file = muxWebm(
    chunks.map((chunk) => ({ ...chunk, data: Buffer.from(chunk.data, "base64") })),
    { codec: "V_VP9", width: WIDTH_PX, height: HEIGHT_PX, framesPerSecond: FRAMES_PER_SECOND },
  );
  const seen = await measure(page, file);
  if (!(seen.duration >= 8 && seen.duration <= 12 && seen.seeks && file.length <= MOST_BYTES))
    throw new Error(
      `The clip does not play as it should: ${JSON.stringify({ ...seen, bytes: file.length })}`,
    );
  const still = list.at(-1) as Frame;
  for (const [name, data] of [
    ["thank-you.webm", file],
    ["thank-you.webp", await poster(page, still)],
    ["thank-you.vtt", Buffer.from(captions())],
  ] as const) {
    writeFileSync(join(folder, name), data);
    console.log(`${String(data.length).padStart(7)}  public/media/${name}`);
  }
  console.log(
    `         ${seen.duration} s, ${seen.width} × ${seen.height}, ${chunks.length} frames`,
  );
} finally {
  await browser.close();
}
