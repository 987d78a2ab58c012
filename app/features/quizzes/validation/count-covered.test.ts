import { expect, test } from "vitest";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { countCovered } from "./count-covered.ts";

const data = buildGenericDiagnosis("HVAC");
const question = (id: string, size: number) => ({
  id,
  options: Array.from({ length: size }, (_, at) => `Option ${at}`),
});
const outcome = (key: string, weights: Record<string, number>) => ({ key, bias: 0, weights, data });

test("each outcome covers the combinations for which it is most likely, and all together cover everything", () => {
  const questions = [question("1", 2), question("2", 3)];
  expect(
    countCovered(questions, [outcome("a", { "1:1": 2, "2:2": 2 }), outcome("b", { "1:0": 1 })]),
  ).toEqual([4, 6]);
  expect(countCovered(questions, [])).toEqual([]);
});

test("for a large quiz it is a repeatable estimate that increases", () => {
  const questions = Array.from({ length: 10 }, (_, at) => question(String(at + 1), 4));
  const items = () =>
    countCovered(questions, [
      outcome("a", { "5:1": 2 }),
      outcome("b", { "5:0": 1, "5:2": 1, "5:3": 1 }),
    ]);
  const counts = items();
  expect(counts).toEqual(items());
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts[0]).toBeGreaterThan(4 ** 10 / 5);
  expect(counts[0]).toBeLessThan(4 ** 10 / 3);
  expect(counts.at(-1)).toBe(4 ** 10);
});
