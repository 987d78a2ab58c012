import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const KB_PER_MB = 1_024;
/** Linux counts processor time in these units on every machine. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in MB. */
export const readResidentMb = (pid: number) =>
  Math.round(
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / KB_PER_MB,
  );

/** Peak resident memory of a process; known only on Linux. */
export function readPeakMb(pid: number): number | undefined {
  const kilobytes = /^VmHWM:\s*(\d+)/m.exec(readProc(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / KB_PER_MB);
}

/** Processor time that a process has used; NaN except on Linux. */
export const readCpuSeconds = (pid: number): number => readCpuFields(pid, 11);

/** Processor time of the children of a process that have ended. */
export const readEndedChildrenCpuSeconds = (pid: number): number => readCpuFields(pid, 13);

/** User and system time: two fields after the name in parentheses, which may contain spaces. */
function readCpuFields(pid: number, first: number): number {
  const fields =
    readProc(pid, "stat")
      ?.replace(/^.*\) /, "")
      .split(" ") ?? [];
  return (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
}

function readProc(pid: number, name: string): string | undefined {
  const file = `/proc/${pid}/${name}`;
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
