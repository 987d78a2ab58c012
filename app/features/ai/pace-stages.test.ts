import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceStages, STAGE_MS } from "./pace-stages.ts";

const STAGES = ["Preparing", "Researching", "Processing", "Formatting"];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a run that ends immediately still shows every message, each for its time", async () => {
  const shown: string[] = [];
  let isDone = false;
  const pace = paceStages(STAGES, (stage) => shown.push(stage));
  void pace.finish().then(() => {
    isDone = true;
  });
  for (let count = 1; count <= STAGES.length; count++) {
    await vi.advanceTimersByTimeAsync(STAGE_MS - 1);
    expect([shown, isDone]).toEqual([STAGES.slice(0, count), false]);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(isDone).toBe(true);
});

test("a message waits until the run reaches its stage, and skipped stages are shown too", async () => {
  const shown: string[] = [];
  const pace = paceStages(STAGES, (stage) => shown.push(stage));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(["Preparing"]);
  pace.reach("Processing");
  pace.reach("Preparing");
  pace.reach("Something else");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(STAGES.slice(0, 3));
});

test("a stopped run shows nothing more", async () => {
  const shown: string[] = [];
  const pace = paceStages(STAGES, (stage) => shown.push(stage));
  pace.reach("Formatting");
  pace.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(["Preparing"]);
});
