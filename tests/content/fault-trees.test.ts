import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EXACT_LIMIT, GENERIC_TITLE } from "#app/features/quizzes/constants.ts";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import { draftDiagnosis } from "#app/features/quizzes/generation/draft-diagnosis.ts";
import {
  type FaultTree,
  NO_DANGER,
  TREE_QUESTIONS,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { checkQuiz } from "#app/features/quizzes/validation/check-quiz.ts";
import {
  type CheckReport,
  calculateCoverage,
} from "#app/features/quizzes/validation/check-report.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { buildTreeQuiz, GENERAL_TREE, readTree, THRESHOLDS } from "./open-tree.ts";

const MIN_TREES = 25;
/** Share of all combinations with a diagnosis; the others, mostly contradictory, get the general result. */
const MIN_COVERAGE = 0.88;
const MAX_GRADE = 9;
const SIZES = [3, 5, TREE_QUESTIONS];

const slugs = readdirSync("content/fault-trees").map((name) => name.replace(/\.yaml$/, ""));
const selected = process.env.TREES?.split(",") ?? slugs;

/** The report of Check quiz; for a long quiz without its danger question, as each danger ends it. */
function check(tree: FaultTree, questions: number): CheckReport {
  const { questions: all, outcomes, rules } = buildTreeQuiz(tree, questions);
  const isLong = questions === TREE_QUESTIONS;
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

describe.each([...selected, GENERAL_TREE])("danger comes first: %s", (slug) => {
  test("the first question lists dangers, and each has its own rule, even in the shortest quiz", () => {
    const tree = readTree(slug);
    for (let questions = 3; questions <= TREE_QUESTIONS; questions++) {
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
      expect(stopPatterns.filter((pattern) => /(^|,)1:/.test(pattern))).toEqual(dangers);
    }
  });

  test("every danger is named, and 911 comes first when lives are at stake", () => {
    for (const rule of readTree(slug).safety.filter(({ urgency }) => urgency === "high")) {
      const [first = ""] = rule.instruction.split("\n");
      expect(rule.headline, rule.name).not.toMatch(/repair|inspection|professional/i);
      expect(/\b911\b/.test(first), `${rule.name}: ${first}`).toBe(rule.call911);
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
    for (let questions = 3; questions <= TREE_QUESTIONS; questions++) {
      const { questions: asked, outcomes, rules, diagnoseOptions } = buildTreeQuiz(tree, questions);
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
        ...{ layer: "model", isGeneric: false },
        ...{ timeframe: true, message: true },
      });
      expect(
        Math.min(data.causes.length, data.nextSteps.length, data.preventionTips.length),
        `${questions} questions`,
      ).toBeGreaterThanOrEqual(2);
      // A small quiz has a row for every combination, and it says the same.
      if (countCombinations(asked) > EXACT_LIMIT) continue;
      expect(
        draftDiagnosis(
          asked.map(({ id }) => formatAnswerPair(id, 0)).join(","),
          { outcomes, rules },
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
    "a quiz of %i questions reaches every cause, and has a diagnosis for nearly all combinations",
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
          dangers: report.dangersWithoutRule,
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
      expect(calculateCoverage(report), details).toBeGreaterThanOrEqual(MIN_COVERAGE);
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
      /\b(guarantee[ds]?|always safe|100 ?%|best in|cheapest|licensed and insured)\b/i,
    );
    const messages = tree.causes.map((cause) => cause.customMessage);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
