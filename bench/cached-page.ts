import { loadPage, PAGE_LOAD_NOTE, startLoadGenerator } from "./loader.ts";
import { hasNginx, NGINX_MISSING, startNginx } from "./nginx.ts";
import { readCpuSeconds } from "./process-metrics.ts";
import { formatPercent, formatRounds, type Line, type Report } from "./report.ts";
import { fetchServedPage } from "./served-page.ts";
import { startSite, waitUntilIdle } from "./site.ts";
import { median } from "./statistics.ts";
import { CORES_NOTE, LOAD_CORE, SERVER_CORE, type Workspace } from "./workspace.ts";

const PAGE = "/home-services/plumbing";
/** Many short rounds that alternate, so that other load on the machine affects all servers. */
const ROUNDS = 15;
const ROUND_SECONDS = 2;
const WARM_SECONDS = 2;
/** Share of the requests a second that nginx serves. */
const TARGET = 0.55;
/** How much faster than the HTTP server serving from memory must be (decision 011). */
const MEMORY_TARGET = 1.5;
/** A load generator busier than this was the bottleneck. */
const SATURATED_SHARE = 0.97;

type Server = { port: number; pid: number; header: string };
type Measurements = { perSecond: number[]; busy: number[]; cpuMicroseconds: number[] };

/**
 * Compares a page from memory, before and behind the HTTP server, with nginx serving the same
 * bytes, on one core each.
 */
export async function measureCachedPage(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace, { core: SERVER_CORE });
  const loader = startLoadGenerator(workspace, { core: LOAD_CORE });
  await waitUntilIdle(site);
  const page = await fetchServedPage(site, PAGE);
  const nginx = hasNginx()
    ? await startNginx(workspace, { pages: [page], core: SERVER_CORE })
    : undefined;
  const servers: Server[] = [
    { ...site, header: "X-Other: none" },
    // With this header a connection belongs to the HTTP server.
    { ...site, header: "Trailer: none" },
    ...(nginx ? [{ ...nginx, header: "X-Other: none" }] : []),
  ];
  const measurements = servers.map(
    (): Measurements => ({ perSecond: [], busy: [], cpuMicroseconds: [] }),
  );
  const load = ({ port, header }: Server, seconds: number) =>
    loadPage({ workspace, loader, core: LOAD_CORE, port, path: PAGE, header, seconds });
  for (const server of servers) await load(server, WARM_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const before = readCpuSeconds(server.pid);
      const { perSecond, busy } = await load(server, ROUND_SECONDS);
      measurements[index]?.perSecond.push(perSecond);
      measurements[index]?.busy.push(busy);
      measurements[index]?.cpuMicroseconds.push(
        ((readCpuSeconds(server.pid) - before) / (perSecond * ROUND_SECONDS)) * 1e6,
      );
    }
  }
  await Promise.all([site.stop(), loader.stop(), nginx?.stop()]);
  const note = `${PAGE}, ${page.body.length.toLocaleString("en-US")} bytes of brotli, keep-alive; ${CORES_NOTE}; load from ${PAGE_LOAD_NOTE}`;
  return buildReport(note, measurements);
}

function buildReport(note: string, [memory, http, nginx]: Measurements[]): Report {
  if (!memory || !http) return { notes: [note], lines: [] };
  const gain = median(memory.perSecond) / median(http.perSecond);
  const lines: Line[] = [
    { what: "before node:http", value: formatMeasurements(memory) },
    { what: "behind node:http", value: formatMeasurements(http) },
    {
      what: "before to behind",
      value: `${gain.toFixed(2)} x  (by processor time ${(median(http.cpuMicroseconds) / median(memory.cpuMicroseconds)).toFixed(2)} x)`,
      target: `≥ ${MEMORY_TARGET} x`,
      met: gain >= MEMORY_TARGET,
    },
  ];
  if (!nginx) return { notes: [note, NGINX_MISSING], lines };
  const notes = [note];
  if (median(nginx.busy) > SATURATED_SHARE)
    notes.push(
      "the load generator was fully busy against nginx, so nginx could serve more and the ratios are too high: put wrk on the PATH",
    );
  const ratio = (ours: Measurements) => median(ours.perSecond) / median(nginx.perSecond);
  return {
    notes,
    lines: [
      ...lines,
      { what: "nginx", value: formatMeasurements(nginx) },
      {
        what: "before node:http to nginx",
        value: formatPercent(ratio(memory)),
        target: `≥ ${formatPercent(TARGET)}`,
        met: ratio(memory) >= TARGET,
      },
      { what: "behind node:http to nginx", value: formatPercent(ratio(http)) },
    ],
  };
}

const formatMeasurements = ({ perSecond, cpuMicroseconds }: Measurements) =>
  `${formatRounds(perSecond)}${Number.isNaN(median(cpuMicroseconds)) ? "" : `, ${median(cpuMicroseconds).toFixed(1)} µs of processor each`}`;
