import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { isBuilt } from "../scripts/build.ts";
import { ISOLATED_ENVIRONMENT } from "../scripts/isolated-environment.ts";
import { call } from "./chaos/http-call.ts";
import { readMetric } from "./read-metric.ts";
import { endChild, pinToCore, ROOT, type Workspace } from "./workspace.ts";

const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 12_000;
const READY_POLL_MS = 50;
const SETTLE_DEADLINE_MS = 30_000;
const SETTLE_STEP_MS = 500;
/** Below this share of a core the site counts as settled. */
const SETTLED_SHARE = 0.06;
/** Over this time the site must use less than this share of a core to count as idle. */
const IDLE_MS = 10_000;
const IDLE_SHARE = 0.03;
const IDLE_DEADLINE_MS = 240_000;

export type Site = {
  url: string;
  port: number;
  pid: number;
  child: ChildProcess;
  stop: () => Promise<void>;
};

function getStartCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return scripts.start.split(" ");
}
/** Flags that `npm start` passes to Node. */
export const getStartFlags = () => getStartCommand().filter((word) => word.startsWith("--"));
/** Variables that `npm start` sets. */
const getStartVariables = () =>
  Object.fromEntries(
    getStartCommand().flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split("=", 2)] : [])),
  );

/** Starts the built site with these variables, of which its caller says where its data is. */
export const spawnBuiltSite = (
  workspace: Workspace,
  options: { env: Record<string, string>; folder?: string; preload?: string[] },
): ChildProcess =>
  workspace.spawn(
    [
      process.execPath,
      ...getStartFlags(),
      ...(options.preload ?? []).flatMap((url) => ["--import", url]),
      "build/server/index.js",
    ],
    {
      cwd: options.folder ?? ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        ...getStartVariables(),
        ...ISOLATED_ENVIRONMENT,
        LOG_LEVEL: "fatal",
        ...options.env,
      },
    },
  );

/** @param headers such as the host, where the site has a PUBLIC_URL */
export async function waitUntilReady(
  port: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const deadline = performance.now() + MINUTE_MS;
  while ((await call({ port, path: "/readyz", headers })).status !== 200) {
    if (performance.now() > deadline) throw new Error("The site did not become ready.");
    await wait(READY_POLL_MS);
  }
}

const ENVIRONMENT = {
  ...ISOLATED_ENVIRONMENT,
  PORT: "0",
  ROLE: "all",
  PUBLIC_API_KEY: "public-anon-key",
};

export const getDataDir = (workspace: Workspace) => join(workspace.folder, "data");

/**
 * Starts the built site like `npm start`, on a free port. Its database is in the workspace and
 * survives the site.
 * @param options.preload URL of a module that runs in the site's process before the site
 */
export async function startSite(
  workspace: Workspace,
  options: { core?: number; preload?: string } = {},
): Promise<Site> {
  // The start script would build if a source file has just changed.
  const entry = isBuilt() ? "scripts/start.ts" : "build/server/index.js";
  const preload = options.preload ? ["--import", options.preload] : [];
  const child = workspace.spawn(
    pinToCore(options.core, [process.execPath, ...getStartFlags(), ...preload, entry]),
    {
      env: {
        ...process.env,
        ...getStartVariables(),
        ...ENVIRONMENT,
        DATA_DIR: getDataDir(workspace),
      },
      stdio: ["ignore", "pipe", "inherit", ...(options.preload ? (["ipc"] as const) : [])],
    },
  );
  const output: string[] = [];
  const deadline = setTimeout(() => child.kill("SIGKILL"), START_DEADLINE_MS);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /runs on (http\S+)/.exec(line)?.[1];
    if (!url) {
      output.push(line);
      continue;
    }
    clearTimeout(deadline);
    child.stdout?.resume();
    return {
      url,
      port: Number(new URL(url).port),
      pid: child.pid ?? 0,
      child,
      stop: () => endChild(child, "SIGTERM", STOP_DEADLINE_MS),
    };
  }
  clearTimeout(deadline);
  if (child.exitCode === null) await once(child, "exit");
  throw new Error(`The site did not start.\n${output.join("\n")}`);
}

/**
 * Waits until the site has rendered and compressed its pages, so that measurements do not include
 * that.
 */
export async function waitUntilSettled({ url }: { url: string }): Promise<void> {
  const deadline = Date.now() + SETTLE_DEADLINE_MS;
  let before = await readCpuSeconds(url);
  while (Date.now() < deadline) {
    await wait(SETTLE_STEP_MS);
    const now = await readCpuSeconds(url);
    if (now - before < (SETTLED_SHARE * SETTLE_STEP_MS) / 1_000) return;
    before = now;
  }
}

/**
 * Waits until the best compression of all pages has ended too, even on a machine that others use.
 * @returns the share of a core that the site uses then
 */
export async function waitUntilIdle(site: Pick<Site, "url">): Promise<number> {
  const deadline = Date.now() + IDLE_DEADLINE_MS;
  while (Date.now() < deadline) {
    const before = await readCpuSeconds(site.url);
    await wait(IDLE_MS);
    const share = (((await readCpuSeconds(site.url)) - before) * 1_000) / IDLE_MS;
    if (share < IDLE_SHARE) return share;
  }
  throw new Error("The site was not idle in time.");
}

const readCpuSeconds = (url: string) => readMetric(url, "process_cpu_seconds_total");
