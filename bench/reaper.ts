// Runs in parallel with a benchmark and cleans up after it: reads process ids of children ("12";
// "-12" once that one has ended). When its input closes, for whatever reason, it ends them and
// everything started in the folder, then removes the folder.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const [folder = ""] = process.argv.slice(2);
const GRACE_MS = 6_000;
const PAUSE_MS = 50;
const groups = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line);
  if (pid > 1) groups.add(pid);
  else groups.delete(-pid);
}
for (const pid of groups) sendSignal(-pid, "SIGKILL");
// The database and browsers leave their parent's process group, but name the folder in their
// arguments.
const deadline = Date.now() + GRACE_MS;
for (
  let found = listProcesses();
  found.length > 0 && Date.now() < deadline;
  found = listProcesses()
) {
  for (const pid of found) sendSignal(pid, "SIGINT");
  await wait(PAUSE_MS);
}
for (const pid of listProcesses()) sendSignal(pid, "SIGKILL");
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: PAUSE_MS });

function listProcesses(): number[] {
  if (!folder.includes("henry-bench-")) return [];
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\n")
    .filter((line) => line.includes(folder))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 1 && pid !== process.pid);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
