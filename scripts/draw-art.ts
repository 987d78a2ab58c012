import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { artFiles } from "../app/components/mascot/art-files.ts";
import { faviconSvg, markSvg, portalMarkSvg } from "../app/components/mascot/mark.ts";
import { sceneNames } from "../app/components/mascot/scenes.ts";
import { drawSmallScene, smallScenePath } from "../app/components/mascot/small-scene.server.ts";
import { drawOgImage } from "../app/features/media/draw-og-image.ts";
import { browserEnv, ensureBrowser } from "../tests/setup/browser.ts";
import { readGlyphs } from "../vite/og-glyphs.ts";

const root = join(import.meta.dirname, "..");
const fonts = join(root, "node_modules/@fontsource-variable/bricolage-grotesque/files");

/** Loads the display font into a page, as "Bricolage Grotesque". */
export async function loadDisplayFont(page: Page): Promise<void> {
  const data = readFileSync(join(fonts, "bricolage-grotesque-latin-wght-normal.woff2")).toString(
    "base64",
  );
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    document.fonts.add(
      await new FontFace("Bricolage Grotesque", bytes, { weight: "200 800" }).load(),
    );
  }, data);
}

/** Renders HTML as a PNG. */
async function renderPng(
  browser: Browser,
  width: number,
  height: number,
  html: string,
  transparent = false,
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(
    `<style>*{margin:0;box-sizing:border-box}body{width:${width}px;height:${height}px;overflow:hidden}svg{display:block}</style>${html}`,
  );
  await loadDisplayFont(page);
  const png = await page.screenshot({ omitBackground: transparent });
  await page.close();
  return png;
}

/** Wraps square PNGs, by size in pixels, in one ICO container. */
function wrapInIco(pngs: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.size);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.size, 4);
  let entry = 6;
  let start = head.length;
  for (const [size, png] of pngs) {
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(start, entry + 12);
    entry += 16;
    start += png.length;
  }
  return Buffer.concat([head, ...pngs.values()]);
}

/** The sharing picture of pages that have none of their own. */
async function renderSharingPicture(): Promise<Buffer> {
  const svg = drawOgImage(
    {
      title: "Local home and auto pros, one call away",
      brand: "Henry's Helpline",
      illustration: "hero-street",
    },
    await readGlyphs(),
  );
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
}

async function main() {
  mkdirSync(join(root, "public/art/parts"), { recursive: true });
  mkdirSync(join(root, "public/art/small"), { recursive: true });
  mkdirSync(join(root, "public/icons"), { recursive: true });
  const write = (file: string, data: string | Buffer) => {
    writeFileSync(join(root, "public", file), data);
    console.log(`${String(Buffer.byteLength(data)).padStart(7)}  public/${file}`);
  };
  for (const [file, text] of artFiles()) write(file, text);
  for (const name of sceneNames) {
    const picture = await drawSmallScene(name);
    write(smallScenePath(name), await picture.webp({ quality: 70, effort: 6 }).toBuffer());
  }
  const browser = await chromium.launch({ executablePath: ensureBrowser(), env: browserEnv() });
  try {
    const icon = (size: number) =>
      faviconSvg().replace("<svg", `<svg width="${size}" height="${size}"`);
    const favicons = new Map<number, Buffer>();
    for (const size of [16, 32, 48])
      favicons.set(size, await renderPng(browser, size, size, icon(size), true));
    write("favicon.ico", wrapInIco(favicons));
    write(
      "apple-touch-icon.png",
      await renderPng(
        browser,
        180,
        180,
        markSvg().replace("<svg", '<svg width="180" height="180"'),
      ),
    );
    for (const size of [192, 512])
      for (const isMaskable of [false, true])
        write(
          `icons/portal-${isMaskable ? "maskable-" : ""}${size}.png`,
          await renderPng(
            browser,
            size,
            size,
            portalMarkSvg(isMaskable).replace("<svg", `<svg width="${size}" height="${size}"`),
          ),
        );
    write("og-default.png", await renderSharingPicture());
  } finally {
    await browser.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
