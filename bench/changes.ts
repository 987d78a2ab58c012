import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { insertArticle } from "#tests/articles.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, type Site, startSite, waitUntilSettled } from "./site.ts";
import { median, percentile } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const CHANGES = 100;
const POLL_MS = 2;
const PAUSE_MS = 50;
const DEADLINE_MS = 10_000;
const TARGET_MS = 1_000;
const SLUG = "bench-article";

/** A change, by its number, and how to detect it on a site. */
type Change = {
  what: string;
  apply: (client: pg.Client, number: number) => Promise<unknown>;
  isShown: (site: Site, number: number) => Promise<boolean>;
};

const getPhone = (number: number) => `(800) 555-0${100 + (number % 100)}`;
const isOn = (number: number) => number % 2 === 0;
const readStatus = async (site: Site, path: string) => {
  const response = await fetch(site.url + path);
  await response.arrayBuffer();
  return response.status;
};

const CHANGE_KINDS: Change[] = [
  {
    what: "the phone in Settings, on the home page",
    apply: (client, number) =>
      client.query(
        "insert into settings (key, value, updated_at) values ('phone', $1, now()) on conflict (key) do update set value = $1, updated_at = now()",
        [JSON.stringify(getPhone(number))],
      ),
    isShown: async (site, number) =>
      (await (await fetch(site.url)).text()).includes(getPhone(number)),
  },
  {
    what: "an article that is switched on or off",
    apply: (client, number) =>
      client.query(
        "update advertorial_content set is_active = $2, updated_at = now() where slug = $1",
        [SLUG, isOn(number)],
      ),
    isShown: async (site, number) =>
      (await readStatus(site, `/articles/${SLUG}`)) === (isOn(number) ? 200 : 404),
  },
];

/**
 * Measures how long the pages of two processes on one database are outdated after the commit of a
 * change.
 */
export async function measureChanges(workspace: Workspace): Promise<Report> {
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const sites = [await startSite(workspace), await startSite(workspace)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await insertArticle(client, { slug: SLUG, isActive: false });
  for (const site of sites) await waitUntilSettled(site);
  const lines: Line[] = [];
  for (const { what, apply, isShown } of CHANGE_KINDS) {
    const times: number[] = [];
    for (let number = 0; number < CHANGES; number++) {
      await apply(client, number);
      const committed = performance.now();
      times.push(
        ...(await Promise.all(
          sites.map((site) => timeUntil(() => isShown(site, number), committed)),
        )),
      );
      await wait(PAUSE_MS);
    }
    const longest = Math.max(...times);
    lines.push({
      what,
      value: `longest ${longest.toFixed(0)} ms  (median ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)})`,
      target: `≤ ${TARGET_MS} ms`,
      met: longest <= TARGET_MS,
    });
  }
  await client.query("delete from settings where key = 'phone'");
  await client.end();
  for (const site of sites) await site.stop();
  return {
    notes: [`${CHANGES} changes each; polled every ${POLL_MS} ms at two processes`],
    lines,
  };
}

/**
 * @returns milliseconds from `started` until the change was visible, including the call that saw it
 */
async function timeUntil(isShown: () => Promise<boolean>, started: number): Promise<number> {
  while (!(await isShown())) {
    if (performance.now() - started > DEADLINE_MS) throw new Error("A change was never visible.");
    await wait(POLL_MS);
  }
  return performance.now() - started;
}
