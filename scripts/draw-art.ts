import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { artFiles } from "../app/components/mascot/art-files.ts";
import { C } from "../app/components/mascot/ink.ts";
import { faviconSvg, markSvg, portalMarkSvg } from "../app/components/mascot/mark.ts";
import { henrySvg } from "../app/components/mascot/poses.ts";
import { browserEnv, ensureBrowser } from "../tests/setup/browser.ts";

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

/** Wraps one square PNG in an ICO container. */
function wrapInIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const card = `<style>
  body{background:${C.cream};color:${C.ink};font-family:"Bricolage Grotesque"}
  svg{position:absolute}.ground{left:0;top:0}.henry{left:690px;top:34px;width:470px}
  h1{position:absolute;left:80px;top:150px;font-size:104px;line-height:.98;font-weight:800;letter-spacing:-.02em;color:${C.deep}}
  p{position:absolute;left:84px;top:404px;width:520px;font-size:42px;line-height:1.2;font-weight:500}
  i{position:absolute;left:84px;top:372px;width:120px;height:8px;border-radius:4px;background:${C.orange}}
</style>
<svg class="ground" width="1200" height="630"><path d="M640 630c-30-150 10-380 150-470s330-60 410 10v460z" fill="${C.sand}"/></svg>
${henrySvg("wave").replace("<svg", '<svg class="henry"')}
<h1>Henry’s<br>Helpline</h1><i></i><p>Local home and auto pros, one call away</p>`;

async function main() {
  mkdirSync(join(root, "public/art/parts"), { recursive: true });
  mkdirSync(join(root, "public/icons"), { recursive: true });
  const write = (file: string, data: string | Buffer) => {
    writeFileSync(join(root, "public", file), data);
    console.log(`${String(Buffer.byteLength(data)).padStart(7)}  public/${file}`);
  };
  for (const [file, text] of artFiles()) write(file, text);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), env: browserEnv() });
  try {
    const icon = (size: number) =>
      faviconSvg().replace("<svg", `<svg width="${size}" height="${size}"`);
    write("favicon.ico", wrapInIco(await renderPng(browser, 32, 32, icon(32), true), 32));
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
    write("og-default.png", await renderPng(browser, 1200, 630, card));
  } finally {
    await browser.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
