import { loadPage, PAGE_LOAD_NOTE, startLoadGenerator } from "./loader.ts";
import { formatRounds, type Report } from "./report.ts";
import { startSite, waitUntilSettled } from "./site.ts";
import { CORES_NOTE, LOAD_CORE, SERVER_CORE, type Workspace } from "./workspace.ts";

const PAGE = "/quote?service=plumbing";
const ROUNDS = 3;
const ROUND_SECONDS = 2;
const WARM_SECONDS = 2;

/** Measures a page that is rendered for each visitor, without a target. */
export async function measureUncachedPage(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace, { core: SERVER_CORE });
  const loader = startLoadGenerator(workspace, { core: LOAD_CORE });
  await waitUntilSettled(site);
  const load = (seconds: number) =>
    loadPage({ workspace, loader, core: LOAD_CORE, port: site.port, path: PAGE, seconds });
  await load(WARM_SECONDS);
  const results: number[] = [];
  for (let round = 0; round < ROUNDS; round++) results.push((await load(ROUND_SECONDS)).perSecond);
  await Promise.all([site.stop(), loader.stop()]);
  return {
    notes: [`${PAGE}; ${CORES_NOTE}; load from ${PAGE_LOAD_NOTE}`],
    lines: [{ what: "requests", value: formatRounds(results) }],
  };
}
