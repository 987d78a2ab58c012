import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import { drawIndex } from "../generation/choose-questions.ts";
import { estimateAnswerShares, learnWeights, type RecordedCase } from "./learn-weights.ts";

/** Of 100 people with each cause, how many give each answer; one row a question. */
type World = Record<string, number[][]>;
const CAUSES = ["igniter", "filter", "thermostat", "blower"];
const COMMON = [40, 30, 20, 10];
const QUESTIONS = ["1", "2", "3"].map((id) => ({ id, options: ["a", "b", "c"] }));
const WORLD: World = {
  igniter: [
    [70, 20, 10],
    [10, 10, 80],
    [60, 30, 10],
  ],
  filter: [
    [10, 80, 10],
    [60, 20, 20],
    [60, 30, 10],
  ],
  thermostat: [
    [10, 20, 70],
    [20, 60, 20],
    [60, 30, 10],
  ],
  blower: [
    [30, 30, 40],
    [30, 60, 10],
    [60, 30, 10],
  ],
};
/** What the recorded causes show instead: few people with a bad igniter answer c to question 2. */
const PLANTED_SHARES = [45, 45, 10];
const PLANTED: World = {
  ...WORLD,
  igniter: (WORLD.igniter ?? []).map((shares, question) =>
    question === 1 ? PLANTED_SHARES : shares,
  ),
};

const pairsOf = (question: number) => ["a", "b", "c"].map((_, at) => `${question + 1}:${at}`);
const shareOfAll = (world: World, question: number, option: number) =>
  CAUSES.reduce(
    (sum, cause, at) =>
      sum + ((COMMON[at] ?? 0) / 100) * ((world[cause]?.[question]?.[option] ?? 0) / 100),
    0,
  );

/** The outcomes of a world, with the weights that Bayes gives. */
const buildOutcomes = (world: World) =>
  CAUSES.map((cause) => ({
    id: cause,
    weights: Object.fromEntries(
      QUESTIONS.flatMap((_, question) =>
        pairsOf(question).map((pair, option) => [
          pair,
          Math.log(
            (world[cause]?.[question]?.[option] ?? 0) / 100 / shareOfAll(world, question, option),
          ),
        ]),
      ),
    ),
  }));

function drawCases(world: World, count: number, seed = 1): RecordedCase[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const outcomeId = CAUSES[drawIndex(COMMON, random)] ?? "";
    const pairs = QUESTIONS.map(
      ({ id }, question) => `${id}:${drawIndex(world[outcomeId]?.[question] ?? [], random)}`,
    );
    return { outcomeId, pairs };
  });
}

const nameCause = (outcomes: ReturnType<typeof buildOutcomes>, pairs: readonly string[]) =>
  outcomes
    .map(({ id, weights }, at) => ({
      id,
      score: pairs.reduce(
        (sum, pair) => sum + (weights[pair] ?? 0),
        Math.log((COMMON[at] ?? 0) / 100),
      ),
    }))
    .toSorted((a, b) => b.score - a.score)[0]?.id;

describe("2,000 recorded causes from a world that differs from the weights", () => {
  const outcomes = buildOutcomes(WORLD);
  const learned = learnWeights({
    questions: QUESTIONS,
    outcomes,
    cases: drawCases(PLANTED, 2_000),
  });

  test("find the planted answers, and nothing else", () => {
    expect(learned.map(({ outcomeId }) => outcomeId)).toEqual(["igniter"]);
    expect(learned[0]?.changes.map(({ pair }) => pair)).toEqual(["2:0", "2:1", "2:2"]);
    for (const [option, share] of PLANTED_SHARES.entries()) {
      const change = learned[0]?.changes[option];
      expect(Math.abs((change?.after ?? 0) - share)).toBeLessThanOrEqual(4);
      expect(Math.abs((change?.before ?? 0) - (WORLD.igniter?.[1]?.[option] ?? 0))).toBeLessThan(3);
    }
  });

  test("make more results right for people whose causes nobody has recorded", () => {
    const changed = outcomes.map((outcome) => {
      const found = learned.find(({ outcomeId }) => outcomeId === outcome.id);
      const weights = found?.changes.map(({ pair, weight }) => [pair, weight] as const) ?? [];
      return { ...outcome, weights: { ...outcome.weights, ...Object.fromEntries(weights) } };
    });
    const visitors = drawCases(PLANTED, 2_000, 7);
    const countRight = (model: typeof outcomes) =>
      visitors.filter(({ outcomeId, pairs }) => nameCause(model, pairs) === outcomeId).length;
    const best = countRight(buildOutcomes(PLANTED));
    expect(countRight(outcomes)).toBeLessThan(best - 100);
    expect(countRight(changed)).toBeGreaterThan(best - 20);
  });
});

test("recorded causes that fit the weights propose nothing", () => {
  expect(
    learnWeights({
      questions: QUESTIONS,
      outcomes: buildOutcomes(WORLD),
      cases: drawCases(WORLD, 2_000),
    }),
  ).toEqual([]);
});

test("29 recorded causes propose nothing, however clear they are; 30 do", () => {
  const input = { questions: QUESTIONS, outcomes: buildOutcomes(WORLD) };
  const same = (count: number): RecordedCase[] =>
    Array.from({ length: count }, () => ({ outcomeId: "filter", pairs: ["1:2", "2:0", "3:0"] }));
  expect(learnWeights({ ...input, cases: same(29) })).toEqual([]);
  expect(learnWeights({ ...input, cases: same(30) })).toHaveLength(1);
});

test("a question that may not be learned from stays as it is", () => {
  const learned = learnWeights({
    questions: QUESTIONS.filter(({ id }) => id !== "2"),
    outcomes: buildOutcomes(WORLD),
    cases: drawCases(PLANTED, 2_000),
  });
  expect(learned).toEqual([]);
});

test("the shares of all people follow from the weights, and where these say nothing, from the answers", () => {
  const outcomes = buildOutcomes(WORLD);
  for (const question of [0, 1, 2]) {
    const pairs = pairsOf(question);
    // Among the recorded causes, other causes are common than among the visitors.
    const typical = pairs.map((_, option) =>
      CAUSES.reduce((sum, cause) => sum + (WORLD[cause]?.[question]?.[option] ?? 0) / 400, 0),
    );
    const shares = estimateAnswerShares(outcomes, { pairs, typical });
    for (const [option, share] of shares.entries())
      expect(Math.abs(share - shareOfAll(WORLD, question, option))).toBeLessThan(0.02);
  }
});
