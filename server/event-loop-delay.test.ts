import { afterEach, expect, test, vi } from "vitest";
import { measureEventLoopDelay } from "./event-loop-delay.ts";

afterEach(() => void vi.useRealTimers());

test("distinguishes a repeatedly late event loop from a single stall", () => {
  vi.useFakeTimers();
  let clock = 0;
  const { delayMs, stop } = measureEventLoopDelay({ everyMs: 20, now: () => clock });
  const sample = (lateMs: number) => {
    clock += 20 + lateMs;
    vi.advanceTimersByTime(20);
    return delayMs();
  };
  expect([0, 0, 0, 0, 0, 3_000, 0, 0].map(sample)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect([700, 600, 800, 900, 700, 0].map(sample)).toEqual([0, 0, 0, 0, 600, 0]);
  stop();
});
