import { expect, test } from "vitest";
import { listTicks } from "./chart-ticks.ts";

test.each([
  [0, [0, 1]],
  [0.3, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [640.5, [0, 200, 400, 600, 800]],
  [3_972, [0, 1_000, 2_000, 3_000, 4_000]],
  [41_000, [0, 20_000, 40_000, 60_000]],
])("an axis up to %d is divided at round numbers", (max, ticks) => {
  expect(listTicks(max)).toEqual(ticks);
});
