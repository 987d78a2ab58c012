import { expect, test } from "vitest";
import { putDangerFirst } from "./put-danger-first.ts";

const sound = { options: ["A hum", "Nothing", "None of these"], mostLikely: 1 };
const danger = { options: ["A smell of gas", "Smoke from it", "None of these"], mostLikely: 2 };

test("the question that asks for dangers comes first, with None of these first", () => {
  expect(putDangerFirst([sound, danger])).toEqual([
    { options: ["None of these", "A smell of gas", "Smoke from it"], mostLikely: 0 },
    sound,
  ]);
  expect(putDangerFirst(putDangerFirst([sound, danger]))).toEqual(putDangerFirst([sound, danger]));
  expect(putDangerFirst([{ ...danger, mostLikely: 1 }])[0]?.mostLikely).toBe(2);
});

test("a quiz without such a question stays as it is", () =>
  expect(putDangerFirst([sound])).toEqual([sound]));
