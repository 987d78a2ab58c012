import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_MARGIN,
  DEFAULT_POSTERIOR,
  EXACT_LIMIT,
  GENERIC_TITLE,
} from "#app/features/quizzes/constants.ts";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { diagnose } from "#app/features/quizzes/engine/diagnose.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import { draftQuiz, draftQuizModel } from "#app/features/quizzes/generation/build-quiz.ts";
import { draftDiagnosis } from "#app/features/quizzes/generation/draft-diagnosis.ts";
import {
  type FaultTree,
  faultTreeSchema,
  NO_DANGER,
  TREE_QUESTIONS,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { checkQuiz } from "#app/features/quizzes/validation/check-quiz.ts";
import {
  type CheckReport,
  calculateCoverage,
} from "#app/features/quizzes/validation/check-report.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { createRandom } from "#app/lib/seeded-random.ts";

const MIN_TREES = 25;
/** Of all combinations, most of which nobody gives: the others get the general result. */
const MIN_COVERAGE = 0.88;
const MAX_GRADE = 9;
/** Drawn visitors a cause, and the share of them that a full quiz must tell of it. */
const VISITORS = 120;
const MIN_FOUND = 0.2;
const SIZES = [3, 5, TREE_QUESTIONS];
/** Share of all visitors, each cause as common as its tree says, that must be told of their own. */
const MIN_ACCURACY: Record<number, number> = { 5: 0.7, [TREE_QUESTIONS]: 0.85 };
const thresholds = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };

const slugs = readdirSync("content/fault-trees").map((name) => name.replace(/\.yaml$/, ""));
const checked = process.env.TREES?.split(",") ?? slugs;
const GENERAL = "general-fault-tree";
const read = (slug: string): FaultTree =>
  readYaml(slug === GENERAL ? `${GENERAL}.yaml` : `fault-trees/${slug}.yaml`, faultTreeSchema);

function build(tree: FaultTree, questions: number) {
  const quiz = draftQuiz(tree, { questions });
  const model = draftQuizModel(tree, { questions });
  const outcomes = model.outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const rules = model.rules.map((rule) => ({ ...rule, id: rule.name }));
  const answer = (options: readonly number[]) =>
    diagnose(
      quiz.questions.map(({ id }, at) => ({
        questionId: id,
        selectedOptionIndex: options[at] ?? 0,
      })),
      { row: null, outcomes, rules, thresholds, serviceType: tree.serviceType },
    );
  return { quiz, outcomes, rules, answer };
}

/** What Check quiz finds; of a long quiz without its danger question, since each danger ends it. */
function check(tree: FaultTree, questions: number): CheckReport {
  const { quiz, outcomes, rules } = build(tree, questions);
  const isLong = questions === TREE_QUESTIONS;
  return checkQuiz({
    questions: isLong ? quiz.questions.slice(1) : quiz.questions,
    rows: [],
    outcomes,
    rules: rules
      .filter(({ pattern }) => !isLong || !pattern.startsWith("1:"))
      .map((rule) => ({ ...rule, isApproved: true })),
    thresholds,
  });
}

/**
 * Visitors with one trouble and without danger, who answer as its points say they would: the share
 * of them that is told of it, by cause.
 */
function sharesFound(tree: FaultTree, questions: number): Record<string, number> {
  const { quiz, outcomes, answer } = build(tree, questions);
  const random = createRandom(1);
  const shareOf = (own: (typeof outcomes)[number]): number => {
    let found = 0;
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const options = quiz.questions.map((question, at) =>
        at === 0
          ? 0
          : draw(
              question.options.map((_, option) =>
                Math.exp(own.weights[formatAnswerPair(question.id, option)] ?? 0),
              ),
            ),
      );
      const { layer, data } = answer(options);
      // A danger that stops them says the same, and more: "do not drive".
      if (
        data.diagnosis === own.data.diagnosis ||
        (layer === "danger" && own.data.urgency === "high")
      )
        found += 1;
    }
    return found / VISITORS;
  };
  return Object.fromEntries(outcomes.map((own) => [own.key, shareOf(own)]));

  function draw(odds: number[]): number {
    let left = random() * odds.reduce((sum, value) => sum + value, 0);
    return Math.max(
      0,
      odds.findIndex((value) => {
        left -= value;
        return left <= 0;
      }),
    );
  }
}

const accuracyOf = (tree: FaultTree, shares: Record<string, number>) =>
  tree.causes.reduce((sum, { key, share }) => sum + share * (shares[key] ?? 0), 0) /
  tree.causes.reduce((sum, { share }) => sum + share, 0);

describe.each([...checked, GENERAL])("danger comes first: %s", (slug) => {
  test("the first question lists dangers, and each has its own rule, even in the shortest quiz", () => {
    const tree = read(slug);
    for (let questions = 3; questions <= TREE_QUESTIONS; questions++) {
      const { quiz, rules } = build(tree, questions);
      const [first] = quiz.questions;
      expect(first?.optionIds?.[0]).toBe(NO_DANGER.key);
      expect(first?.options[0]).toBe(NO_DANGER.text);
      const dangers = (first?.options ?? []).flatMap((_, option) =>
        option === 0 ? [] : [formatAnswerPair("1", option)],
      );
      const stops = rules.filter(({ urgency }) => urgency === "high").map(({ pattern }) => pattern);
      expect(stops.filter((pattern) => /(^|,)1:/.test(pattern))).toEqual(dangers);
    }
  });

  test("every danger is named, and 911 comes first when lives are at stake", () => {
    for (const rule of read(slug).safety.filter(({ urgency }) => urgency === "high")) {
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
    const tree = read(slug);
    for (let questions = 3; questions <= TREE_QUESTIONS; questions++) {
      const { quiz, outcomes, rules, answer } = build(tree, questions);
      const { data, layer } = answer([]);
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
      if (countCombinations(quiz.questions) > EXACT_LIMIT) continue;
      expect(
        draftDiagnosis(
          quiz.questions.map(({ id }) => formatAnswerPair(id, 0)).join(","),
          { outcomes, rules },
          tree.serviceType,
        ),
      ).toEqual(data);
    }
  });
});

test("the general tree, for all other topics, claims little and answers nearly everything", () => {
  const tree = read(GENERAL);
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
  const words = tree.causes
    .flatMap((cause) => [cause.customMessage, ...cause.nextSteps, ...cause.preventionTips])
    .join(". ");
  expect(getGradeLevel(words)).toBeLessThanOrEqual(MAX_GRADE);
});

test("there are enough fault trees", () => expect(slugs.length).toBeGreaterThanOrEqual(MIN_TREES));

describe.each(checked)("content/fault-trees/%s.yaml", (slug) => {
  test.each(SIZES)(
    "a quiz of %i questions reaches every cause, and answers nearly all combinations",
    (questions) => {
      const tree = read(slug);
      const report = check(tree, questions);
      const said = JSON.stringify({
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
        said,
      ).toEqual({
        violations: 0,
        dead: [],
        dangers: [],
        contradictions: [],
      });
      expect(report.questionsWithoutInfluence, said).toEqual([]);
      if (questions < 5) return;
      expect(report.neverReached, said).toEqual([]);
      expect(calculateCoverage(report), said).toBeGreaterThanOrEqual(MIN_COVERAGE);
    },
  );

  test("most visitors with a fault get its diagnosis", () => {
    const tree = read(slug);
    for (const questions of [5, TREE_QUESTIONS]) {
      const shares = sharesFound(tree, questions);
      const said = JSON.stringify(shares);
      expect(accuracyOf(tree, shares), said).toBeGreaterThanOrEqual(MIN_ACCURACY[questions] ?? 1);
      if (questions < TREE_QUESTIONS) continue;
      expect(
        Object.entries(shares).filter(([, share]) => share < MIN_FOUND),
        said,
      ).toEqual([]);
    }
  });

  test("its texts are plain English and unique", () => {
    const tree = read(slug);
    const words = [
      ...tree.causes.flatMap((cause) => [
        cause.customMessage,
        ...cause.nextSteps,
        ...cause.preventionTips,
      ]),
      ...tree.safety.map(({ instruction }) => instruction),
    ].join(". ");
    expect(getGradeLevel(words)).toBeLessThanOrEqual(MAX_GRADE);
    expect(words).not.toMatch(
      /\b(guarantee[ds]?|always safe|100 ?%|best in|cheapest|licensed and insured)\b/i,
    );
    const messages = tree.causes.map((cause) => cause.customMessage);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
