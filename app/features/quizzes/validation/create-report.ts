import { countCombinations } from "../engine/combinations.ts";
import type { Question } from "../schema.ts";
import { parsePattern, type Shape } from "./check-patterns.ts";
import { type CheckInput, type CheckReport, createLayerCounts } from "./check-report.ts";
import { findContradictingRows } from "./find-contradicting-rows.ts";
import {
  findContradictions,
  findUncoveredDangers,
  findWithoutInfluence,
} from "./find-weak-spots.ts";

/** A report before any combination was checked, with what the input itself shows. */
export const createReport = (
  input: CheckInput,
  questions: readonly Pick<Question, "id" | "options">[],
  shape: Shape,
): CheckReport => ({
  combinations: countCombinations(questions),
  checked: 0,
  layers: createLayerCounts(),
  coverage: questions.map(({ id, options }) => ({
    questionId: id,
    options: options.map(createLayerCounts),
  })),
  outcomes: {},
  neverReached: [],
  ...findWithoutInfluence(input),
  ties: 0,
  thinMargins: 0,
  violations: { count: 0, examples: [] },
  deadRules: input.rules
    .filter(({ pattern }) => !parsePattern(pattern, shape))
    .map(({ name }) => name),
  dangersWithoutRule: findUncoveredDangers(input),
  dangersWithoutWords: input.rules
    .filter(
      ({ urgency, headline, causes }) => urgency === "high" && (!headline || causes.length === 0),
    )
    .map(({ name }) => name),
  contradictions: findContradictions(input, shape),
  contradictingRows: findContradictingRows(input),
});
