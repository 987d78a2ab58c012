import { expect, test, vi } from "vitest";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { runWorkers } from "./workers.ts";

test("a turn that failed is tried again soon, however seldom the worker has a turn", async () => {
  vi.useFakeTimers();
  const turns: number[] = [];
  const logged: string[] = [];
  const write = (_fields: unknown, message?: string) => void logged.push(message ?? "");
  const nightly = {
    name: "nightly",
    everyMs: 15 * MINUTE_MS,
    async run() {
      turns.push(Date.now());
      if (turns.length < 3) throw new Error("no connection");
    },
  };
  const running = runWorkers([nightly], { warn: write, error: write });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(turns.map((at) => at - (turns[0] ?? 0))).toEqual([0, 10_000, 20_000]);
  expect(logged).toEqual(Array(2).fill("a worker's turn failed; it is tried again"));
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  expect(turns).toHaveLength(4);
  await running.stop();
  vi.useRealTimers();
});
