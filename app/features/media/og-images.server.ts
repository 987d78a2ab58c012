import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { C } from "#app/components/mascot/ink.ts";
import { loadSharp } from "#app/lib/load-sharp.server.ts";
import { drawOgImage, findIllustration, type OgImage } from "./draw-og-image.ts";

/** Increment when the drawing changes, so that older images are no longer used. */
const TEMPLATE_VERSION = 2;
const MAX_FILES = 1000;
const COLORS = 128;
/** The last chunk of every complete PNG. */
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

const pending = new Map<string, Promise<Buffer>>();
let queue: Promise<unknown> = Promise.resolve();

/**
 * The Open Graph image of a page, from the directory, or drawn now and stored there. Concurrent calls
 * for the same image share one drawing; images are drawn one at a time, so that a crawler does not
 * slow down the site.
 */
export async function getOgImage(
  image: OgImage,
  { directory, maxFiles = MAX_FILES }: { directory: string; maxFiles?: number },
): Promise<{ png: Buffer; etag: string }> {
  const key = getImageKey(image);
  const file = join(directory, `${key}.png`);
  let png = pending.get(file);
  if (!png) {
    png = readOrDraw(image, file, { directory, maxFiles }).finally(() => pending.delete(file));
    pending.set(file, png);
  }
  return { png: await png, etag: `"${key.slice(0, 32)}"` };
}

function getImageKey({ title, label, brand, illustration }: OgImage): string {
  const parts = [TEMPLATE_VERSION, title, label ?? null, brand, findIllustration(illustration).svg];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function readOrDraw(
  image: OgImage,
  file: string,
  options: { directory: string; maxFiles: number },
): Promise<Buffer> {
  const stored = await readFile(file).catch(() => null);
  if (stored?.subarray(-PNG_END.length).equals(PNG_END)) return stored;
  const drawing = queue.then(() => render(image));
  queue = drawing.catch(() => {});
  const png = await drawing;
  // With a full or read-only disk the image is only not stored.
  await storeFile(png, file, options).catch(() => {});
  return png;
}

/** Loads the glyphs, like Sharp, with the first image. */
async function render(image: OgImage): Promise<Buffer> {
  const [sharp, { glyphs }] = await Promise.all([loadSharp(), import("virtual:og-glyphs")]);
  return sharp(Buffer.from(drawOgImage(image, glyphs)))
    .flatten({ background: C.cream })
    .png({ palette: true, colours: COLORS, compressionLevel: 9, effort: 7, dither: 0 })
    .toBuffer();
}

async function storeFile(
  png: Buffer,
  file: string,
  { directory, maxFiles }: { directory: string; maxFiles: number },
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const temporary = join(directory, `${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, png);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await removeOldest(directory, maxFiles);
}

/** Removes the oldest files above the limit, including incomplete ones from a crash. */
async function removeOldest(directory: string, maxFiles: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => /\.(png|tmp)$/.test(name));
  if (names.length <= maxFiles) return;
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      written: (await stat(join(directory, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const oldest = files.sort((a, b) => a.written - b.written).slice(0, names.length - maxFiles);
  await Promise.all(oldest.map(({ name }) => rm(join(directory, name), { force: true })));
}
