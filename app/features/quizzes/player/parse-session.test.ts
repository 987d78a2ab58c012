import fc from "fast-check";
import { expect, test } from "vitest";
import { createSession, parseSession } from "./parse-session.ts";

const QUESTIONS = [
  { id: "1", options: 2 },
  { id: "7", options: 3 },
];
const answer = (questionId: string, selectedOptionIndex: number) => ({
  questionId,
  selectedOptionIndex,
  isCorrect: false as const,
});
const read = (state: unknown) => parseSession(JSON.stringify(state), QUESTIONS);

test.each([
  createSession(),
  { currentQuestionIndex: 1, userAnswers: [answer("1", 1)], quizCompleted: false },
  { currentQuestionIndex: 1, userAnswers: [answer("1", 0), answer("7", 2)], quizCompleted: true },
])("a stored state of this quiz is restored: %j", (state) => expect(read(state)).toEqual(state));

test.each([
  ["nothing", null],
  ["a text", "x"],
  ["a list", []],
  ["no answers", { currentQuestionIndex: 0, quizCompleted: false }],
  [
    "a question that is not the first without an answer",
    { ...createSession(), currentQuestionIndex: 1 },
  ],
  [
    "an option that is gone",
    { currentQuestionIndex: 1, userAnswers: [answer("1", 2)], quizCompleted: false },
  ],
  [
    "another question",
    { currentQuestionIndex: 1, userAnswers: [answer("2", 0)], quizCompleted: false },
  ],
  [
    "too many answers",
    {
      currentQuestionIndex: 1,
      userAnswers: [answer("1", 0), answer("7", 0), answer("9", 0)],
      quizCompleted: true,
    },
  ],
  [
    "an end without all answers",
    { currentQuestionIndex: 1, userAnswers: [answer("1", 0)], quizCompleted: true },
  ],
  [
    "all answers without an end",
    {
      currentQuestionIndex: 2,
      userAnswers: [answer("1", 0), answer("7", 0)],
      quizCompleted: false,
    },
  ],
  [
    "a half option",
    {
      currentQuestionIndex: 1,
      userAnswers: [{ ...answer("1", 0), selectedOptionIndex: 0.5 }],
      quizCompleted: false,
    },
  ],
])("%s is not a valid state", (_what, state) => expect(read(state)).toBeNull());

test("any text is handled, and every parsed state is playable", () => {
  expect(parseSession(null, QUESTIONS)).toBeNull();
  expect(parseSession("{", QUESTIONS)).toBeNull();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const state = parseSession(text, QUESTIONS);
      expect(state === null || state.currentQuestionIndex < QUESTIONS.length).toBe(true);
    }),
  );
});
