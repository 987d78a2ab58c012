import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { browserEnv, browserPath, ensureBrowser } from "#tests/setup/browser.ts";
import { hasNginx, NGINX_MISSING, startNginx } from "./nginx.ts";
import type { Line, Report } from "./report.ts";
import { fetchServedPage, type ServedPage } from "./served-page.ts";
import { startSite, waitUntilSettled } from "./site.ts";
import { median } from "./statistics.ts";
import { ROOT, SERVER_CORE, type Workspace } from "./workspace.ts";

const PAGES = ["/", "/home-services", "/home-services/plumbing", "/resources"];
/** They alternate, so that other load on the machine affects both servers. */
const ROUNDS = 31;
/** Largest contentful paint, ours to nginx. */
const TARGET = 1.05;
/** A phone of the middle class on a slow mobile network, as Lighthouse imitates it. */
const CPU_SLOWDOWN = 4;
const SLOW_MOBILE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
};

/**
 * Compares when the largest part of a page is painted, on a slow phone and network, with the same
 * page as plain HTML, without its script, on nginx.
 */
export async function measureLargestPaint(workspace: Workspace): Promise<Report> {
  if (!hasNginx()) return { notes: [NGINX_MISSING], lines: [] };
  // On one core where possible, so that either server takes less of the phone's time: this machine
  // is both.
  const site = await startSite(workspace, { core: SERVER_CORE });
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: browserPath(), env: browserEnv() });
  try {
    await waitUntilSettled(site);
    const served = await Promise.all(PAGES.map((path) => fetchServedPage(site, path)));
    const nginx = await startNginx(workspace, {
      pages: served.map(removeScript),
      files: join(ROOT, "build/client"),
      core: SERVER_CORE,
    });
    const lines: Line[] = [];
    for (const path of PAGES) {
      const ours: number[] = [];
      const plain: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // Both by address: a name is looked up first, which this would count.
        const visits = [
          async () =>
            ours.push(await measurePaint(browser, `http://127.0.0.1:${site.port}${path}`)),
          async () =>
            plain.push(await measurePaint(browser, `http://127.0.0.1:${nginx.port}${path}`)),
        ];
        for (const visit of round % 2 ? visits.reverse() : visits) await visit();
      }
      const ratio = median(ours) / median(plain);
      lines.push({
        what: `${path}, largest paint, ours to nginx`,
        value: `${ratio.toFixed(3)} x  (${Math.round(median(ours))} ms, ${Math.round(median(plain))} ms)`,
        target: `≤ ${TARGET} x`,
        met: ratio <= TARGET,
      });
    }
    await nginx.stop();
    return {
      notes: [
        `medians of ${ROUNDS} alternating visits with an empty cache, 390 × 844, processor slowed ${CPU_SLOWDOWN} times, 1.6 Mbit/s, 150 ms`,
      ],
      lines,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** The page without the one script of content pages. */
function removeScript(page: ServedPage): ServedPage {
  const html = brotliDecompressSync(page.body).toString();
  const plain = html.replace(/<script type="module"[^>]* data-enhance=""[^>]*><\/script>/, "");
  if (plain === html) throw new Error(`${page.path} has no script to remove.`);
  return { ...page, body: brotliCompressSync(plain) };
}

/** When the largest part was painted, in milliseconds from the start of the visit. */
async function measurePaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_MOBILE);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: "networkidle" });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          ).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}
