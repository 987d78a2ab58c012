import { describe, expect, test } from "vitest";
import { listTreeSlugs, readTree } from "#tests/content/open-tree.ts";
import { countCombinations } from "../engine/combinations.ts";
import { hashAnswers, parseHash } from "../engine/hash-answers.ts";
import { checkQuiz } from "../validation/check-quiz.ts";
import { draftQuiz, draftQuizModel } from "./build-quiz.ts";

const trees = listTreeSlugs().map(readTree);
const SIZES = [3, 5, 10];
const THRESHOLDS = { posterior: 0.45, margin: 0.1 };

describe.each(trees.map((tree) => [tree.title, tree] as const))(
  "a quiz from %s",
  (_title, tree) => {
    const drafts = SIZES.map((questions) => ({
      questions,
      quiz: draftQuiz(tree, { questions }),
      model: draftQuizModel(tree, { questions }),
    }));

    test("is the same each time", () => {
      const [{ questions, quiz, model } = { questions: 0, quiz: null, model: null }] = drafts;
      expect(draftQuiz(tree, { questions })).toEqual(quiz);
      expect(draftQuizModel(tree, { questions })).toEqual(model);
    });

    test("has the requested number of questions, and few enough entries to review", () => {
      for (const { questions, quiz, model } of drafts) {
        expect(quiz.questions).toHaveLength(Math.min(questions, tree.questions.length));
        expect(quiz.questions.map(({ id }) => id)).toEqual(
          quiz.questions.map((_, at) => String(at + 1)),
        );
        for (const { options, correctAnswerIndex } of quiz.questions)
          expect(options[correctAnswerIndex]).toBeTruthy();
        expect(model.outcomes.length + model.rules.length).toBeLessThanOrEqual(60);
        expect(new Set(model.rules.map(({ name }) => name)).size).toBe(model.rules.length);
      }
    });

    test("has rules for answers of the quiz, and passes Check quiz", () => {
      for (const { quiz, model } of drafts) {
        const { outcomes, rules } = model;
        for (const { pattern } of rules) {
          const answers = parseHash(pattern) ?? [];
          expect(hashAnswers(answers)).toBe(pattern);
          expect(answers.length).toBeGreaterThan(0);
          for (const { questionId, selectedOptionIndex } of answers)
            expect(
              quiz.questions.find(({ id }) => id === questionId)?.options[selectedOptionIndex],
              pattern,
            ).toBeTruthy();
        }
        if (countCombinations(quiz.questions) > 20_000) continue;
        const report = checkQuiz({
          questions: quiz.questions,
          rows: [],
          outcomes: outcomes.map(({ key, ...outcome }) => ({ ...outcome, id: key })),
          rules: rules.map((rule) => ({ ...rule, id: rule.name, isApproved: true })),
          thresholds: THRESHOLDS,
        });
        expect(report).toMatchObject({
          violations: { count: 0 },
          deadRules: [],
          contradictions: [],
        });
      }
    });
  },
);
