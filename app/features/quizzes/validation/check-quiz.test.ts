import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import { chooseRow } from "../engine/choose-row.ts";
import { diagnose } from "../engine/diagnose.ts";
import { formatAnswerPair, hashAnswers } from "../engine/hash-answers.ts";
import { type Answer, diagnosisDataSchema } from "../schema.ts";
import { checkQuiz, MAX_EXHAUSTIVE_COMBINATIONS } from "./check-quiz.ts";
import { type CheckInput, getPublishBlocker } from "./check-report.ts";

const words = (diagnosis: string, urgency: "high" | "medium" | "low" = "medium") =>
  diagnosisDataSchema.parse({ diagnosis, urgency });
const question = (id: string, options: string[]) => ({
  id,
  questionText: `Question ${id}?`,
  options,
});
const row = (hash: string, diagnosis: string, priority = 0) => ({
  id: hash,
  hash,
  priority,
  approvedAt: new Date("2026-01-01"),
  data: words(diagnosis),
});
const rule = (pattern: string, isApproved: boolean) => ({
  id: `rule ${pattern}`,
  name: `Rule ${pattern}`,
  pattern,
  urgency: "high" as const,
  instruction: "Leave",
  headline: "Gas leak",
  call911: true,
  alsoCall: "",
  causes: ["A leak"],
  isApproved,
});
const small: CheckInput = {
  questions: [question("1", ["a", "b"]), question("2", ["c", "d", "e"])],
  rows: [],
  outcomes: [],
  rules: [],
  thresholds: { posterior: 0.45, margin: 0.1 },
};

function everyCombination(questions: CheckInput["questions"]): Answer[][] {
  return questions.reduce<Answer[][]>(
    (all, { id, options }) =>
      all.flatMap((answers) =>
        options.map((_, selectedOptionIndex) => [
          ...answers,
          { questionId: id, selectedOptionIndex },
        ]),
      ),
    [[]],
  );
}

/**
 * A quiz of a few questions with rows, outcomes and rules over it; weights are so uneven that
 * nothing ties.
 */
function randomQuiz(seed: number): CheckInput {
  const random = createRandom(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const ids = random() < 0.5 ? ["10", "2", "1", "30"] : ["roof", "B", "a2", "a10"];
  const questions = ids.slice(0, 1 + upTo(3)).map((id) =>
    question(
      id,
      Array.from({ length: 2 + upTo(2) }, (_, at) => `${id} ${at}`),
    ),
  );
  const somePattern = () =>
    hashAnswers(
      questions.flatMap(({ id, options }) =>
        random() < 0.6 ? [{ questionId: id, selectedOptionIndex: upTo(options.length - 1) }] : [],
      ),
    );
  const hashes = [...new Set(Array.from({ length: upTo(8) }, somePattern))].filter(Boolean);
  const outcomes = Array.from({ length: upTo(5) }, (_, at) => ({
    id: `o${at}`,
    bias: random() * 2 - 1,
    weights: Object.fromEntries(
      questions.flatMap(({ id, options }) =>
        options.map((_, option) => [
          formatAnswerPair(id, option),
          random() < 0.3 ? 0 : random() * 6 - 3,
        ]),
      ),
    ),
    data: words(`outcome ${at}`, random() < 0.3 ? "high" : "low"),
  }));
  return {
    questions,
    rows: hashes.map((hash) => row(hash, `row ${hash}`, upTo(3))),
    outcomes,
    rules: [...new Set(Array.from({ length: upTo(3) }, somePattern))]
      .filter(Boolean)
      .map((pattern) => rule(pattern, random() < 0.5)),
    thresholds: { posterior: 0.3 + random() * 0.4, margin: random() * 0.3 },
  };
}

test("the report matches what visitors get, for every combination of 200 random quizzes", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const quiz = randomQuiz(seed);
    const report = checkQuiz(quiz);
    const expected = { danger: 0, exact: 0, partial: 0, model: 0, generic: 0 };
    const served: Record<string, number> = Object.fromEntries(
      quiz.outcomes.map(({ id }) => [id, 0]),
    );
    const cells: Record<string, number> = {};
    let violations = 0;
    const behindDanger = new Set<string>();
    const combinations = everyCombination(quiz.questions);
    for (const answers of combinations) {
      const { layer, data } = diagnose(answers, {
        row: chooseRow(quiz.rows, answers),
        outcomes: quiz.outcomes,
        rules: quiz.rules.filter(({ isApproved }) => isApproved),
        thresholds: quiz.thresholds,
        serviceType: "",
      });
      expected[layer] += 1;
      for (const { questionId, selectedOptionIndex } of answers)
        cells[`${questionId} ${selectedOptionIndex} ${layer}`] =
          (cells[`${questionId} ${selectedOptionIndex} ${layer}`] ?? 0) + 1;
      const outcome = quiz.outcomes.find(
        (entry) => layer === "model" && entry.data.diagnosis === data.diagnosis,
      );
      if (outcome) served[outcome.id] = (served[outcome.id] ?? 0) + 1;
      if (layer === "danger") {
        const behind = diagnose(answers, {
          row: null,
          outcomes: quiz.outcomes,
          rules: [],
          thresholds: quiz.thresholds,
          serviceType: "",
        });
        if (behind.layer === "model") behindDanger.add(behind.data.diagnosis);
      }
      const met = diagnose(answers, {
        row: null,
        outcomes: [],
        rules: quiz.rules.filter(({ isApproved }) => !isApproved),
        thresholds: quiz.thresholds,
        serviceType: "",
      });
      if (met.rules.length > 0) violations += 1;
    }
    expect(report, `seed ${seed}`).toMatchObject({
      combinations: combinations.length,
      checked: combinations.length,
      layers: expected,
      ties: 0,
      violations: { count: violations },
    });
    for (const [id, count] of Object.entries(served))
      expect(report.outcomes[id], `seed ${seed} ${id}`).toBeCloseTo(count / combinations.length, 9);
    for (const { questionId, options } of report.coverage)
      for (const [at, layers] of options.entries())
        for (const [layer, count] of Object.entries(layers))
          expect(count, `seed ${seed} ${questionId} ${at} ${layer}`).toBe(
            cells[`${questionId} ${at} ${layer}`] ?? 0,
          );
    const rowsSay = new Set(quiz.rows.map(({ data }) => data.diagnosis));
    expect(report.neverReached).toEqual(
      quiz.outcomes
        .filter(
          ({ id, data }) =>
            served[id] === 0 && !rowsSay.has(data.diagnosis) && !behindDanger.has(data.diagnosis),
        )
        .map(({ id }) => id),
    );
  }
});

describe("the report lists", () => {
  test("dangers whose screen would have no headline or no causes", () => {
    const bare = { ...rule("1:0", true), headline: "", causes: [] };
    expect(
      checkQuiz({
        ...small,
        rules: [bare, rule("1:1", true), { ...bare, urgency: "low" as const }],
      }).dangersWithoutWords,
    ).toEqual([bare.name]);
  });

  test("combinations that meet an unapproved rule, with an example, and publishing is refused", () => {
    const open = checkQuiz({ ...small, rules: [rule("1:0,2:2", false), rule("1:1", true)] });
    expect(open.violations).toEqual({
      count: 1,
      examples: [{ rule: "Rule 1:0,2:2", hash: "1:0,2:2" }],
    });
    expect(getPublishBlocker(open)).toContain("Rule 1:0,2:2");
    const approved = checkQuiz({ ...small, rules: [rule("1:0,2:2", true), rule("1:1", true)] });
    expect(approved.violations.count).toBe(0);
    expect(getPublishBlocker(approved)).toBeNull();
  });

  test("rules that nobody can meet, and publishing is refused", () => {
    const report = checkQuiz({
      ...small,
      rules: [rule("9:0", true), rule("1:5", true), rule("1:0", true)],
    });
    expect(report.deadRules).toEqual(["Rule 9:0", "Rule 1:5"]);
    expect(getPublishBlocker(report)).toContain("Rule 9:0");
  });

  test("dangerous answers without a rule, but not negated ones", () => {
    const questions = [
      question("1", [
        "I smell gas: a gas smell in the kitchen",
        "No smell of gas",
        "Sparks at the outlet",
      ]),
      question("2", ["yes", "no"]),
    ];
    expect(
      checkQuiz({ ...small, questions, rules: [rule("1:2", true)] }).dangersWithoutRule,
    ).toEqual(["1:0"]);
  });

  test("contradicting rows of equal length that one visitor can match", () => {
    const three = { ...small, questions: [...small.questions, question("3", ["f", "g"])] };
    const pairs = (rows: CheckInput["rows"]) =>
      checkQuiz({ ...three, rows }).contradictions.map(({ a, b }) => [a, b].toSorted());
    expect(pairs([row("1:0,2:1", "one"), row("2:1,3:0", "other")])).toEqual([
      ["1:0,2:1", "2:1,3:0"],
    ]);
    expect(pairs([row("1:0,2:1", "one"), row("2:0,3:0", "other")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one"), row("2:1,3:0", "one")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one"), row("2:1", "other")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one", 1), row("2:1,3:0", "other", 2)])).toEqual([]);
  });

  test("questions and answers without influence", () => {
    const outcomes = ["a", "b", "c"].map((id, at) => ({
      id,
      bias: 0,
      weights: { "2:0": at, "2:1": 1 },
      data: words(id),
    }));
    const report = checkQuiz({ ...small, outcomes });
    expect(report.questionsWithoutInfluence).toEqual(["1"]);
    expect(report.optionsWithoutInfluence).toEqual(["2:1", "2:2"]);
    expect(checkQuiz({ ...small, outcomes, rows: [row("1:0,2:2", "row")] })).toMatchObject({
      questionsWithoutInfluence: [],
      optionsWithoutInfluence: ["1:1", "2:1"],
    });
  });

  test("ties", () => {
    const outcomes = ["a", "b"].map((id) => ({
      id,
      bias: 0,
      weights: { "1:0": 1 },
      data: words(id),
    }));
    expect(checkQuiz({ ...small, outcomes })).toMatchObject({ ties: 6, thinMargins: 6 });
  });
});

test("a quiz that is too large is sampled, and every rule is still checked", () => {
  const questions = Array.from({ length: 12 }, (_, at) =>
    question(String(at + 1), ["a", "b", "c", "d"]),
  );
  const pattern = questions.map(({ id }) => formatAnswerPair(id, 3)).join(",");
  const report = checkQuiz({
    ...small,
    questions,
    rules: [rule(pattern.replace("1:3", "1:2"), false)],
  });
  expect(report.combinations).toBeGreaterThan(MAX_EXHAUSTIVE_COMBINATIONS);
  expect(report.checked).toBeLessThan(MAX_EXHAUSTIVE_COMBINATIONS);
  expect(report.violations.count).toBeGreaterThan(0);
  expect(report).toEqual(
    checkQuiz({ ...small, questions, rules: [rule(pattern.replace("1:3", "1:2"), false)] }),
  );
});

test("a quiz without questions has nothing to check", () => {
  expect(checkQuiz({ ...small, questions: [] })).toMatchObject({ combinations: 0, checked: 0 });
});
