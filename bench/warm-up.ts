import { setTimeout as wait } from "node:timers/promises";
import { fetchMetrics, parseMetric } from "./read-metric.ts";
import type { Report } from "./report.ts";
import { type Site, startSite } from "./site.ts";
import { median } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const RUNS = 3;
/** Each check costs the site a rendering, so they are few. */
const POLL_MS = 250;
const DEADLINE_MS = 30_000;
const BYTES_PER_MB = 1_000_000;

/**
 * One start. Seconds from the command to the last page, of the warm-up alone, and of its work
 * without pauses.
 */
type WarmUp = {
  pages: number;
  bytes: number;
  fromCommand: number;
  seconds: number;
  workSeconds: number;
};

/**
 * Measures the time from a start until every public page is in memory, with the site's own metrics.
 */
export async function measureWarmUp(workspace: Workspace): Promise<Report> {
  // Creates the database, so that the runs find it migrated.
  await (await startSite(workspace)).stop();
  const runs: WarmUp[] = [];
  let sitemapPages = 0;
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const site = await startSite(workspace);
    runs.push(await waitForWarmUp(site, started));
    sitemapPages = await countSitemapPages(site);
    await site.stop();
  }
  const middle = (key: keyof WarmUp) => median(runs.map((run) => run[key]));
  const each = runs.map(({ workSeconds, pages }) => (workSeconds * 1_000) / pages);
  const ms = median(each);
  return {
    notes: [
      `${RUNS} starts, medians; the best compression continues in the background and is not included`,
      `${sitemapPages} pages are in the sitemap; those that are interactive or differ between visitors are not cached`,
    ],
    lines: [
      { what: "pages in memory", value: `${middle("pages")}` },
      {
        what: "size of all codings",
        value: `${(middle("bytes") / BYTES_PER_MB).toFixed(2)} MB`,
      },
      {
        what: "from the command to the last page",
        value: `${middle("fromCommand").toFixed(1)} s  (polled every ${POLL_MS} ms)`,
      },
      { what: "warm-up, with pauses", value: `${middle("seconds").toFixed(2)} s` },
      {
        what: "rendering and quick compression",
        value: `${ms.toFixed(2)} ms a page  (starts: ${each.map((value) => value.toFixed(2)).join("; ")})`,
      },
    ],
  };
}

async function waitForWarmUp(site: Site, started: number): Promise<WarmUp> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    await wait(POLL_MS);
    const metrics = await fetchMetrics(site.url);
    const pages = parseMetric(metrics, "page_cache_pages");
    if (Number.isNaN(pages))
      throw new Error("The site does not report how many pages are in memory: build it again.");
    if (pages > 0) {
      const fromCommand = (performance.now() - started) / 1_000;
      return {
        pages,
        bytes: parseMetric(metrics, "page_cache_bytes"),
        fromCommand,
        seconds: parseMetric(metrics, "page_cache_warm_seconds"),
        workSeconds: parseMetric(metrics, "page_cache_warm_work_seconds"),
      };
    }
  }
  throw new Error(`The pages were not in memory after ${DEADLINE_MS / 1_000} s.`);
}

async function countSitemapPages(site: Site): Promise<number> {
  return (await (await fetch(`${site.url}/sitemap.xml`)).text()).split("<loc>").length - 1;
}
