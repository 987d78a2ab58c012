import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadResult } from "./http-load.ts";
import type { LoadJob } from "./load-process.ts";
import { endChild, findProgram, pinToCore, type Workspace } from "./workspace.ts";

export const CONNECTIONS = 32;
const STOP_DEADLINE_MS = 1_000;
const wrk = findProgram("wrk");

export type LoadGenerator = {
  /** Runs one job. Rejects if a response was not 200. */
  run: (job: LoadJob) => Promise<LoadResult>;
  stop: () => Promise<void>;
};

/** Starts the load generator in a separate process, optionally on its own core. */
export function startLoadGenerator(
  workspace: Workspace,
  options: { core?: number } = {},
): LoadGenerator {
  const child = workspace.spawn(
    pinToCore(options.core, [process.execPath, join(import.meta.dirname, "load-process.ts")]),
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  return {
    async run(job) {
      child.send(job);
      const { result, error } = await nextMessage(child);
      if (!result) throw new Error(`The load could not be generated: ${error}.`);
      if (Object.keys(result.failures).length > 0)
        throw new Error(
          `Of ${result.responses} responses some were not 200: ${JSON.stringify(result.failures)}.`,
        );
      return result;
    },
    stop: () => endChild(child, "SIGKILL", STOP_DEADLINE_MS),
  };
}

type ChildMessage = { result?: LoadResult; error?: string };

async function nextMessage(child: ChildProcess): Promise<ChildMessage> {
  const abort = new AbortController();
  const message = once(child, "message", { signal: abort.signal }).then(
    ([received]) => received as ChildMessage,
  );
  const end = once(child, "exit", { signal: abort.signal }).then(
    (): ChildMessage => ({ error: "its process ended" }),
  );
  const [first, other] = [Promise.race([message, end]), Promise.allSettled([message, end])];
  try {
    return await first;
  } finally {
    abort.abort();
    await other;
  }
}

/** The program that loads a fixed page: wrk if installed, since it is faster than ours. */
export const PAGE_LOAD_NOTE = wrk
  ? "wrk"
  : "the built-in generator (node:net); wrk on the PATH would be used instead";

type PageLoad = {
  workspace: Workspace;
  loader: LoadGenerator;
  core?: number;
  port: number;
  path: string;
  /** A header line besides the usual ones. */
  header?: string;
  seconds: number;
};

/** Loads one page for some seconds. */
export async function loadPage({
  workspace,
  loader,
  core,
  port,
  path,
  header,
  seconds,
}: PageLoad): Promise<{ perSecond: number; busy: number }> {
  if (!wrk)
    return loader.run({
      port,
      connections: CONNECTIONS,
      seconds,
      source: { kind: "get", path, port, header },
    });
  const url = `http://127.0.0.1:${port}${path}`;
  const child = workspace.spawn(
    pinToCore(core, [
      wrk,
      "-t1",
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      "-H",
      "Accept-Encoding: br",
      ...(header ? ["-H", header] : []),
      url,
    ]),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let text = "";
  child.stdout?.on("data", (part: Buffer) => {
    text += part;
  });
  await once(child, "close");
  const perSecond = Number(/Requests\/sec:\s*([\d.]+)/.exec(text)?.[1]);
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(text))
    throw new Error(`wrk reported errors:\n${text}`);
  return { perSecond, busy: Number.NaN };
}
