import { describe, expect, test } from "vitest";
import { moveEntry } from "#app/features/content-editor/move-entry.ts";
import {
  addOption,
  createEmptyQuiz,
  createQuestion,
  findMissingField,
  getMissingFieldMessage,
  moveOption,
  nextQuestionId,
  parseQuizValues,
  removeOption,
  requireQuizValues,
} from "./editor-schema.ts";

const question = (changes = {}) => ({
  id: "1",
  questionText: "Is it wet?",
  options: ["a", "b", "c"],
  optionIds: ["A", "B", "C"],
  correctAnswerIndex: 1,
  explanation: "",
  ghlField: "question_1",
  ...changes,
});
const quiz = (changes = {}) => ({
  ...createEmptyQuiz(),
  title: "T",
  slug: "t",
  description: "D",
  questions: [question()],
  ...changes,
});

describe("missing values", () => {
  test.each([
    [{}, null],
    [{ title: " " }, "Please fill in all quiz details"],
    [{ slug: "" }, "Please fill in all quiz details"],
    [{ slug: "-" }, "Please fill in all quiz details"],
    [{ description: "", questions: [] }, "Please fill in all quiz details"],
    [{ questions: [] }, "Quiz must have at least one question"],
    [
      { questions: [question(), question({ id: "2", questionText: " ", options: ["a"] })] },
      "Question 2 is missing question text",
    ],
    [{ questions: [question({ options: [""] })] }, "Question 1 must have at least 2 options"],
    [{ questions: [question({ options: ["a", " "] })] }, "Question 1 has empty options"],
  ])("%j: %s", (changes, message) => expect(getMissingFieldMessage(quiz(changes))).toBe(message));

  test("the path of a missing value is returned, by ids", () => {
    expect(findMissingField(quiz({ description: "" }))?.path).toEqual(["description"]);
    expect(
      findMissingField(quiz({ questions: [question({ id: "7", options: ["a", "", "c"] })] }))?.path,
    ).toEqual(["questions", "7", "options", "1"]);
  });
});

describe("options", () => {
  test("the most likely answer stays the same when another is removed, and becomes the first when it is removed", () => {
    expect(removeOption(question(), 0)).toMatchObject({
      options: ["b", "c"],
      optionIds: ["B", "C"],
      correctAnswerIndex: 0,
    });
    expect(removeOption(question(), 1)).toMatchObject({
      options: ["a", "c"],
      optionIds: ["A", "C"],
      correctAnswerIndex: 0,
    });
    expect(removeOption(question(), 2)).toMatchObject({
      options: ["a", "b"],
      optionIds: ["A", "B"],
      correctAnswerIndex: 1,
    });
  });
  test("there are at least two options and at most eight", () => {
    const two = question({ options: ["a", "b"], optionIds: ["A", "B"] });
    expect(removeOption(two, 0)).toBe(two);
    const eight = question({ options: Array.from({ length: 8 }, String) });
    expect(addOption(eight)).toBe(eight);
    const more = addOption(two);
    expect(more.options).toEqual(["a", "b", ""]);
    expect(new Set(more.optionIds).size).toBe(3);
  });
  test("the most likely answer moves with its option", () => {
    expect(moveOption(question(), 1, -1)).toMatchObject({
      options: ["b", "a", "c"],
      optionIds: ["B", "A", "C"],
      correctAnswerIndex: 0,
    });
    expect(moveOption(question(), 0, 1)).toMatchObject({
      options: ["b", "a", "c"],
      correctAnswerIndex: 0,
    });
    expect(moveOption(question(), 2, -1)).toMatchObject({
      options: ["a", "c", "b"],
      correctAnswerIndex: 2,
    });
    const first = question();
    expect(moveOption(first, 0, -1)).toBe(first);
  });
});

describe("questions", () => {
  test("an entry moves by one position, within the list", () => {
    expect(moveEntry(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moveEntry(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moveEntry(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(moveEntry(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
  test("a new one has two empty options and an unused number", () => {
    expect(nextQuestionId([{ id: "9" }, { id: "x1" }])).toBe("10");
    expect(createQuestion([])).toMatchObject({
      id: "1",
      options: ["", ""],
      correctAnswerIndex: 0,
      ghlField: "question_1",
    });
    expect(createQuestion([question()], [question(), question({ id: "2" })])).toMatchObject({
      id: "3",
      ghlField: "question_2",
    });
    expect(
      createQuestion([
        question({ ghlField: "question_2" }),
        question({ id: "3", ghlField: "question_3" }),
      ]),
    ).toMatchObject({ id: "4", ghlField: "question_4" });
  });
});

test("stored options without ids get them by position; an invalid quiz is null", () => {
  const stored = quiz({ questions: [question({ optionIds: undefined })] });
  expect(requireQuizValues(stored).questions[0]?.optionIds).toEqual(["o0", "o1", "o2"]);
  expect(parseQuizValues({ title: 1 })).toBeNull();
  expect(parseQuizValues(null)).toBeNull();
});
