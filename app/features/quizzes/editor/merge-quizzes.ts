import {
  type Conflict,
  type Json,
  mergeChanges,
  setAtPath,
} from "#app/features/content-editor/merge-changes.ts";
import type { Question } from "../schema.ts";
import { nextFieldName, nextQuestionId, type QuizValues, withOptionIds } from "./editor-schema.ts";

/**
 * A quiz in the form in which it is merged: options are objects with an id, and the most likely
 * answer is referenced by it.
 */
type FlatQuiz = Omit<QuizValues, "questions"> & { questions: FlatQuestion[] };
type FlatQuestion = Omit<Question, "options" | "optionIds" | "correctAnswerIndex"> & {
  options: { id: string; text: string }[];
  likeliest: string;
};

export function flattenQuiz(values: QuizValues): FlatQuiz {
  return {
    ...values,
    questions: values.questions.map((question) => {
      const { options, optionIds, correctAnswerIndex, ...rest } = withOptionIds(question);
      return {
        ...rest,
        options: options.map((text, at) => ({ id: optionIds[at] ?? String(at), text })),
        likeliest: optionIds[correctAnswerIndex] ?? "",
      };
    }),
  };
}

function unflattenQuiz(flat: FlatQuiz): QuizValues {
  return {
    ...flat,
    questions: flat.questions.map(({ options, likeliest, ...rest }) => ({
      ...rest,
      options: options.map(({ text }) => text),
      optionIds: options.map(({ id }) => id),
      correctAnswerIndex: Math.max(
        0,
        options.findIndex(({ id }) => id === likeliest),
      ),
    })),
  };
}

const GENERATED_FIELD_NAME = /^question_\d+$/;

/**
 * When two people each added a question, both got the next id and CRM field name: mine get new
 * ones.
 */
function renumberAddedQuestions(
  base: QuizValues,
  theirs: QuizValues,
  mine: QuizValues,
): QuizValues {
  const has = ({ questions }: QuizValues, id: string) =>
    questions.some((question) => question.id === id);
  const questions: Question[] = [];
  for (const question of mine.questions) {
    if (has(base, question.id)) {
      questions.push(question);
      continue;
    }
    const all = [...theirs.questions, ...mine.questions, ...questions];
    const id = has(theirs, question.id) ? nextQuestionId(all) : question.id;
    // A typed name is intentional.
    const isDuplicate =
      GENERATED_FIELD_NAME.test(question.ghlField) &&
      theirs.questions.some(({ ghlField }) => ghlField === question.ghlField);
    questions.push({
      ...question,
      id,
      ghlField: isDuplicate ? nextFieldName(all, theirs.questions.length + 1) : question.ghlField,
    });
  }
  return { ...mine, questions };
}

/**
 * Merges two people's changes of a quiz. `base` is null when their common version is unknown: then
 * every difference is a conflict.
 */
export function mergeQuizzes({
  base,
  theirs,
  mine,
}: {
  base: QuizValues | null;
  theirs: QuizValues;
  mine: QuizValues;
}): { merged: QuizValues; conflicts: Conflict[] } {
  const own = base ? renumberAddedQuestions(base, theirs, mine) : mine;
  const { merged, conflicts } = mergeChanges({
    base: base ? flattenQuiz(base) : ({} as FlatQuiz),
    theirs: flattenQuiz(theirs),
    mine: flattenQuiz(own),
  });
  return { merged: unflattenQuiz(merged), conflicts };
}

/** Sets values of a quiz at the paths that a merge reports. */
export function applyChanges(
  values: QuizValues,
  changes: readonly { path: string[]; value: Json }[],
): QuizValues {
  const flat = structuredClone(flattenQuiz(values));
  for (const { path, value } of changes) setAtPath(flat as unknown as Json, path, value);
  return unflattenQuiz(flat);
}
