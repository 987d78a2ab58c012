import { expect, test } from "vitest";
import { buildQuoteHandoff } from "./build-quote-handoff.ts";

const quiz = {
  slug: "sink",
  questions: [
    { id: "1", questionText: "Is it wet?", options: ["Yes", "No"], ghlField: "question_1" },
    { id: "2", questionText: "Since when?", options: ["Today", "Longer"], ghlField: "question_2" },
  ],
};

test("answers are handed over as text, with their CRM field", () => {
  const answers = [
    { questionId: "1", selectedOptionIndex: 1 },
    { questionId: "2", selectedOptionIndex: 0 },
  ];
  expect(buildQuoteHandoff(quiz, answers)).toEqual({
    slug: "sink",
    answers: [
      { id: "1", questionText: "Is it wet?", answer: "No", ghlField: "question_1" },
      { id: "2", questionText: "Since when?", answer: "Today", ghlField: "question_2" },
    ],
  });
});

test("answers that the quiz does not have are omitted", () => {
  expect(
    buildQuoteHandoff(quiz, [
      { questionId: "1", selectedOptionIndex: 9 },
      { questionId: "x", selectedOptionIndex: 0 },
    ]),
  ).toEqual({ slug: "sink", answers: [] });
});
