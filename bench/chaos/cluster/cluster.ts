import type { ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { replaceLogin } from "#app/db/roles.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { findFreePort } from "#server/postgres-cluster.ts";
import { type Standby, startStandby } from "#tests/setup/standby.ts";
import { startTcpProxy, type TcpProxy } from "#tests/setup/tcp-proxy.ts";
import { spawnBuiltSite, waitUntilIdle, waitUntilReady } from "../../site.ts";
import { endChild, hasExited, ROOT, type Workspace } from "../../workspace.ts";
import { withClient } from "../site.ts";
import { preparePooler, startBalancer } from "./programs.ts";

const LOGIN = { name: "site", password: "a-password-of-the-site" };
const STANDBY_NAME = "standby";
const EXIT_DEADLINE_MS = 15_000;
const CLOCK_SHIFT_MS = 10 * MINUTE_MS;
/** Moves the clock that a process sees. */
const shiftClock = (ms: number) =>
  `data:text/javascript,const real = Date.now; const shifted = () => real() + ${ms};
globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) => Reflect.construct(target, args.length ? args : [shifted()], self),
  apply: (target) => new target(shifted()).toString(),
  get: (target, name) => name === "now" ? shifted : Reflect.get(target, name),
});`;

type Role = "web" | "worker";
type NodeOptions = {
  role: Role;
  /** How far its clock is off. */
  clockShiftMs?: number;
  /** The path of its data folder, if not one of its own. */
  dataDir?: string;
};

/** One process of the site, with its own connections to the database, which can be disturbed. */
export type ClusterNode = {
  role: Role;
  port: number;
  network: { pooled: TcpProxy; direct: TcpProxy };
  kill: (signal: NodeJS.Signals) => void;
  isAlive: () => boolean;
  exited: () => Promise<unknown>;
  /** Starts it, again where it has ended. */
  start: () => void;
  waitUntilReady: () => Promise<void>;
  /** From its next start it runs this folder: another version of the site. */
  setFolder: (folder: string) => void;
};

export type Cluster = {
  origin: string;
  port: number;
  nodes: ClusterNode[];
  webs: ClusterNode[];
  killPooler: () => void;
  startPooler: () => void;
  /** Kills the primary, and makes the standby the primary of everybody. */
  failOver: () => Promise<void>;
  withDatabase: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** 3 web processes and 2 workers behind Caddy and PgBouncer, on a primary with a synchronous standby. */
export async function openCluster(
  workspace: Workspace,
  options: { env: Record<string, string>; fullDisk: string | undefined },
): Promise<Cluster> {
  const { folder } = workspace;
  const makeFolder = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    return path;
  };
  const settings = { max_connections: "120" };
  const primary = await startEmbeddedPostgres({
    dataDir: makeFolder("primary"),
    explicit: true,
    settings,
  });
  const standby = await startStandby({
    primary,
    folder: makeFolder("standby"),
    name: STANDBY_NAME,
    settings,
  });
  await runOn(primary.url, `alter system set synchronous_standby_names = '${STANDBY_NAME}'`);
  await runOn(primary.url, "select pg_reload_conf()");
  // What a failover tool moves: a virtual address, or the name that a pooler resolves.
  const address = await startTcpProxy({ target: Number(new URL(primary.url).port) });
  const poolerPort = await findFreePort();
  const { username, password } = new URL(primary.url);
  const startPooler = preparePooler(workspace, {
    port: poolerPort,
    databasePort: address.port,
    login: LOGIN,
    owner: { name: username, password },
  });
  let poolerProcess = startPooler();
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...options.env,
    PUBLIC_URL: origin,
    APP_SECRET: "a-secret-of-the-cluster-that-is-long-enough",
    DATABASE_READ_URL: replaceLogin(standby.toStandby(primary.url), LOGIN),
  };
  const createNode = (nodeOptions: NodeOptions) =>
    createClusterNode(workspace, {
      ...nodeOptions,
      env,
      host: `127.0.0.1:${port}`,
      ownerUrl: primary.url,
      poolerPort,
      databasePort: address.port,
    });
  const nodes: ClusterNode[] = [];
  for (const node of [
    { role: "web" },
    { role: "web", dataDir: options.fullDisk },
    { role: "web", clockShiftMs: CLOCK_SHIFT_MS },
    { role: "worker" },
    { role: "worker", clockShiftMs: -CLOCK_SHIFT_MS },
  ] satisfies NodeOptions[])
    nodes.push(await createNode(node));
  for (const node of nodes) node.start();
  await Promise.all(nodes.map((node) => node.waitUntilReady()));
  const webs = nodes.filter(({ role }) => role === "web");
  const balancer = startBalancer(workspace, { origin, webPorts: webs.map((web) => web.port) });
  await waitUntilReady(port);
  // Until the best compression of all pages has ended: a cluster is busy with it only at its start.
  await Promise.all(webs.map((web) => waitUntilIdle({ url: `http://127.0.0.1:${web.port}` })));
  let current = primary.url;

  return {
    origin,
    port,
    nodes,
    webs,
    killPooler: () => void poolerProcess.kill("SIGKILL"),
    startPooler: () => {
      poolerProcess = startPooler();
    },
    async failOver() {
      killPostmaster(primary);
      address.reset();
      await standby.promote();
      address.setTarget(standby.port);
      current = standby.toStandby(primary.url);
    },
    withDatabase: (work) => withClient(current, work),
    close: () =>
      closeCluster({ nodes, balancer, poolerProcess, address, standby, primary, current }),
  };
}

async function closeCluster(open: {
  nodes: ClusterNode[];
  balancer: ChildProcess;
  poolerProcess: ChildProcess;
  address: TcpProxy;
  standby: Standby;
  primary: EmbeddedPostgres;
  current: string;
}): Promise<void> {
  const { nodes, balancer, poolerProcess, address, standby, primary, current } = open;
  await Promise.all(
    nodes.map(async (node) => {
      if (!node.isAlive()) return;
      node.kill("SIGTERM");
      await Promise.race([node.exited(), wait(EXIT_DEADLINE_MS)]);
      node.kill("SIGKILL");
    }),
  );
  await endChild(balancer, "SIGTERM", EXIT_DEADLINE_MS);
  await endChild(poolerProcess, "SIGTERM", EXIT_DEADLINE_MS);
  for (const { network } of nodes) {
    await network.pooled.close();
    await network.direct.close();
  }
  await address.close();
  // A primary that waits for its standby would not stop.
  if (current === primary.url) {
    await runOn(primary.url, "alter system reset synchronous_standby_names");
    await runOn(primary.url, "select pg_reload_conf()");
  }
  await standby.stop();
  await primary.stop();
}

type Setup = NodeOptions & {
  env: Record<string, string>;
  host: string;
  ownerUrl: string;
  poolerPort: number;
  databasePort: number;
};

async function createClusterNode(workspace: Workspace, setup: Setup): Promise<ClusterNode> {
  const { role, clockShiftMs = 0, ownerUrl, host } = setup;
  const port = await findFreePort();
  const pooled = await startTcpProxy({ target: setup.poolerPort });
  const direct = await startTcpProxy({ target: setup.databasePort });
  const at = (proxy: TcpProxy) =>
    Object.assign(new URL(ownerUrl), { port: String(proxy.port) }).href;
  const dataDir = setup.dataDir ?? join(workspace.folder, `node-${port}`);
  const preload = clockShiftMs === 0 ? [] : [shiftClock(clockShiftMs)];
  let folder = ROOT;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  return {
    role,
    port,
    network: { pooled, direct },
    kill: (signal) => void child?.kill(signal),
    isAlive: () => child !== undefined && !hasExited(child),
    exited: () => ended,
    setFolder: (path) => {
      folder = path;
    },
    start() {
      const started = spawnBuiltSite(workspace, {
        folder,
        preload,
        env: {
          ...setup.env,
          ROLE: role,
          PORT: String(port),
          WORKER_PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: replaceLogin(at(pooled), LOGIN),
          DATABASE_DIRECT_URL: at(direct),
        },
      });
      child = started;
      ended = new Promise((resolve) => started.once("exit", resolve));
    },
    waitUntilReady: () => waitUntilReady(port, { Host: host }),
  };
}

function killPostmaster({ directory }: EmbeddedPostgres): void {
  const [pid] = readFileSync(join(directory, "cluster/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

const runOn = (url: string, statement: string) =>
  withClient(url, (client) => client.query(statement));

/** A version of the site with one more migration: everything else are links to this one. */
export function createNextVersion({ folder }: Workspace): string {
  const next = join(folder, "next-version");
  mkdirSync(next);
  for (const name of [
    "app",
    "build",
    "content",
    "node_modules",
    "package.json",
    "scripts",
    "server",
  ])
    symlinkSync(join(ROOT, name), join(next, name));
  cpSync(join(ROOT, "drizzle"), join(next, "drizzle"), { recursive: true });
  const journalFile = join(next, "drizzle/meta/_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8")) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error("There are no migrations.");
  const tag = "9999_next-version";
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(
    join(next, `drizzle/${tag}.sql`),
    `ALTER TABLE "service_requests" ADD COLUMN "next_version" text DEFAULT 'x' NOT NULL;`,
  );
  return next;
}
