import { describe, expect, test } from "vitest";
import { describeConflicts, listDifferences } from "./describe-changes.ts";
import { createEmptyQuiz, type QuizValues } from "./editor-schema.ts";
import { applyChanges, mergeQuizzes } from "./merge-quizzes.ts";

const question = (id: string, changes: Partial<QuizValues["questions"][number]> = {}) => ({
  id,
  questionText: `Q${id}`,
  options: ["a", "b"],
  optionIds: ["A", "B"],
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: `question_${id}`,
  ...changes,
});
const quiz = (changes: Partial<QuizValues> = {}): QuizValues => ({
  ...createEmptyQuiz(),
  title: "T",
  slug: "t",
  description: "D",
  questions: [question("1"), question("2")],
  ...changes,
});

describe("two people", () => {
  test("each rewords, adds and moves options of one question: all changes are kept, and the most likely answer stays the same", () => {
    const theirs = quiz({
      questions: [
        question("1", { options: ["a", "b", "c"], optionIds: ["A", "B", "C"] }),
        question("2"),
      ],
    });
    const mine = quiz({
      questions: [
        question("1", { options: ["B!", "a"], optionIds: ["B", "A"], correctAnswerIndex: 1 }),
        question("2"),
      ],
    });
    const { merged, conflicts } = mergeQuizzes({ base: quiz(), theirs, mine });
    expect(conflicts).toEqual([]);
    expect(merged.questions[0]).toMatchObject({
      options: ["B!", "c", "a"],
      optionIds: ["B", "C", "A"],
      correctAnswerIndex: 2,
    });
  });

  test("each adds a question: both are kept, with different numbers", () => {
    const theirs = quiz({
      questions: [question("1"), question("2"), question("3", { questionText: "Theirs" })],
    });
    const mine = quiz({
      questions: [question("1"), question("2"), question("3", { questionText: "Mine" })],
    });
    const { merged, conflicts } = mergeQuizzes({ base: quiz(), theirs, mine });
    expect(conflicts).toEqual([]);
    expect(
      merged.questions.map(({ id, questionText, ghlField }) => `${id} ${questionText} ${ghlField}`),
    ).toEqual(["1 Q1 question_1", "2 Q2 question_2", "4 Mine question_4", "3 Theirs question_3"]);
  });

  test("one adds a question and the other types a field name: no two questions have the same field name", () => {
    const theirs = quiz({ questions: [question("1"), question("2", { ghlField: "question_3" })] });
    const mine = quiz({
      questions: [
        question("1"),
        question("2"),
        question("3"),
        question("4", { ghlField: "leak_place" }),
      ],
    });
    const { merged } = mergeQuizzes({ base: quiz(), theirs, mine });
    expect(merged.questions.map(({ id, ghlField }) => `${id} ${ghlField}`)).toEqual([
      "1 question_1",
      "2 question_3",
      "3 question_4",
      "4 leak_place",
    ]);
  });

  test("the same field: the conflict is described, and the chosen value is applied", () => {
    const theirs = quiz({
      title: "Theirs",
      questions: [
        question("1", { options: ["a", "b theirs"], correctAnswerIndex: 1 }),
        question("2"),
      ],
    });
    const mine = quiz({
      title: "Mine",
      questions: [
        question("1", { options: ["a", "b mine"] }),
        question("2", { questionText: "Q2!" }),
      ],
    });
    const { merged, conflicts } = mergeQuizzes({ base: quiz(), theirs, mine });
    expect(describeConflicts(conflicts, { theirs, mine: merged })).toEqual([
      { key: "title", label: "Title", theirs: "Theirs", mine: "Mine" },
      {
        key: "questions/1/options/B/text",
        label: "Question 1, answer 2",
        theirs: "b theirs",
        mine: "b mine",
      },
    ]);
    const chosen = applyChanges(
      merged,
      conflicts.map(({ path, theirs: value }) => ({ path, value })),
    );
    expect(chosen).toEqual({ ...theirs, questions: [theirs.questions[0], mine.questions[1]] });
  });

  test("without their common version, every difference is a conflict", () => {
    const { conflicts } = mergeQuizzes({
      base: null,
      theirs: quiz({ title: "Theirs" }),
      mine: quiz(),
    });
    expect(conflicts.map(({ path }) => path)).toEqual([["title"]]);
  });
});

test("differences between an earlier version and now are described", () => {
  const earlier = quiz({ questions: [question("1"), question("2"), question("3")] });
  const now = quiz({
    title: "New",
    isActive: true,
    questions: [
      question("2", { options: ["a", "c"], optionIds: ["A", "C"], correctAnswerIndex: 1 }),
      question("1"),
      question("4"),
    ],
  });
  expect(listDifferences(earlier, now)).toEqual([
    { key: "title", label: "Title", theirs: "T", mine: "New" },
    {
      key: "questions/2/likeliest",
      label: "Question 1, most likely answer",
      theirs: "a",
      mine: "c",
    },
    { key: "isActive", label: "Published", theirs: "No", mine: "Yes" },
    { key: "questions/3", label: "Question 3 (removed since)", theirs: "Q3", mine: "" },
    { key: "questions/4", label: "Question 3 (added since)", theirs: "", mine: "Q4" },
    { key: "questions", label: "Questions", theirs: "Different order", mine: "Current order" },
    { key: "questions/2/B", label: "Question 1, answer 2 (removed since)", theirs: "b", mine: "" },
    { key: "questions/2/C", label: "Question 1, answer 2 (added since)", theirs: "", mine: "c" },
  ]);
  expect(listDifferences(now, now)).toEqual([]);
});
