import { CONNECTIONS, startLoadGenerator } from "./loader.ts";
import { readPeakMb, readResidentMb } from "./process-metrics.ts";
import { createQuoteSource } from "./quote-body.ts";
import type { Line, Report } from "./report.ts";
import type { RequestSource } from "./request-source.ts";
import { getStartFlags, startSite, waitUntilIdle } from "./site.ts";
import type { Workspace } from "./workspace.ts";

const REQUESTS = 10_000;
const TARGET_MB = 250;
const CACHED_PAGES = [
  "/",
  "/home-services",
  "/home-services/plumbing-water",
  "/home-services/plumbing",
  "/home-services/roofing",
  "/auto",
  "/privacy-policy",
  "/about-us",
];
/** Far from the serial numbers of other parts, which use the same database. */
const FIRST_SERIAL = 1_000_000_000;

/** Measures the memory of the server process after mixed load, without the database's processes. */
export async function measureMemory(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace);
  const loader = startLoadGenerator(workspace);
  const atStart = readResidentMb(site.pid);
  // A site under load that also warms up its pages refuses some requests.
  await waitUntilIdle(site);
  const page = (path: string): RequestSource => ({ kind: "get", path, port: site.port });
  const parts = [
    ...CACHED_PAGES.map((path) => ({ share: 0.8 / CACHED_PAGES.length, source: page(path) })),
    { share: 0.1, source: page("/quote?service=plumbing") },
    { share: 0.1, source: await createQuoteSource(site, FIRST_SERIAL) },
  ];
  await loader.run({
    port: site.port,
    connections: CONNECTIONS,
    requests: REQUESTS,
    source: { kind: "mix", parts },
  });
  const after = readResidentMb(site.pid);
  const peak = readPeakMb(site.pid);
  await Promise.all([site.stop(), loader.stop()]);
  const lines: Line[] = [
    { what: "resident at the start", value: `${atStart} MB` },
    {
      what: `resident after ${REQUESTS.toLocaleString("en-US")} requests`,
      value: `${after} MB`,
      target: `≤ ${TARGET_MB} MB`,
      met: after <= TARGET_MB,
    },
  ];
  if (peak !== undefined) lines.push({ what: "highest so far", value: `${peak} MB` });
  return {
    notes: [
      `node ${getStartFlags().join(" ")}; 80 % cached pages, 10 % /quote, 10 % quote requests; the database is not counted`,
    ],
    lines,
  };
}
