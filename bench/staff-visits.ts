import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createStaff } from "#tests/staff.ts";
import type { Line } from "./report.ts";
import type { Site } from "./site.ts";

export const CALLS = 200;
const WARM_CALLS = 5;
const BLOCK_AIM_MS = 100;
/** The lag is sampled; the last sample of a call needs a moment. */
const SAMPLE_PAUSE_MS = 100;

/** A page that staff use, with several URLs, so that no response is requested twice in a row. */
export type Visit = { what: string; paths: string[]; aimMs: number };

/** Requests each kind of page many times, one at a time. */
export async function measureVisits(
  site: Site,
  { cookie, visits }: { cookie: string; visits: Visit[] },
): Promise<Line[]> {
  const lines: Line[] = [];
  let longestBlock = 0;
  for (const { what, paths, aimMs } of visits) {
    const path = (call: number) => paths[call % paths.length] ?? "/backyard/dashboard";
    for (let call = 0; call < WARM_CALLS; call++) await visit(site, cookie, path(call));
    await readLag(site);
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await visit(site, cookie, path(call)));
    await wait(SAMPLE_PAUSE_MS);
    const block = await readLag(site);
    longestBlock = Math.max(longestBlock, block);
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
    const value = `p95 ${most.toFixed(1)} ms  (median ${half.toFixed(1)}, longest ${Math.max(...times).toFixed(1)}; event loop at most ${block.toFixed(0)} ms)`;
    lines.push({ what, value, aim: `p95 ≤ ${aimMs} ms`, met: most <= aimMs });
  }
  lines.push({
    what: "longest block of the event loop",
    value: `${longestBlock.toFixed(0)} ms`,
    aim: `≤ ${BLOCK_AIM_MS} ms`,
    met: longestBlock <= BLOCK_AIM_MS,
  });
  return lines;
}

/**
 * Signs in a superadmin with the form.
 * @returns the cookies of the session
 */
export async function signInStaff(site: Site, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const person = await createStaff(client, { role: "superadmin" });
  await client.end();
  const answer = await fetch(`${site.url}/backyard`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body: new URLSearchParams({ email: person.email, password: person.password }),
  });
  await answer.arrayBuffer();
  if (answer.headers.get("location") !== "/backyard/dashboard")
    throw new Error(`The sign-in was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Loads a page to its last byte. @returns milliseconds */
async function visit(site: Site, cookie: string, path: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(site.url + path, { headers: { Cookie: cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  const elapsed = performance.now() - started;
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  return elapsed;
}

/** Longest event loop delay since the last reading, in milliseconds: reading resets it. */
export async function readLag(site: Site): Promise<number> {
  const figures = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(figures)?.[1]) * 1_000;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
