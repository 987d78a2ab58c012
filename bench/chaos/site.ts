import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { findFreePort } from "#server/postgres-cluster.ts";
import { isBuilt } from "../../scripts/build.ts";
import { ISOLATED_ENVIRONMENT } from "../../scripts/isolated-environment.ts";
import { readMetric } from "../read-metric.ts";
import { getStartFlags } from "../site.ts";
import { endChild, openWorkspace, type Workspace } from "../workspace.ts";
import { call } from "./http-call.ts";

const READY_POLL_MS = 10;
const READY_DEADLINE_MS = MINUTE_MS;
const EXIT_DEADLINE_MS = 15_000;
export type SiteProcess = {
  pid: number;
  /** performance.now() when it was spawned. */
  spawnedAt: number;
  isAlive: () => boolean;
  kill: (signal: NodeJS.Signals) => void;
  /** The exit code; null if a signal ended it. */
  exited: Promise<number | null>;
};

export type Site = {
  port: number;
  origin: string;
  /** Starts a process of the site without waiting for it. */
  spawn: (env?: Record<string, string>) => SiteProcess;
  /** Starts the server and waits until /readyz says 200; `readyMs` counts from the spawn. */
  start: (env?: Record<string, string>) => Promise<SiteProcess & { readyMs: number }>;
  /** Process ID and state of the running postmaster, from its pid file. */
  postmaster: () => { pid: number; status: string } | undefined;
  /** Connection URL of the owner of the tables; starts the database if it is not running. */
  databaseUrl: () => Promise<string>;
  /**
   * Runs work on a connection of the owner of the tables; starts the database if it is not running.
   */
  withDatabase: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
};

let workspace: Workspace | undefined;

/** What the parts of a run share. */
export const getWorkspace = (): Workspace => {
  workspace ??= openWorkspace();
  return workspace;
};

/** Stops everything that was started, and deletes what was written. */
export const closeWorkspace = async () => workspace?.close();

/**
 * Runs work with a separate site: port, data folder and embedded database. Afterwards everything is
 * stopped and deleted.
 */
export async function withSite<T>(
  env: Record<string, string>,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const { site, close } = await createSite(getWorkspace(), env);
  try {
    return await work(site);
  } finally {
    await close();
  }
}

async function createSite({ folder, spawn }: Workspace, siteEnv: Record<string, string>) {
  const home = mkdtempSync(join(folder, "site-"));
  // The database runs as another user, who must have access.
  chmodSync(home, 0o755);
  const dataDir = join(home, "data");
  const cluster = join(dataDir, "postgres/cluster");
  const logFile = join(home, "server.log");
  const port = await findFreePort();
  const children = new Set<ChildProcess>();
  const startDatabase = () => startEmbeddedPostgres({ dataDir, explicit: true });

  const spawnProcess: Site["spawn"] = (env = {}) => {
    const log = openSync(logFile, "a");
    // The start script would build if a source file has just changed.
    const entry = isBuilt() ? "scripts/start.ts" : "build/server/index.js";
    const spawnedAt = performance.now();
    const child = spawn([process.execPath, ...getStartFlags(), entry], {
      stdio: ["ignore", log, log],
      env: {
        ...process.env,
        ...ISOLATED_ENVIRONMENT,
        PORT: String(port),
        DATA_DIR: dataDir,
        ...siteEnv,
        ...env,
      },
    });
    closeSync(log);
    children.add(child);
    const exited = once(child, "exit").then(([code]) => {
      children.delete(child);
      return code as number | null;
    });
    return {
      pid: child.pid ?? 0,
      spawnedAt,
      exited,
      isAlive: () => children.has(child),
      kill: (signal) => void child.kill(signal),
    };
  };

  const site: Site = {
    port,
    origin: `http://127.0.0.1:${port}`,
    spawn: spawnProcess,
    async start(env) {
      const server = spawnProcess(env);
      while ((await call({ port, path: "/readyz" })).status !== 200) {
        if (!server.isAlive() || performance.now() - server.spawnedAt > READY_DEADLINE_MS)
          throw new Error(
            `The site did not start:\n${readFileSync(logFile, "utf8").slice(-2_000)}`,
          );
        await wait(READY_POLL_MS);
      }
      return { ...server, readyMs: performance.now() - server.spawnedAt };
    },
    postmaster: () => readPostmaster(cluster),
    databaseUrl: async () => (await startDatabase()).url,
    withDatabase: async (work) => withClient((await startDatabase()).url, work),
  };

  const close = async () => {
    await Promise.all([...children].map((child) => endChild(child, "SIGTERM", EXIT_DEADLINE_MS)));
    if (existsSync(join(cluster, "postmaster.pid"))) await (await startDatabase()).stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { site, close };
}

/** CPU time of the server since its start. */
export const readCpuSeconds = ({ origin }: Site) => readMetric(origin, "process_cpu_seconds_total");

/** Runs work on a connection that may be lost meanwhile. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function readPostmaster(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, status: lines[7]?.trim() ?? "" } : undefined;
  } catch {
    return undefined;
  }
}
