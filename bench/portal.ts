import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { refreshStatistics, seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { VIEWS } from "#app/features/requests/inbox/schema.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { measureOpenPortals } from "./open-portals.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, waitUntilSettled } from "./site.ts";
import { CALLS, measureVisits, signInStaff, type Visit } from "./staff-visits.ts";
import { startWatchedSite } from "./watched-site.ts";
import { CORES_NOTE, SERVER_CORE, type Workspace } from "./workspace.ts";

const REQUESTS = 1_000_000;
const SEED = 1;
const LIST_TARGET_MS = 100;
const DASHBOARD_TARGET_MS = 100;

const LIST = "/backyard/service-requests";
const find = (word: string) => `${LIST}?q=${encodeURIComponent(word)}`;

/**
 * Pages that staff use, each with several search words, so that no response is requested twice in a
 * row.
 */
const VISITS: Visit[] = [
  { what: "list and counts", paths: [LIST], targetMs: LIST_TARGET_MS },
  {
    what: "search by name",
    paths: [
      "kowalski",
      "rosa",
      "mercado",
      "yusuf ha",
      "priya",
      "wood",
      "zoe zamora",
      "nobody at all",
    ].map(find),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "search by service",
    paths: ["plumb", "roof", "air cond", "screen", "brake", "garage d"].map(find),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "search by phone",
    paths: ["4045550123", "555-0177", "(713) 555", "2065550", "0142"].map(find),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "status filter",
    paths: ["new", "contacted", "closed"].map((status) => `${LIST}?status=${status}`),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "groups and views",
    paths: VIEWS.map((view) => `${LIST}?view=${view}`),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "search in groups and views",
    paths: VIEWS.map((view) => `${find("heat")}&view=${view}`),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "search and status",
    paths: ["new", "contacted", "closed"].map((status) => `${find("heat")}&status=${status}`),
    targetMs: LIST_TARGET_MS,
  },
  {
    what: "sources",
    paths: [7, 30, 90].map((days) => `/backyard/sources?days=${days}`),
    targetMs: LIST_TARGET_MS,
  },
  { what: "quizzes", paths: ["/backyard/quizzes"], targetMs: LIST_TARGET_MS },
  { what: "dashboard", paths: ["/backyard/dashboard"], targetMs: DASHBOARD_TARGET_MS },
];

/** Measures the portal with a million requests: its pages for one person, and many open portals. */
export async function measurePortal(workspace: Workspace): Promise<Report> {
  const site = await startWatchedSite(workspace, { core: SERVER_CORE });
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const seconds = await seed(url);
  const cookie = await signInStaff(site, url);
  await waitUntilSettled(site);
  const lines: Line[] = [
    {
      what: `${REQUESTS.toLocaleString("en-US")} demo requests inserted in`,
      value: `${seconds.toFixed(0)} s`,
    },
  ];
  lines.push(...(await measureVisits(site, { cookie, visits: VISITS })));
  lines.push(...(await measureOpenPortals(site, url)));
  await site.stop();
  return {
    notes: [`${CALLS} calls each, one at a time, whole pages over HTTP; ${CORES_NOTE}`],
    lines,
  };
}

/** @returns how many seconds the inserts took */
async function seed(url: string): Promise<number> {
  const owner = createDatabase({ url, max: 2, onError: () => {} });
  const started = performance.now();
  // Other parts may have stored quotes in this database.
  const result = await seedDemo(
    { db: owner, actor: "command-line", now: new Date() },
    { requests: REQUESTS, seed: SEED, services: listDemoServices(), force: true },
  );
  const seconds = (performance.now() - started) / 1_000;
  if (!result.ok) throw new Error(`The demo data could not be written: ${result.reason}.`);
  await refreshStatistics(owner);
  await owner.$client.end();
  return seconds;
}
