import { type Browser, chromium } from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import {
  type Coding,
  collectScripts,
  countTransferBytes,
  mapConcurrently,
  waitUntilLoaded,
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
const MAX_NAMED = 8;
/** Ten segments: the initial congestion window of TCP. */
const DOCUMENT_TARGET_BYTES = 14_600;
const SCRIPT_TARGET_BYTES = 5_000;
const ISLAND_TARGET_BYTES = 85_000;

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
    const isHeavy = (page: Weights) => page.document.br > DOCUMENT_TARGET_BYTES;
    printWeights(
      `content pages above ${formatKilobytes(DOCUMENT_TARGET_BYTES)}`,
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
        "kB are 1,000 bytes; CSS is part of the document; scripts as transferred, with the service worker, which is not compressed",
      ],
      lines: [
        ...checkPages(content, interactive),
        checkSize("wizard after intent", island, ISLAND_TARGET_BYTES),
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
  if (paths.length === 0) throw new Error("The sitemap lists no page.");
  return paths;
}

/** Prints one row a page, sizes in bytes. */
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
  const checkContent = (what: string, part: "document" | "scripts", target: number): Line => {
    const above = content
      .filter((page) => page[part].br > target)
      .map((page) => `${page.path} ${formatKilobytes(page[part].br)}`);
    const names =
      above.length > MAX_NAMED
        ? `${above.length} of ${content.length} content pages, see the table`
        : above.join(", ");
    return {
      what,
      value: formatKilobytes(heaviest(content, part)) + (names && `  (above: ${names})`),
      target: `≤ ${formatKilobytes(target)}`,
      met: above.length === 0,
    };
  };
  return [
    checkContent("HTML + CSS, heaviest content page", "document", DOCUMENT_TARGET_BYTES),
    {
      what: "HTML + CSS, heaviest interactive page",
      value: formatKilobytes(heaviest(interactive, "document")),
    },
    checkContent("scripts of content pages, before intent", "scripts", SCRIPT_TARGET_BYTES),
    {
      what: "scripts of interactive pages",
      value: formatKilobytes(heaviest(interactive, "scripts")),
    },
  ];
}

const checkSize = (what: string, bytes: number, target: number): Line => ({
  what,
  value: formatKilobytes(bytes),
  target: `≤ ${formatKilobytes(target)}`,
  met: bytes <= target,
});

async function weighPage(site: Site, browser: Browser, path: string): Promise<Weights> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned status ${response.status}.`);
  const context = await browser.newContext();
  const scripts = collectScripts(context);
  const page = await context.newPage();
  await page.goto(site.url + path);
  await waitUntilLoaded(scripts);
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
  await waitUntilLoaded(scripts);
  const before = new Set(scripts);
  await page.locator("a[data-quote]:visible").first().hover();
  await waitUntilLoaded(scripts);
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
