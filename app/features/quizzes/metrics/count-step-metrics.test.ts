import { expect, test } from "vitest";
import { parsePeriod } from "#app/features/content-editor/metrics-period.ts";
import { countStepMetrics } from "./count-step-metrics.ts";

const questions = ["1", "7", "3"].map((id) => ({ id, questionText: `Question ${id}?` }));

test("visitors who left are counted against the views of each question, and of the last one against the results", () => {
  const counts = new Map(
    Object.entries({
      "question:1": 100,
      "question:7": 80,
      "question:3": 40,
      finish: 30,
      "question:gone": 5,
    }),
  );
  expect(
    countStepMetrics(questions, counts).map(({ leftCount, dropOff }) => [leftCount, dropOff]),
  ).toEqual([
    [20, 0.2],
    [40, 0.5],
    [10, 0.25],
  ]);
});

test("a visitor stopped by a danger has not left", () => {
  const counts = new Map(
    Object.entries({
      "question:1": 100,
      "danger:1": 15,
      "question:7": 80,
      "question:3": 80,
      "danger:3": 10,
      finish: 65,
    }),
  );
  expect(countStepMetrics(questions, counts).map(({ leftCount }) => leftCount)).toEqual([5, 0, 5]);
});

test("counts are never negative, and a question that nobody saw has no share", () => {
  const counts = new Map(Object.entries({ "question:1": 5, "question:7": 9 }));
  expect(
    countStepMetrics(questions, counts).map(({ leftCount, dropOff }) => [leftCount, dropOff]),
  ).toEqual([
    [0, 0],
    [9, 1],
    [0, null],
  ]);
});

test("an unknown period falls back to the shorter one", () => {
  expect(
    ["days=90", "days=30", "days=5", ""].map((query) => parsePeriod(new URLSearchParams(query))),
  ).toEqual([90, 30, 30, 30]);
});
