import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { refreshStatistics, seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { makeStaff } from "#tests/e2e/staff.ts";
import type { Line, Report } from "./report.ts";
import { dataDirOf, type Site, settle, startSite } from "./site.ts";
import { CORES_NOTE, SERVER_CORE, type Workspace } from "./workspace.ts";

const REQUESTS = 1_000_000;
const SEED = 1;
const CALLS = 200;
const WARM_CALLS = 5;
const LIST_AIM_MS = 100;
const DASHBOARD_AIM_MS = 200;
const BLOCK_AIM_MS = 100;
/** The lag is sampled; the last sample of a call needs a moment. */
const SAMPLE_PAUSE_MS = 100;

const LIST = "/backyard/service-requests";
const find = (word: string) => `${LIST}?q=${encodeURIComponent(word)}`;

/** What staff do, each with several words, so that no answer is asked for twice in a row. */
const VISITS: { what: string; paths: string[]; aimMs: number }[] = [
  { what: "list and counts", paths: [LIST], aimMs: LIST_AIM_MS },
  { what: "search by name", paths: ["kowalski", "rosa", "mercado", "yusuf ha", "priya", "wood", "zoe zamora", "nobody at all"].map(find), aimMs: LIST_AIM_MS },
  { what: "search by service", paths: ["plumb", "roof", "air cond", "screen", "brake", "garage d"].map(find), aimMs: LIST_AIM_MS },
  { what: "search by phone", paths: ["4045550123", "555-0177", "(713) 555", "2065550", "0142"].map(find), aimMs: LIST_AIM_MS },
  { what: "status filter", paths: ["new", "contacted", "closed"].map((status) => `${LIST}?status=${status}`), aimMs: LIST_AIM_MS },
  { what: "search and status", paths: ["new", "contacted", "closed"].map((status) => `${find("heat")}&status=${status}`), aimMs: LIST_AIM_MS },
  { what: "dashboard", paths: ["/backyard/dashboard"], aimMs: DASHBOARD_AIM_MS },
];

/** The portal with a million requests behind it, for one person who is signed in. */
export async function measurePortal(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace, { core: SERVER_CORE });
  const { url } = await startEmbeddedPostgres({ dataDir: dataDirOf(workspace), explicit: true });
  const seconds = await seed(url);
  const cookie = await signIn(site, url);
  await settle(site);
  const lines: Line[] = [{ what: `${REQUESTS.toLocaleString("en-US")} demo requests written in`, value: `${seconds.toFixed(0)} s` }];
  let longestBlock = 0;
  for (const { what, paths, aimMs } of VISITS) {
    const path = (call: number) => paths[call % paths.length] ?? LIST;
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
  lines.push({ what: "longest block of the event loop", value: `${longestBlock.toFixed(0)} ms`, aim: `≤ ${BLOCK_AIM_MS} ms`, met: longestBlock <= BLOCK_AIM_MS });
  await site.stop();
  return { notes: [`${CALLS} calls each, one at a time, whole pages over HTTP; ${CORES_NOTE}`], lines };
}

/** @returns how many seconds the rows took */
async function seed(url: string): Promise<number> {
  const owner = createDatabase({ url, max: 2, onError: () => {} });
  const started = performance.now();
  // Other parts may have stored quotes in this database.
  const result = await seedDemo(owner.$client, { requests: REQUESTS, seed: SEED, now: new Date(), services: listDemoServices(), force: true });
  const seconds = (performance.now() - started) / 1_000;
  if (!result.ok) throw new Error(`The demo data could not be written: ${result.reason}.`);
  await refreshStatistics(owner.$client);
  await owner.$client.end();
  return seconds;
}

/** A superadmin signs in by the form. @returns the cookies of the session */
async function signIn(site: Site, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const person = await makeStaff(client, { role: "superadmin" });
  await client.end();
  const answer = await fetch(`${site.url}/backyard`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url },
    body: new URLSearchParams({ email: person.email, password: person.password }),
  });
  await answer.arrayBuffer();
  if (answer.headers.get("location") !== "/backyard/dashboard") throw new Error(`The sign-in was answered with ${answer.status}.`);
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

/** Longest lag of the event loop since this was read before, in milliseconds: reading starts it anew. */
async function readLag(site: Site): Promise<number> {
  const figures = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(figures)?.[1]) * 1_000;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
