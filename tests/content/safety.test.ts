import { describe, expect, test } from "vitest";
import {
  DEFAULT_QUESTIONS,
  GENERIC_TITLE,
  QUESTION_CHOICES,
} from "#app/features/quizzes/constants.ts";
import { SEED_QUIZ_SLUGS } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";
import { findDanger, listDangers } from "#app/features/quizzes/engine/danger-stop.ts";
import { formatAnswerPair, splitAnswerPairs } from "#app/features/quizzes/engine/hash-answers.ts";
import { chooseQuestions } from "#app/features/quizzes/generation/choose-questions.ts";
import { type Answer, type SafetyRule, toLines } from "#app/features/quizzes/schema.ts";
import { buildTreeQuiz, listTreeSlugs, readTree } from "./open-tree.ts";

const TREES = listTreeSlugs();

/** The rules of high urgency that these answers satisfy, found without the code under test. */
const listMetDangers = (rules: readonly SafetyRule[], answers: readonly Answer[]) => {
  const given = answers.map(({ questionId, selectedOptionIndex }) =>
    formatAnswerPair(questionId, selectedOptionIndex),
  );
  return rules.filter(
    ({ urgency, pattern }) =>
      urgency === "high" && splitAnswerPairs(pattern).every((pair) => given.includes(pair)),
  );
};

/**
 * Answers a quiz in every way, question by question, and checks each danger and result on the way.
 * @param only IDs of the questions whose options are all tried; others get their first option
 * @returns how many ways end in a danger, and how many in a result
 */
function answerEveryWay(
  { questions, rules, diagnoseAnswers }: ReturnType<typeof buildTreeQuiz>,
  only?: ReadonlySet<string>,
): { dangers: number; results: number } {
  const stops = listDangers(rules);
  const counts = { dangers: 0, results: 0 };
  const answerNext = (answers: Answer[]): void => {
    const stop = findDanger(stops, answers);
    const met = listMetDangers(rules, answers);
    if (!stop !== (met.length === 0))
      expect.fail(
        `${JSON.stringify(answers)}: ${stop ? "stops without a danger" : "goes on in danger"}`,
      );
    const question = questions[answers.length];
    if (stop) {
      counts.dangers++;
      // The quiz ends with the first answer that means a danger.
      if (stop.answered !== answers.length)
        expect.fail(`${JSON.stringify(answers)}: a further question was asked`);
      expectDanger(met, answers);
      // A URL may also contain answers to the questions after the danger.
      const further = questions
        .slice(answers.length)
        .map(({ id }) => ({ questionId: id, selectedOptionIndex: 0 }));
      if (further.length > 0) expectDanger(met, [...answers, ...further]);
      return;
    }
    if (!question) {
      counts.results++;
      const { data } = diagnoseAnswers(answers);
      if (data.preventionTips.length === 0)
        expect.fail(`${JSON.stringify(answers)}: no prevention tips`);
      if (data.diagnosis === GENERIC_TITLE && data.urgency === "high")
        expect.fail(`${JSON.stringify(answers)}: the general result is urgent`);
      return;
    }
    const options = only && !only.has(question.id) ? [0] : question.options.keys();
    for (const selectedOptionIndex of options)
      answerNext([...answers, { questionId: question.id, selectedOptionIndex }]);
  };
  function expectDanger(met: readonly SafetyRule[], answers: readonly Answer[]): void {
    const { layer, data, candidates } = diagnoseAnswers(answers);
    const rule = met.find(({ headline }) => headline === data.diagnosis);
    if (!rule)
      expect.fail(
        `${JSON.stringify(answers)}: "${data.diagnosis}" is not the headline of a danger`,
      );
    const [first] = toLines(rule.instruction);
    expect({ ...data, layer, candidates, first: data.nextSteps[0] }).toEqual({
      ...{
        layer: "danger",
        candidates: [],
        first,
        diagnosis: rule.headline,
        causes: rule.causes,
        nextSteps: toLines(rule.instruction),
      },
      ...{
        urgency: "high",
        priority: "high",
        timeframe: "Right away",
        customMessage: "",
        waiting: "",
        proSteps: [],
        safetyLines: [],
        preventionTips: [],
        serviceType: data.serviceType,
      },
    });
  }
  answerNext([]);
  return counts;
}

describe("a visitor in danger gets no more questions, only safety instructions", {
  timeout: 30_000,
}, () => {
  test.each(SEED_QUIZ_SLUGS)("%s: with every combination of answers", (slug) => {
    const { dangers, results } = answerEveryWay(buildTreeQuiz(readTree(slug), DEFAULT_QUESTIONS));
    expect(dangers).toBeGreaterThan(0);
    expect(results).toBeGreaterThan(0);
  });

  test.each(TREES)("%s: with every number of questions, on every way to a danger", (slug) => {
    const tree = readTree(slug);
    for (const count of QUESTION_CHOICES) {
      const quiz = buildTreeQuiz(tree, count);
      // Every danger that the quiz asks for can be met, whatever the number of questions.
      const dangerRules = quiz.rules.filter(({ urgency }) => urgency === "high");
      const asked = new Set(chooseQuestions(tree, count).map(({ key }) => key));
      const isAsked = (key: string) => asked.has(key);
      expect(dangerRules.length, `${slug} ${count}`).toBe(
        tree.safety.filter(
          ({ urgency, when }) => urgency === "high" && Object.keys(when).every(isAsked),
        ).length,
      );
      // The first options mean no danger, and lead to a complete ordinary result.
      const firstOptions = quiz.questions.map(({ id }) => ({
        questionId: id,
        selectedOptionIndex: 0,
      }));
      const { layer, data } = quiz.diagnoseAnswers(firstOptions);
      expect({
        layer,
        parts: [data.causes, data.nextSteps, data.preventionTips].map(({ length }) => length > 0),
      }).toEqual({
        ...{ layer: expect.stringMatching(/model|generic/), parts: [true, true, true] },
      });
      // The first question asks for dangers, and its first option is none of them.
      for (const { urgency, pattern } of quiz.rules)
        if (urgency === "high") expect(pattern).toMatch(/^(1:[1-9]|(?!1:).+)$/);
      expect(dangerRules.some(({ pattern }) => pattern.startsWith("1:"))).toBe(true);
      const dangerQuestions = new Set(
        dangerRules.flatMap(({ pattern }) =>
          splitAnswerPairs(pattern).map((pair) => pair.split(":")[0] ?? ""),
        ),
      );
      const { dangers } = answerEveryWay(quiz, dangerQuestions);
      expect(dangers > 0, `${slug} ${count}`).toBe(dangerRules.length > 0);
    }
  });
});
