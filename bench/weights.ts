import { type Browser, chromium } from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import {
  type Coding,
  collectScripts,
  countTransferBytes,
  mapConcurrently,
  waitUntilQuiet,
  weighText,
} from "./page-bytes.ts";
import { formatKilobytes, type Line, printColumns, type Report } from "./report.ts";
import { type Site, startSite, waitUntilSettled } from "./site.ts";
import type { Workspace } from "./workspace.ts";

/** Not in the sitemap, but the goal of every visit. */
const QUOTE_PAGE = "/quote";
const PAGE_WITH_QUOTE_LINK = "/home-services/plumbing";
const PAGES_AT_ONCE = 4;
/** Maximum number of pages named in a line. */
const MOST_NAMED = 8;
/** Ten segments: the initial congestion window of TCP. */
const DOCUMENT_AIM_BYTES = 14_600;
const SCRIPT_AIM_BYTES = 5_000;
const ISLAND_AIM_BYTES = 85_000;

type Bytes = Record<Coding, number>;
/**
 * `document` is the HTML with its inline styles, and the linked ones; `css` is the part of it that
 * is styles.
 */
type Weights = { path: string; interactive: boolean; document: Bytes; css: Bytes; scripts: Bytes };

/**
 * Measures the transferred bytes of pages: the document with its styles, scripts before any
 * interaction, the wizard after the first sign of intent.
 */
export async function measureWeights(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: browserPath(), env: browserEnv() });
  try {
    await waitUntilSettled(site);
    const pages = await mapConcurrently(
      PAGES_AT_ONCE,
      [...(await listPages(site)), QUOTE_PAGE],
      (path) => weighPage(site, browser, path),
    );
    pages.sort((a, b) => b.document.br - a.document.br);
    const interactive = pages.filter((page) => page.interactive);
    const content = pages.filter((page) => !page.interactive);
    const isHeavy = (page: Weights) => page.document.br > DOCUMENT_AIM_BYTES;
    printWeights(
      `content pages above ${formatKilobytes(DOCUMENT_AIM_BYTES)}`,
      content.filter(isHeavy),
    );
    printWeights(
      "content pages",
      content.filter((page) => !isHeavy(page)),
    );
    printWeights("interactive pages", interactive);
    const island = await weighIsland(site, browser);
    return {
      notes: [
        "kB are 1,000 bytes; CSS stands in the document; scripts as they travel, with the service worker, which is not compressed",
      ],
      lines: [
        ...checkPages(content, interactive),
        check("wizard after intent", island, ISLAND_AIM_BYTES),
      ],
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function listPages(site: Site): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? "").pathname,
  );
  if (paths.length === 0) throw new Error("The sitemap names no page.");
  return paths;
}

/** A row a page, numbers in bytes. */
function printWeights(title: string, pages: Weights[]): void {
  if (pages.length === 0) return;
  const columns = pages.map(({ path, document, css, scripts }) => [
    path,
    ...[document, css, scripts].flatMap(({ gzip, br }) =>
      [gzip, br].map((bytes) => bytes.toLocaleString("en-US")),
    ),
  ]);
  printColumns([
    [
      `${pages.length} ${title}`,
      "HTML + CSS gzip",
      "brotli",
      "CSS gzip",
      "brotli",
      "scripts gzip",
      "brotli",
    ],
    ...columns,
  ]);
}

function checkPages(content: Weights[], interactive: Weights[]): Line[] {
  const heaviest = (pages: Weights[], part: "document" | "scripts") =>
    Math.max(...pages.map((page) => page[part].br));
  const judgeContent = (what: string, part: "document" | "scripts", aim: number): Line => {
    const above = content
      .filter((page) => page[part].br > aim)
      .map((page) => `${page.path} ${formatKilobytes(page[part].br)}`);
    const names =
      above.length > MOST_NAMED
        ? `${above.length} of ${content.length} content pages, see the table`
        : above.join(", ");
    return {
      what,
      value: formatKilobytes(heaviest(content, part)) + (names && `  (above: ${names})`),
      aim: `≤ ${formatKilobytes(aim)}`,
      met: above.length === 0,
    };
  };
  return [
    judgeContent("HTML + CSS, heaviest content page", "document", DOCUMENT_AIM_BYTES),
    {
      what: "HTML + CSS, heaviest interactive page",
      value: formatKilobytes(heaviest(interactive, "document")),
    },
    judgeContent("scripts of content pages, before intent", "scripts", SCRIPT_AIM_BYTES),
    {
      what: "scripts of interactive pages",
      value: formatKilobytes(heaviest(interactive, "scripts")),
    },
  ];
}

const check = (what: string, bytes: number, aim: number): Line => ({
  what,
  value: formatKilobytes(bytes),
  aim: `≤ ${formatKilobytes(aim)}`,
  met: bytes <= aim,
});

async function weighPage(site: Site, browser: Browser, path: string): Promise<Weights> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  const context = await browser.newContext();
  const scripts = collectScripts(context);
  const page = await context.newPage();
  await page.goto(site.url + path);
  await waitUntilQuiet(scripts);
  const interactive = await page
    .locator('body[data-interactive="true"], [data-tool], [data-quiz]')
    .count();
  await context.close();
  const { inline, linked } = await readStyles(site, html);
  const sum = async (texts: string[]): Promise<Bytes> => {
    const weights = await Promise.all(texts.map(weighText));
    return {
      gzip: weights.reduce((all, { gzip }) => all + gzip, 0),
      br: weights.reduce((all, { br }) => all + br, 0),
    };
  };
  return {
    path,
    interactive: interactive > 0,
    document: await sum([html, ...linked]),
    css: await sum([inline, ...linked]),
    scripts: {
      gzip: await countTransferBytes(scripts, "gzip"),
      br: await countTransferBytes(scripts, "br"),
    },
  };
}

/** Everything that scripts load between the first sign of intent and the ready wizard. */
async function weighIsland(site: Site, browser: Browser): Promise<number> {
  const context = await browser.newContext();
  const scripts = collectScripts(context);
  const page = await context.newPage();
  await page.goto(site.url + PAGE_WITH_QUOTE_LINK);
  await waitUntilQuiet(scripts);
  const before = new Set(scripts);
  await page.locator("a[data-quote]:visible").first().hover();
  await waitUntilQuiet(scripts);
  await context.close();
  const island = new Set([...scripts].filter((url) => !before.has(url)));
  if (island.size === 0)
    throw new Error(
      "No script was loaded after intent: the quote link was not found, or does not load the wizard.",
    );
  return countTransferBytes(island, "br");
}

async function readStyles(site: Site, html: string): Promise<{ inline: string; linked: string[] }> {
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, text]) => text ?? "",
  );
  const links = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].flatMap(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? [],
  );
  const linked = await Promise.all(
    links.map(async (href) => (await fetch(new URL(href, site.url))).text()),
  );
  return { inline: inline.join("\n"), linked };
}
