import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Line } from "./report.ts";
import { signInSuperadmin } from "./sign-in.ts";
import type { Site } from "./site.ts";
import { percentile } from "./statistics.ts";
import type { WatchedSite } from "./watched-site.ts";

export const CALLS = 200;
const WARM_CALLS = 5;
const BLOCK_TARGET_MS = 50;
/** The event loop delay is sampled; the last sample of a call needs a moment. */
const SAMPLE_PAUSE_MS = 100;

/** A page that staff use, with several URLs, so that no response is requested twice in a row. */
export type Visit = { what: string; paths: string[]; targetMs: number };

/** Requests each kind of page many times, one at a time. */
export async function measureVisits(
  site: WatchedSite,
  { cookie, visits }: { cookie: string; visits: Visit[] },
): Promise<Line[]> {
  const lines: Line[] = [];
  let longestBlock = 0;
  for (const { what, paths, targetMs } of visits) {
    const path = (call: number) => paths[call % paths.length] ?? "/backyard/dashboard";
    for (let call = 0; call < WARM_CALLS; call++) await visit(site, cookie, path(call));
    await site.readLongestBlockMs();
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await visit(site, cookie, path(call)));
    await wait(SAMPLE_PAUSE_MS);
    const block = await site.readLongestBlockMs();
    longestBlock = Math.max(longestBlock, block);
    const [middle, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const value = `p95 ${p95.toFixed(1)} ms  (median ${middle.toFixed(1)}, longest ${Math.max(...times).toFixed(1)}; event loop at most ${block.toFixed(0)} ms)`;
    lines.push({ what, value, target: `p95 ≤ ${targetMs} ms`, met: p95 <= targetMs });
  }
  lines.push({
    what: "longest block of the event loop",
    value: `${longestBlock.toFixed(0)} ms`,
    target: `≤ ${BLOCK_TARGET_MS} ms`,
    met: longestBlock <= BLOCK_TARGET_MS,
  });
  return lines;
}

/** Signs in a new superadmin. @returns the Cookie header of the session */
export async function signInStaff(site: Site, databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cookie = await signInSuperadmin(site.url, client);
  await client.end();
  return cookie;
}

/** Loads a page to its last byte. @returns milliseconds */
async function visit(site: Site, cookie: string, path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(site.url + path, {
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  await response.arrayBuffer();
  const elapsed = performance.now() - started;
  if (response.status !== 200) throw new Error(`${path} returned status ${response.status}.`);
  return elapsed;
}
