// The contact sheet of the scenes: npm run draw:sheet -- [--out file.png] [--width 230] [--strip] [name…]
// Without names it has all of them. --strip crops each as phones show it. The names of files that
// end in .ts stand for the scenes that they contain.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { sceneNames, sceneSvg } from "../app/components/mascot/scenes.ts";
import { browserEnv, ensureBrowser } from "../tests/setup/browser.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: join(import.meta.dirname, "../docs/screenshots/scenes.webp") },
    width: { type: "string", default: "230" },
    columns: { type: "string", default: "6" },
    strip: { type: "boolean", default: false },
    unnamed: { type: "boolean", default: false },
  },
});
const [width, columns] = [Number(values.width), Number(values.columns)];

async function listNames(): Promise<string[]> {
  const lists = positionals.map(async (name) => {
    if (!name.endsWith(".ts")) return [name];
    const found = (await import(pathToFileURL(name).href)) as Record<string, object>;
    return Object.values(found).flatMap((scenes) => Object.keys(scenes));
  });
  return (await Promise.all(lists)).flat();
}

const asked = await listNames();
const unknown = asked.filter((name) => !sceneNames.some((known) => known === name));
if (unknown.length > 0) throw new Error(`No such scene: ${unknown.join(", ")}.`);
const names = sceneNames.filter((name) => asked.length === 0 || asked.includes(name));
const figures = names.map((name, index) => {
  const caption = values.unnamed ? String(index + 1) : name;
  return `<figure><div>${sceneSvg(name)}</div><figcaption>${caption}</figcaption></figure>`;
});
const browser = await chromium.launch({ executablePath: ensureBrowser(), env: browserEnv() });
const page = await browser.newPage({
  viewport: { width: (width + 12) * columns + 12, height: 800 },
});
await page.setContent(
  `<style>
    body{margin:6px;background:#fff;font:12px sans-serif;display:flex;flex-wrap:wrap;gap:12px}
    figure{margin:0;width:${width}px}
    div{overflow:hidden;${values.strip ? "aspect-ratio:390/170" : "aspect-ratio:3/2"}}
    svg{display:block;width:100%;height:auto;${values.strip ? "margin-top:-11.5%" : ""}}
  </style>${figures.join("")}`,
);
mkdirSync(dirname(values.out), { recursive: true });
await sharp(await page.screenshot({ fullPage: true })).toFile(values.out);
await browser.close();
console.log(`${names.length} scenes in ${values.out}`);
