import { describe, expect, test } from "vitest";
import { parseGeneratedQuiz } from "./parse-generated-quiz.ts";

const question = {
  id: "1",
  questionText: "Where?",
  options: ["Here", "There"],
  correctAnswerIndex: 1,
  explanation: "Because",
  ghlField: "question_1",
};
const quiz = { title: "A leak", slug: "a-leak", description: "Drips", questions: [question] };

describe("a generated quiz", () => {
  test("has the editor's values and the requested service type", () => {
    expect(parseGeneratedQuiz(quiz, "Plumbing")).toMatchObject({
      ...quiz,
      serviceType: "Plumbing",
      isActive: false,
    });
    expect(parseGeneratedQuiz(quiz, "Auto-detect")).toMatchObject({
      serviceType: "General Home Services",
    });
  });

  test("keeps the ids of its options, and adds missing ones", () => {
    const own = parseGeneratedQuiz(
      { ...quiz, questions: [{ ...question, optionIds: ["a", "b"] }] },
      "HVAC",
    );
    expect(own.questions[0]?.optionIds).toEqual(["a", "b"]);
    expect(parseGeneratedQuiz(quiz, "HVAC").questions[0]?.optionIds).toHaveLength(2);
    expect(
      parseGeneratedQuiz({ ...quiz, questions: [{ ...question, optionIds: ["a"] }] }, "HVAC")
        .questions[0]?.optionIds,
    ).toHaveLength(2);
  });

  test("fills missing fields of questions, and drops invalid and overlong ones", () => {
    const questions = [
      { ...question, id: 7, correctAnswerIndex: 9 },
      { ...question, id: "7", ghlField: "" },
      { questionText: "Bare" },
      "none",
      null,
    ];
    const parsed = parseGeneratedQuiz({ ...quiz, title: "x".repeat(300), questions }, "HVAC");
    expect(parsed.title).toHaveLength(200);
    expect(
      parsed.questions.map(({ id, correctAnswerIndex, ghlField }) => ({
        id,
        correctAnswerIndex,
        ghlField,
      })),
    ).toEqual([
      { id: "7", correctAnswerIndex: 1, ghlField: "question_1" },
      { id: "8", correctAnswerIndex: 1, ghlField: "question_2" },
      { id: "9", correctAnswerIndex: 0, ghlField: "question_3" },
    ]);
    expect(parsed.questions[2]).toMatchObject({
      questionText: "Bare",
      options: [],
      explanation: "",
    });
  });
});
