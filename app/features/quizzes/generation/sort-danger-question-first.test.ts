import { expect, test } from "vitest";
import { sortDangerQuestionFirst } from "./sort-danger-question-first.ts";

const sound = { options: ["A hum", "Nothing", "None of these"], mostLikely: 1 };
const danger = { options: ["A smell of gas", "Smoke from it", "None of these"], mostLikely: 2 };

test('the question about dangers comes first, with "None of these" first', () => {
  expect(sortDangerQuestionFirst([sound, danger])).toEqual([
    { options: ["None of these", "A smell of gas", "Smoke from it"], mostLikely: 0 },
    sound,
  ]);
  expect(sortDangerQuestionFirst(sortDangerQuestionFirst([sound, danger]))).toEqual(
    sortDangerQuestionFirst([sound, danger]),
  );
  expect(sortDangerQuestionFirst([{ ...danger, mostLikely: 1 }])[0]?.mostLikely).toBe(2);
});

test("a quiz without such a question is unchanged", () =>
  expect(sortDangerQuestionFirst([sound])).toEqual([sound]));
