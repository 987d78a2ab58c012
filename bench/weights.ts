import { get } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import { kilobytes, type Line, printColumns, type Report } from "./report.ts";
import { type Site, startSite } from "./site.ts";
import type { Workspace } from "./workspace.ts";

const QUOTE_PAGE = "/quote";
const PAGES = [
  "/",
  "/home-services",
  "/home-services/plumbing-water",
  "/home-services/plumbing",
  "/home-services/roofing",
  "/home-services/electrician",
  "/privacy-policy",
  QUOTE_PAGE,
];
const PAGE_WITH_QUOTE_LINK = "/home-services/plumbing";
const BEST_BROTLI = 11;
const BEST_GZIP = 9;
/** Ten segments of a first flight of TCP. */
const DOCUMENT_AIM_BYTES = 14_600;
const SCRIPT_AIM_BYTES = 5_000;
const ISLAND_AIM_BYTES = 85_000;
/** Without a new request for this long a page has loaded what it wants. */
const QUIET_MS = 700;

type Weights = { path: string; html: string; css: string; scripts: number };

/** What pages weigh on the wire: the document with its inline styles, scripts before any touch, the wizard after the first sign of intent. */
export async function measureWeights(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: browserPath(), env: browserEnv() });
  try {
    const pages: Weights[] = [];
    for (const path of PAGES) pages.push(await weighPage(site, browser, path));
    const island = await weighIsland(site, browser);
    printColumns([["page (bytes)", "HTML + CSS gzip", "HTML + CSS brotli", "CSS gzip", "CSS brotli", "scripts brotli"], ...pages.map(columnsOf)]);
    return { notes: ["kB are 1,000 bytes; CSS stands in the document"], lines: [...judgePages(pages), judge("wizard after intent", island, ISLAND_AIM_BYTES)] };
  } finally {
    await browser.close();
    await site.stop();
  }
}

const columnsOf = ({ path, html, css, scripts }: Weights) => [path, ...[gzip(html), brotli(html), gzip(css), brotli(css), scripts].map((bytes) => bytes.toLocaleString("en-US"))];

function judgePages(pages: Weights[]): Line[] {
  const documents = pages.map(({ path, html }) => ({ path, bytes: brotli(html) }));
  const heavy = documents.filter(({ bytes }) => bytes > DOCUMENT_AIM_BYTES).map(({ path, bytes }) => `${path} ${kilobytes(bytes)}`);
  const content = pages.filter(({ path }) => path !== QUOTE_PAGE);
  return [
    {
      what: "HTML + CSS, heaviest page",
      value: `${kilobytes(Math.max(...documents.map(({ bytes }) => bytes)))}${heavy.length > 0 ? `  (above: ${heavy.join(", ")})` : ""}`,
      aim: `≤ ${kilobytes(DOCUMENT_AIM_BYTES)}`,
      met: heavy.length === 0,
    },
    judge("scripts of content pages, before intent", Math.max(...content.map(({ scripts }) => scripts)), SCRIPT_AIM_BYTES),
  ];
}

const judge = (what: string, bytes: number, aim: number): Line => ({ what, value: kilobytes(bytes), aim: `≤ ${kilobytes(aim)}`, met: bytes <= aim });

async function weighPage(site: Site, browser: Browser, path: string): Promise<Weights> {
  const html = await (await fetch(site.url + path)).text();
  const page = await browser.newPage();
  const scripts = collectScripts(page);
  await page.goto(site.url + path);
  await quiet(scripts);
  await page.close();
  return { path, html, css: await stylesOf(site, html), scripts: await transferBytes(scripts) };
}

/** Everything that scripts load between the first sign of intent and the wizard being ready. */
async function weighIsland(site: Site, browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const scripts = collectScripts(page);
  await page.goto(site.url + PAGE_WITH_QUOTE_LINK);
  await quiet(scripts);
  const before = new Set(scripts);
  await page.locator("a[data-quote]:visible").first().hover();
  await quiet(scripts);
  await page.close();
  const island = new Set([...scripts].filter((url) => !before.has(url)));
  if (island.size === 0) throw new Error("No script was loaded after intent: the quote link was not found, or does not load the wizard.");
  return transferBytes(island);
}

function collectScripts(page: Page): Set<string> {
  const urls = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script" || /\.m?js(?:\?|$)/.test(request.url())) urls.add(request.url());
  });
  return urls;
}

async function quiet(urls: Set<string>): Promise<void> {
  for (let size = -1; size !== urls.size; ) {
    size = urls.size;
    await new Promise((go) => setTimeout(go, QUIET_MS));
  }
}

/** Inline styles and linked ones. */
async function stylesOf(site: Site, html: string): Promise<string> {
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? "");
  const links = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].flatMap(([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? []);
  const linked = await Promise.all(links.map(async (href) => (await fetch(new URL(href, site.url))).text()));
  return [...inline, ...linked].join("\n");
}

const gzip = (text: string) => gzipSync(text, { level: BEST_GZIP }).length;
const brotli = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BEST_BROTLI,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }).length;

async function transferBytes(urls: Set<string>): Promise<number> {
  const sizes = await Promise.all([...urls].map(bodyBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of an answer as they travel with brotli: `fetch` would count them unpacked. */
function bodyBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "br" } }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("end", () => (response.headers["content-encoding"] === "br" ? resolve(bytes) : reject(new Error(`${url} is not served with brotli.`))));
    }).once("error", reject);
  });
}
