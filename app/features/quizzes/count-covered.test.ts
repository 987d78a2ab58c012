import { expect, test } from "vitest";
import { countCovered } from "./count-covered.ts";
import { genericDiagnosis } from "./diagnose.ts";

const data = genericDiagnosis("HVAC");
const question = (id: string, size: number) => ({ id, options: Array.from({ length: size }, (_, at) => `Option ${at}`) });
const row = (hash: string) => ({ hash, priority: 0, data });
const outcome = (key: string, weights: Record<string, number>) => ({ key, bias: 0, weights, data });

test("each item covers what no earlier one does, and the last ends at all combinations", () => {
  const questions = [question("1", 2), question("2", 3)];
  expect(countCovered(questions, [row("1:0,2:0"), row("1:0,2:0"), row("1:0,2:1")], [outcome("a", { "1:1": 2 }), outcome("b", { "1:0": 1 })])).toEqual([1, 1, 2, 5, 6]);
});

test("of a large quiz it is an estimate that is the same each time, and grows", () => {
  const questions = Array.from({ length: 10 }, (_, at) => question(String(at + 1), 4));
  const items = () => countCovered(questions, [row("1:0,2:0"), row("3:0,4:0")], [outcome("a", { "5:1": 2 }), outcome("b", { "5:0": 1 })]);
  const counts = items();
  expect(counts).toEqual(items());
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts[0]).toBeGreaterThan(40_000);
  expect(counts[0]).toBeLessThan(90_000);
  expect(counts.at(-1)).toBe(4 ** 10);
});
