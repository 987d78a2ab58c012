import { expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import { diagnosisData, diagnosisRow, safetyRule } from "#tests/diagnosis-model.ts";
import { diagnose } from "../engine/diagnose.ts";
import { formatAnswerPair, hashAnswers } from "../engine/hash-answers.ts";
import type { Answer } from "../schema.ts";
import { checkQuiz } from "./check-quiz.ts";
import type { CheckInput } from "./check-report.ts";

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
  const questions = ids.slice(0, 1 + upTo(3)).map((id) => ({
    id,
    questionText: `Question ${id}?`,
    options: Array.from({ length: 2 + upTo(2) }, (_, at) => `${id} ${at}`),
  }));
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
    data: diagnosisData(`outcome ${at}`, { urgency: random() < 0.3 ? "high" : "low" }),
  }));
  return {
    questions,
    // Some name an outcome, and some of these are passed over where the model finds it unlikely.
    rows: hashes.map((hash) =>
      diagnosisRow(hash, {
        priority: upTo(3),
        isTrusted: random() < 0.4,
        ...(random() < 0.5 ? { data: diagnosisData(`outcome ${upTo(4)}`) } : {}),
      }),
    ),
    outcomes,
    rules: [...new Set(Array.from({ length: upTo(3) }, somePattern))]
      .filter(Boolean)
      .map((pattern) => ({ ...safetyRule(pattern), isApproved: random() < 0.5 })),
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
        rows: quiz.rows,
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
          rows: [],
          outcomes: quiz.outcomes,
          rules: [],
          thresholds: quiz.thresholds,
          serviceType: "",
        });
        if (behind.layer === "model") behindDanger.add(behind.data.diagnosis);
      }
      const met = diagnose(answers, {
        rows: [],
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
