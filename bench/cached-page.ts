import { request } from "node:http";
import { loadPage, PAGE_LOADER, startLoader } from "./loader.ts";
import { hasNginx, NGINX_MISSING, type ServedPage, startNginx } from "./nginx.ts";
import { cpuSeconds } from "./process-metrics.ts";
import { type Line, median, percent, type Report, rounds } from "./report.ts";
import { type Site, settle, startSite } from "./site.ts";
import { CORES_NOTE, LOAD_CORE, SERVER_CORE, type Workspace } from "./workspace.ts";

const PAGE = "/home-services/plumbing";
const ROUNDS = 3;
const ROUND_SECONDS = 4;
const WARM_SECONDS = 2;
const AIM = 0.55;
/** A generator busier than this was the limit. */
const FULLY_BUSY = 0.97;

type Server = { port: number; pid: number };
type Figures = { perSecond: number[]; busy: number[]; cpuMicroseconds: number[] };

/** A page from memory against nginx with the same bytes, one core each. */
export async function measureCachedPage(workspace: Workspace): Promise<Report> {
  const site = await startSite(workspace, { core: SERVER_CORE });
  const loader = startLoader(workspace, { core: LOAD_CORE });
  await settle(site);
  const page = await readPage(site);
  const nginx = hasNginx() ? await startNginx(workspace, { page, core: SERVER_CORE }) : undefined;
  const servers: Server[] = nginx ? [site, nginx] : [site];
  const figures = servers.map((): Figures => ({ perSecond: [], busy: [], cpuMicroseconds: [] }));
  const load = (port: number, seconds: number) =>
    loadPage({ workspace, loader, core: LOAD_CORE, port, path: PAGE, seconds });
  for (const { port } of servers) await load(port, WARM_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { port, pid }] of servers.entries()) {
      const before = cpuSeconds(pid);
      const { perSecond, busy } = await load(port, ROUND_SECONDS);
      figures[index]?.perSecond.push(perSecond);
      figures[index]?.busy.push(busy);
      figures[index]?.cpuMicroseconds.push(
        ((cpuSeconds(pid) - before) / (perSecond * ROUND_SECONDS)) * 1e6,
      );
    }
  }
  await Promise.all([site.stop(), loader.stop(), nginx?.stop()]);
  const note = `${PAGE}, ${page.body.length.toLocaleString("en-US")} bytes of brotli, keep-alive; ${CORES_NOTE}; load from ${PAGE_LOADER}`;
  return describe(note, figures);
}

function describe(note: string, [ours, theirs]: Figures[]): Report {
  const show = ({ perSecond, cpuMicroseconds }: Figures) =>
    `${rounds(perSecond)}${Number.isNaN(median(cpuMicroseconds)) ? "" : `, ${median(cpuMicroseconds).toFixed(1)} µs of processor each`}`;
  const lines: Line[] = ours ? [{ what: "ours", value: show(ours) }] : [];
  if (!ours || !theirs) return { notes: [note, NGINX_MISSING], lines };
  const limited = median(theirs.busy) > FULLY_BUSY;
  const ratio = median(ours.perSecond) / median(theirs.perSecond);
  return {
    notes: limited
      ? [
          note,
          "the load generator was fully busy against nginx, so nginx could do more and the ratio is too kind: put wrk on the PATH",
        ]
      : [note],
    lines: [
      ...lines,
      { what: "nginx", value: show(theirs) },
      { what: "ratio", value: percent(ratio), aim: `≥ ${percent(AIM)}`, met: ratio >= AIM },
    ],
  };
}

/** The page as it travels: `fetch` would take the brotli off. */
function readPage(site: Site): Promise<ServedPage> {
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port: site.port, path: PAGE, headers: { "Accept-Encoding": "br" } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const { rawHeaders: raw } = response;
          const headers = raw.flatMap((name, index): [string, string][] =>
            index % 2 ? [] : [[name, raw[index + 1] ?? ""]],
          );
          resolve({ path: PAGE, headers, body: Buffer.concat(parts) });
        });
      },
    )
      .once("error", reject)
      .end();
  });
}
