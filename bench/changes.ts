import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { insertArticle } from "#tests/articles.ts";
import { type Line, median, type Report } from "./report.ts";
import { getDataDir, type Site, startSite, waitUntilSettled } from "./site.ts";
import { percentile } from "./staff-visits.ts";
import type { Workspace } from "./workspace.ts";

const CHANGES = 100;
const LOOK_EVERY_MS = 2;
const PAUSE_MS = 50;
const GIVE_UP_MS = 10_000;
const AIM_MS = 1_000;
const SLUG = "bench-article";

/** A change, by its number, and how to detect it on a site. */
type Change = {
  what: string;
  make: (client: pg.Client, number: number) => Promise<unknown>;
  isShown: (site: Site, number: number) => Promise<boolean>;
};

const readPhone = (number: number) => `(800) 555-0${100 + (number % 100)}`;
const isOn = (number: number) => number % 2 === 0;
const readStatus = async (site: Site, path: string) => {
  const answer = await fetch(site.url + path);
  await answer.arrayBuffer();
  return answer.status;
};

const KINDS: Change[] = [
  {
    what: "the phone in Settings, on the home page",
    make: (client, number) =>
      client.query(
        "insert into settings (key, value, updated_at) values ('phone', $1, now()) on conflict (key) do update set value = $1, updated_at = now()",
        [JSON.stringify(readPhone(number))],
      ),
    isShown: async (site, number) =>
      (await (await fetch(site.url)).text()).includes(readPhone(number)),
  },
  {
    what: "an article that is switched on or off",
    make: (client, number) =>
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
  for (const { what, make, isShown } of KINDS) {
    const times: number[] = [];
    for (let number = 0; number < CHANGES; number++) {
      await make(client, number);
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
      aim: `≤ ${AIM_MS} ms`,
      met: longest <= AIM_MS,
    });
  }
  await client.query("delete from settings where key = 'phone'");
  await client.end();
  for (const site of sites) await site.stop();
  return {
    notes: [`${CHANGES} changes each; looked at every ${LOOK_EVERY_MS} ms at two processes`],
    lines,
  };
}

/**
 * @returns milliseconds from `started` until the change was visible, including the call that saw it
 */
async function timeUntil(isShown: () => Promise<boolean>, started: number): Promise<number> {
  while (!(await isShown())) {
    if (performance.now() - started > GIVE_UP_MS) throw new Error("A change did not show at all.");
    await wait(LOOK_EVERY_MS);
  }
  return performance.now() - started;
}
