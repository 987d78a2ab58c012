import { describe, expect, test } from "vitest";
import { EXACT_LIMIT, GENERIC_TITLE } from "#app/features/quizzes/constants.ts";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import { draftDiagnosis } from "#app/features/quizzes/generation/draft-diagnosis.ts";
import { estimateAccuracy } from "#app/features/quizzes/generation/estimate-accuracy.ts";
import {
  type FaultTree,
  MAX_TREE_QUESTIONS,
  NO_DANGER,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { describeAnswerPair } from "#app/features/quizzes/player/describe-answers.ts";
import { checkQuiz } from "#app/features/quizzes/validation/check-quiz.ts";
import {
  type CheckReport,
  calculateCoverage,
} from "#app/features/quizzes/validation/check-report.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { buildTreeQuiz, GENERAL_TREE, listTreeSlugs, readTree, THRESHOLDS } from "./open-tree.ts";

const MIN_TREES = 25;
/** Share of simulated visitors who are told a cause; the others get the general result. */
const MIN_NAMED: Record<number, number> = { 5: 0.8, 8: 0.88 };
/** Answers that sound like a danger and are none in their quiz. */
const HARMLESS = new Set([
  "It does not catch, and I smell a little gas",
  "Blue or gray smoke at the tailpipe",
  "Oil that smells of gas, or a level that rises by itself",
  "The fluid is nearly black or smells burnt",
  "Full smoke alarms while we cook or shower, 3 beeps and a pause",
  "An oily streak down a strut or shock",
  "An oily strut or shock, or a tire worn in patches or waves",
  "Like cigarettes or smoke, from before",
  "Coughs or a backfire now and then, and it smells of raw fuel",
  "It sparks, but no burner gets gas",
  "A gas line, and flames shrink when other gas appliances run",
  "The flames are strong now, at least for a while",
  "Candles, incense, smoking or open fires most weeks",
  "Smoke, candles or fried food",
  "I shocked it within the last four days",
  "Smoke, food or stale air",
  "Sewage or a toilet",
  "Rotten eggs, and only when water runs",
  "With the season, or with clouds, smoke, heat or snow",
  "Darker than it was, without a burnt smell",
  "Nearly black, or it smells burnt",
]);
const MAX_GRADE = 9;
/** Long enough that every question weighs in, and short enough to check every combination. */
const LONG = 8;
const SIZES = [3, 5, LONG];

const slugs = listTreeSlugs();
const selected = process.env.TREES?.split(",") ?? slugs;

/** The report of Check quiz; for a long quiz without its danger question, as each danger ends it. */
function check(tree: FaultTree, questions: number): CheckReport {
  const { questions: all, outcomes, rules } = buildTreeQuiz(tree, questions);
  const isLong = questions === LONG;
  return checkQuiz({
    questions: isLong ? all.slice(1) : all,
    rows: [],
    outcomes,
    rules: rules
      .filter(({ pattern }) => !isLong || !pattern.startsWith("1:"))
      .map((rule) => ({ ...rule, isApproved: true })),
    thresholds: THRESHOLDS,
  });
}

/** Options that sound dangerous, have no rule, and are not known to be harmless. */
const listWorrying = (
  tree: FaultTree,
  questionCount: number,
  { dangersWithoutRule }: CheckReport,
): string[] => {
  const { questions } = buildTreeQuiz(tree, questionCount);
  const texts = dangersWithoutRule.map((pair) => describeAnswerPair(pair, questions).answer);
  return texts.filter((text) => !HARMLESS.has(text));
};

describe.each([...selected, GENERAL_TREE])("danger comes first: %s", (slug) => {
  test("the first question lists dangers, and each has its own rule, even in the shortest quiz", () => {
    const tree = readTree(slug);
    for (let questions = 3; questions <= MAX_TREE_QUESTIONS; questions++) {
      const { questions: asked, rules } = buildTreeQuiz(tree, questions);
      const [first] = asked;
      expect(first?.optionIds?.[0]).toBe(NO_DANGER.key);
      expect(first?.options[0]).toBe(NO_DANGER.text);
      const dangers = (first?.options ?? []).flatMap((_, option) =>
        option === 0 ? [] : [formatAnswerPair("1", option)],
      );
      const stopPatterns = rules
        .filter(({ urgency }) => urgency === "high")
        .map(({ pattern }) => pattern);
      expect(stopPatterns.filter((pattern) => /(^|,)1:/.test(pattern)).toSorted()).toEqual(dangers);
    }
  });

  test("every danger is named, and 911 comes first when lives are at stake", () => {
    for (const rule of readTree(slug).safety.filter(({ urgency }) => urgency === "high")) {
      const [first = ""] = rule.instruction.split("\n");
      expect(rule.headline, rule.name).not.toMatch(/repair|inspection|professional/i);
      // Other dangers begin with their own first step, and may name 911 for the worst case.
      if (rule.call911) expect(first, rule.name).toMatch(/\b911\b/);
      else expect(first, rule.name).not.toMatch(/^call 911|(then|and) call 911 (now|from)/i);
      const isLifeThreatening =
        /possible gas leak|carbon monoxide|\bfire\b|electric shock|power line|ceiling may fall|collapse/i.test(
          rule.headline,
        );
      if (isLifeThreatening) expect(rule.call911, rule.headline).toBe(true);
      expect(rule.instruction, rule.name).not.toMatch(
        /open the (radiator )?cap to|(?<!never |do not )relight|light a match|reset it until/i,
      );
    }
  });

  test("the first option of every question leads to an ordinary, complete result", () => {
    const tree = readTree(slug);
    for (let questions = 3; questions <= MAX_TREE_QUESTIONS; questions++) {
      const { questions: asked, model, diagnoseOptions } = buildTreeQuiz(tree, questions);
      const { data, layer } = diagnoseOptions([]);
      expect(
        {
          layer,
          isGeneric: data.diagnosis === GENERIC_TITLE,
          timeframe: data.timeframe !== "",
          message: data.customMessage !== "",
        },
        `${questions} questions`,
      ).toEqual({
        // Three questions may not be enough for a cause, nor any number for a general one.
        ...(questions > 3 && slug !== GENERAL_TREE
          ? { layer: "model", isGeneric: false }
          : { layer: expect.stringMatching(/model|generic/), isGeneric: expect.any(Boolean) }),
        ...{ timeframe: true, message: true },
      });
      expect(
        Math.min(data.causes.length, data.nextSteps.length, data.preventionTips.length),
        `${questions} questions`,
      ).toBeGreaterThanOrEqual(layer === "generic" ? 1 : 2);
      // A small quiz has a row for every combination, and it says the same.
      if (countCombinations(asked) > EXACT_LIMIT) continue;
      expect(
        draftDiagnosis(
          asked.map(({ id }) => formatAnswerPair(id, 0)).join(","),
          model,
          tree.serviceType,
        ),
      ).toEqual(data);
    }
  });
});

test("the general tree, for all other topics, gives cautious results for nearly all answers", () => {
  const tree = readTree(GENERAL_TREE);
  for (const cause of tree.causes)
    expect(cause).toMatchObject({
      urgency: "medium",
      diagnosis: expect.stringMatching(/possibly|inspection/i),
    });
  for (const questions of SIZES) {
    const report = check(tree, questions);
    expect({
      dangers: report.dangersWithoutRule,
      dead: report.deadRules,
      idle: report.questionsWithoutInfluence,
    }).toEqual({ dangers: [], dead: [], idle: [] });
    expect(calculateCoverage(report)).toBeGreaterThanOrEqual(0.9);
  }
  const text = tree.causes
    .flatMap((cause) => [cause.customMessage, ...cause.nextSteps, ...cause.preventionTips])
    .join(". ");
  expect(getGradeLevel(text)).toBeLessThanOrEqual(MAX_GRADE);
});

test(`there are at least ${MIN_TREES} fault trees`, () =>
  expect(slugs.length).toBeGreaterThanOrEqual(MIN_TREES));

describe.each(selected)("content/fault-trees/%s.yaml", (slug) => {
  test.each(SIZES)(
    "a quiz of %i questions reaches every cause, and names one to nearly all visitors",
    (questions) => {
      const tree = readTree(slug);
      const report = check(tree, questions);
      const details = JSON.stringify({
        coverage: calculateCoverage(report),
        layers: report.layers,
        outcomes: report.outcomes,
      });
      expect(
        {
          violations: report.violations.count,
          dead: report.deadRules,
          dangers: listWorrying(tree, questions, report),
          contradictions: report.contradictions,
        },
        details,
      ).toEqual({
        violations: 0,
        dead: [],
        dangers: [],
        contradictions: [],
      });
      expect(report.questionsWithoutInfluence, details).toEqual([]);
      if (questions < 5) return;
      expect(report.neverReached, details).toEqual([]);
      expect(
        estimateAccuracy(tree, { questions, visitors: 1_000 }).named,
        details,
      ).toBeGreaterThanOrEqual(MIN_NAMED[questions] ?? 1);
    },
  );

  test("its texts are plain English and unique", () => {
    const tree = readTree(slug);
    const text = [
      ...tree.causes.flatMap((cause) => [
        cause.customMessage,
        ...cause.nextSteps,
        ...cause.preventionTips,
      ]),
      ...tree.safety.map(({ instruction }) => instruction),
    ].join(". ");
    expect(getGradeLevel(text)).toBeLessThanOrEqual(MAX_GRADE);
    expect(text).not.toMatch(
      /\b(guarantee[ds]?|always safe|100 ?%|best in|licensed and insured)\b/i,
    );
    const messages = tree.causes.map((cause) => cause.customMessage);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
