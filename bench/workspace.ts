import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chmodSync, constants, mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

export type Workspace = {
  /** Contains everything that a run writes; accessible to any user. */
  folder: string;
  /** Starts a program in a separate process group, so that Ctrl-C reaches only this process. */
  spawn: (command: string[], options?: SpawnOptions) => ChildProcess;
  /** Stops what still runs and deletes the folder. */
  close: () => Promise<void>;
};

/**
 * Creates a temporary folder, and manages the child processes of this run. A separate small process
 * cleans up, even if this one is killed.
 */
export function openWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), "henry-bench-"));
  chmodSync(folder, 0o755);
  const reaper = spawn(process.execPath, [join(import.meta.dirname, "reaper.ts"), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(reaper, "exit");
  // Browsers put their profiles into the temporary folder.
  process.env.TMPDIR = folder;
  let closed = false;
  return {
    folder,
    spawn([program = "", ...args], options = {}) {
      if (closed) throw new Error("the run has ended");
      const child = spawn(program, args, { cwd: ROOT, ...options, detached: true });
      reaper.stdin.write(`${child.pid ?? ""}\n`);
      child.once("exit", () => closed || reaper.stdin.write(`-${child.pid}\n`));
      return child;
    },
    async close() {
      closed = true;
      reaper.stdin.end();
      await ended;
    },
  };
}

/** Path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;
const taskset = availableParallelism() >= 2 ? findProgram("taskset") : undefined;
export const CORES_NOTE = taskset
  ? `server on core ${SERVER_CORE}, load on core ${LOAD_CORE}`
  : "cores are not pinned (taskset and two cores are needed)";

/** The command, bound to one core if possible. */
export const pinToCore = (core: number | undefined, command: string[]) =>
  taskset && core !== undefined ? [taskset, "-c", String(core), ...command] : command;

export const hasExited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null;

/** Stops a child and waits; the reaper kills one that does not end. */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  deadlineMs: number,
): Promise<void> {
  if (hasExited(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
  await ended;
  clearTimeout(timer);
}
