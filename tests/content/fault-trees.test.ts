import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { combinationsOf, draftKnowledge, draftQuiz } from "#app/features/quizzes/build-quiz.ts";
import { checkQuiz } from "#app/features/quizzes/check-quiz.ts";
import { type CheckReport, coverageOf } from "#app/features/quizzes/check-report.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "#app/features/quizzes/constants.ts";
import { chooseRow, diagnose } from "#app/features/quizzes/diagnose.ts";
import { type FaultTree, faultTreeSchema, TREE_QUESTIONS } from "#app/features/quizzes/fault-tree-schema.ts";
import { pairOf } from "#app/features/quizzes/hash-answers.ts";
import { makeRandom } from "#app/features/quizzes/make-random.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { gradeLevel } from "#app/lib/reading-level.ts";

const MIN_TREES = 25;
const MIN_COVERAGE = 0.95;
const MAX_GRADE = 9;
/** Drawn visitors a cause, and the share of them that a full quiz must tell of it. */
const VISITORS = 300;
const MIN_FOUND = 0.2;
const SIZES = [3, 5, TREE_QUESTIONS];

const slugs = readdirSync("content/fault-trees").map((name) => name.replace(/\.yaml$/, ""));
const checked = process.env.TREES?.split(",") ?? slugs;
const read = (slug: string): FaultTree => readYaml(`fault-trees/${slug}.yaml`, faultTreeSchema);

function check(tree: FaultTree, questions: number): { report: CheckReport; rows: number } {
  const quiz = draftQuiz(tree, { questions });
  const knowledge = draftKnowledge(tree, { questions });
  const report = checkQuiz({
    questions: quiz.questions,
    rows: knowledge.rows.map((row) => ({ ...row, id: row.hash, approvedAt: new Date(0) })),
    outcomes: knowledge.outcomes.map((outcome) => ({ ...outcome, id: outcome.key })),
    rules: knowledge.rules.map((rule) => ({ ...rule, id: rule.name, isApproved: true })),
    thresholds: { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN },
  });
  return { report, rows: knowledge.rows.length };
}

/** Visitors with one trouble, who answer as its points say they would: the share of them that is told of it, by cause. */
function sharesFound(tree: FaultTree): Record<string, number> {
  const quiz = draftQuiz(tree, { questions: TREE_QUESTIONS });
  const { outcomes, rows } = draftKnowledge(tree, { questions: TREE_QUESTIONS });
  const all = outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const approved = rows.map((row) => ({ ...row, id: row.hash, approvedAt: new Date(0) }));
  const random = makeRandom(1);
  return Object.fromEntries(all.map((own) => [own.key, shareOf(own)]));

  function shareOf(own: (typeof all)[number]): number {
    let found = 0;
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const answers = quiz.questions.map(({ id, options }) => {
        const odds = options.map((_, at) => Math.exp(own.weights[pairOf(id, at)] ?? 0));
        let draw = random() * odds.reduce((sum, value) => sum + value, 0);
        const selectedOptionIndex = odds.findIndex((value) => {
          draw -= value;
          return draw <= 0;
        });
        return { questionId: id, selectedOptionIndex: Math.max(0, selectedOptionIndex) };
      });
      const knowledge = { row: chooseRow(approved, answers), outcomes: all, rules: [], thresholds: { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN }, serviceType: "" };
      if (diagnose(answers, knowledge).data.diagnosis === own.data.diagnosis) found += 1;
    }
    return found / VISITORS;
  }
}

test("the general tree, for topics that no other fits, claims little and answers nearly everything", () => {
  const tree = readYaml("general-fault-tree.yaml", faultTreeSchema);
  for (const cause of tree.causes) expect(cause).toMatchObject({ urgency: "medium", diagnosis: expect.stringMatching(/possibly|inspection/i) });
  for (const questions of SIZES) {
    const quiz = draftQuiz(tree, { questions });
    const knowledge = draftKnowledge(tree, { questions });
    const report = checkQuiz({
      questions: quiz.questions,
      rows: [],
      outcomes: knowledge.outcomes.map((outcome) => ({ ...outcome, id: outcome.key })),
      rules: knowledge.rules.map((rule) => ({ ...rule, id: rule.name, isApproved: true })),
      thresholds: { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN },
    });
    expect({ dangers: report.dangersWithoutRule, dead: report.deadRules, idle: report.questionsWithoutInfluence }).toEqual({ dangers: [], dead: [], idle: [] });
    expect(coverageOf(report)).toBeGreaterThanOrEqual(0.9);
  }
  const words = tree.causes.flatMap((cause) => [cause.customMessage, ...cause.nextSteps, ...cause.preventionTips]).join(". ");
  expect(gradeLevel(words)).toBeLessThanOrEqual(MAX_GRADE);
});

test("there are enough fault trees", () => expect(slugs.length).toBeGreaterThanOrEqual(MIN_TREES));

describe.each(checked)("content/fault-trees/%s.yaml", (slug) => {
  test.each(SIZES)("a quiz of %i questions reaches every cause, and answers nearly all combinations", (questions) => {
    const tree = read(slug);
    const { report, rows } = check(tree, questions);
    expect(report.combinations).toBe(combinationsOf(draftQuiz(tree, { questions }).questions));
    const said = JSON.stringify({ coverage: coverageOf(report), layers: report.layers, outcomes: report.outcomes, rows });
    expect({ violations: report.violations.count, dead: report.deadRules, dangers: report.dangersWithoutRule, contradictions: report.contradictions }, said).toEqual({
      violations: 0,
      dead: [],
      dangers: [],
      contradictions: [],
    });
    expect(report.questionsWithoutInfluence, said).toEqual([]);
    if (questions < 5) return;
    expect(report.neverReached, said).toEqual([]);
    expect(coverageOf(report), said).toBeGreaterThanOrEqual(MIN_COVERAGE);
    expect(rows, said).toBeGreaterThanOrEqual(questions);
  });

  test("visitors who have a trouble are mostly told of it", () => {
    const tree = read(slug);
    const shares = sharesFound(tree);
    expect(
      Object.entries(shares).filter(([, share]) => share < MIN_FOUND),
      JSON.stringify(shares),
    ).toEqual([]);
  });

  test("its words are plain and its own", () => {
    const tree = read(slug);
    const words = tree.causes.flatMap((cause) => [cause.customMessage, ...cause.nextSteps, ...cause.preventionTips]).join(". ");
    expect(gradeLevel(words)).toBeLessThanOrEqual(MAX_GRADE);
    expect(words).not.toMatch(/\b(guarantee[ds]?|always safe|100 ?%|best in|cheapest|licensed and insured)\b/i);
    const messages = tree.causes.map((cause) => cause.customMessage);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
