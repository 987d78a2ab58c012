import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { findFreePort } from "#server/postgres-cluster.ts";
import { CONNECTIONS, type LoadGenerator, startLoadGenerator } from "./loader.ts";
import { readCpuSeconds, readEndedChildrenCpuSeconds } from "./process-metrics.ts";
import { createQuoteSource } from "./quote-body.ts";
import { formatRate, type Report } from "./report.ts";
import type { RequestSource } from "./request-source.ts";
import { spawnBuiltSite, waitUntilIdle, waitUntilReady } from "./site.ts";
import { endChild, type Workspace } from "./workspace.ts";

const COUNTS = [1, 2, 4];
const SECONDS = 6;
const WARM_SECONDS = 3;
const STOP_DEADLINE_MS = 12_000;
const SERIALS_PER_ROUND = 1_000_000;
/** A round number for one core and its memory in a large cloud; put in your own. */
const DOLLARS_PER_CORE_HOUR = 0.04;
/** What a visitor opens, besides files that a CDN or the browser keeps. */
const PAGES_PER_VISIT = 3;
const MEMORY_PAGE = "/home-services/plumbing";
const RENDERED_PAGE = "/quote?service=plumbing";
const SECONDS_PER_HOUR = 3_600;
const MILLION = 1e6;

type Web = { port: number; url: string; child: ChildProcess };
type Throughput = { perSecond: number; cpuSecondsEach: number };
type Measured = { webs: number; memory: Throughput; rendered: Throughput; quotes: Throughput };

/**
 * Measures pages and quote requests with one, two and four web processes on one database, and what a
 * million of them cost in processor time.
 */
export async function measureScale(workspace: Workspace): Promise<Report> {
  const most = Math.max(...COUNTS);
  const { url: databaseUrl, directory } = await startEmbeddedPostgres({
    dataDir: join(workspace.folder, "scale"),
    explicit: true,
    settings: { max_connections: "120" },
  });
  const webs: Web[] = [];
  for (let number = 0; number < most; number++) webs.push(await startWeb(workspace, databaseUrl));
  const loaders = webs.map(() => startLoadGenerator(workspace));
  await Promise.all(webs.map(waitUntilIdle));
  const readDatabaseCpu = () => readDatabaseCpuSeconds(directory);
  let serials = 0;
  const createQuotes = (web: Web) => {
    serials += SERIALS_PER_ROUND;
    return createQuoteSource(web, serials);
  };
  const results: Measured[] = [];
  for (const count of COUNTS) {
    const pairs = webs.slice(0, count).map((web, index) => ({
      web,
      loader: loaders[index] as LoadGenerator,
    }));
    const measure = async (createSource: (web: Web) => RequestSource | Promise<RequestSource>) => {
      await load(pairs, { createSource, seconds: WARM_SECONDS, readDatabaseCpu });
      return load(pairs, { createSource, seconds: SECONDS, readDatabaseCpu });
    };
    results.push({
      webs: count,
      memory: await measure(({ port }) => ({ kind: "get", path: MEMORY_PAGE, port })),
      rendered: await measure(({ port }) => ({ kind: "get", path: RENDERED_PAGE, port })),
      quotes: await measure(createQuotes),
    });
  }
  const kilobytes = await readKilobytesPerRequest(databaseUrl);
  await Promise.all(loaders.map((loader) => loader.stop()));
  await Promise.all(webs.map(({ child }) => endChild(child, "SIGTERM", STOP_DEADLINE_MS)));
  return buildReport(results, kilobytes);
}

async function startWeb(workspace: Workspace, databaseUrl: string): Promise<Web> {
  const port = await findFreePort();
  const child = spawnBuiltSite(workspace, {
    env: {
      ROLE: "web",
      PORT: String(port),
      DATA_DIR: join(workspace.folder, `web-${port}`),
      DATABASE_URL: databaseUrl,
      APP_SECRET: "a-secret-of-this-measurement-that-is-long-enough",
      PUBLIC_API_KEY: "public-anon-key",
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(port);
  return { port, url, child };
}

type Pair = { web: Web; loader: LoadGenerator };

/** Loads all web processes at once. Processor time is that of the processes and the database. */
async function load(
  pairs: readonly Pair[],
  options: {
    createSource: (web: Web) => RequestSource | Promise<RequestSource>;
    seconds: number;
    readDatabaseCpu: () => number;
  },
): Promise<Throughput> {
  const { createSource, seconds, readDatabaseCpu } = options;
  const sources = await Promise.all(pairs.map(({ web }) => createSource(web)));
  const readCpu = () =>
    readDatabaseCpu() + pairs.reduce((sum, { web }) => sum + readCpuSeconds(web.child.pid ?? 0), 0);
  const before = readCpu();
  const results = await Promise.all(
    pairs.map(({ web, loader }, index) =>
      loader.run({
        port: web.port,
        connections: Math.max(1, CONNECTIONS / pairs.length),
        seconds,
        source: sources[index] as RequestSource,
      }),
    ),
  );
  const responses = results.reduce((sum, result) => sum + result.responses, 0);
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    cpuSecondsEach: (readCpu() - before) / responses,
  };
}

/** Of all tables and indexes, with what is empty at the beginning. */
async function readKilobytesPerRequest(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ kilobytes: number }>(
    "select (pg_database_size(current_database()) / 1000.0 / (select count(*) from service_requests))::float as kilobytes",
  );
  await client.end();
  return rows[0]?.kilobytes ?? Number.NaN;
}

/** Of all processes of a PostgreSQL server, also those that have ended. */
function readDatabaseCpuSeconds(directory: string): number {
  const [pid = ""] = readFileSync(join(directory, "cluster/postmaster.pid"), "utf8").split("\n");
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" })
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);
  return [Number(pid), ...children].reduce(
    (sum, process) => sum + readCpuSeconds(process),
    readEndedChildrenCpuSeconds(Number(pid)),
  );
}

function buildReport(results: readonly Measured[], kilobytesPerRequest: number): Report {
  const formatCost = (cpuSecondsEach: number) => {
    const coreHours = (cpuSecondsEach * MILLION) / SECONDS_PER_HOUR;
    return `${coreHours.toFixed(2)} core hours, $${(coreHours * DOLLARS_PER_CORE_HOUR).toFixed(2)}`;
  };
  return {
    notes: [
      `${MEMORY_PAGE} from memory, ${RENDERED_PAGE} rendered, POST contact-sync stored; load, web processes and database share ${availableParallelism()} cores`,
      `a visit: ${PAGES_PER_VISIT} pages from memory and the quote page; processor time of web processes and database, at $${DOLLARS_PER_CORE_HOUR} a core hour`,
      `${kilobytesPerRequest.toFixed(1)} kB of database for each request just stored`,
    ],
    lines: results.flatMap(({ webs, memory, rendered, quotes }) => {
      const name = `${webs} web process${webs === 1 ? "" : "es"}`;
      const visit = PAGES_PER_VISIT * memory.cpuSecondsEach + rendered.cpuSecondsEach;
      return [
        {
          what: `${name}, each second`,
          value: `${formatRate(memory.perSecond)} pages from memory, ${formatRate(rendered.perSecond)} rendered, ${formatRate(quotes.perSecond)} requests stored`,
        },
        {
          what: `${name}, a million`,
          value: `visits ${formatCost(visit)}; requests ${formatCost(quotes.cpuSecondsEach)}`,
        },
      ];
    }),
  };
}
