import { expect, test, vi } from "vitest";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { runJobs } from "./run-jobs.ts";

test("a job that failed runs again soon, however long its pause is", async () => {
  vi.useFakeTimers();
  const runs: number[] = [];
  const logged: string[] = [];
  const write = (_fields: unknown, message?: string) => void logged.push(message ?? "");
  const nightly = {
    id: "nightly",
    everyMs: 15 * MINUTE_MS,
    async run() {
      runs.push(Date.now());
      if (runs.length < 3) throw new Error("no connection");
    },
  };
  const running = runJobs([nightly], { warn: write, error: write });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs.map((at) => at - (runs[0] ?? 0))).toEqual([0, 10_000, 20_000]);
  expect(logged).toEqual(Array(2).fill("a job failed; it is tried again"));
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  expect(runs).toHaveLength(4);
  await running.stop();
  vi.useRealTimers();
});
