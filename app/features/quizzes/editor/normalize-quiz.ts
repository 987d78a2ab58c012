import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import type { Question } from "../schema.ts";
import {
  getMissingFieldMessage,
  nextFieldName,
  type QuizValues,
  withOptionIds,
} from "./editor-schema.ts";

/** The values of an editor as they are saved. */
export const normalizeQuiz = (values: QuizValues): QuizValues => ({
  ...values,
  title: values.title.trim(),
  slug: normalizeSlug(values.slug),
  description: values.description.trim(),
  questions: fillFieldNames(values.questions).map((question) => ({
    ...withOptionIds(question),
    questionText: question.questionText.trim(),
    options: question.options.map((option) => option.trim()),
    ghlField: question.ghlField.trim(),
    correctAnswerIndex: Math.min(
      question.correctAnswerIndex,
      Math.max(0, question.options.length - 1),
    ),
  })),
});

/** Gives questions without a CRM field name a generated one. */
function fillFieldNames(questions: readonly Question[]): Question[] {
  const named = [...questions];
  for (const [at, question] of named.entries())
    if (!question.ghlField.trim())
      named[at] = { ...question, ghlField: nextFieldName(named, at + 1) };
  return named;
}

/** Why these values cannot be saved, or null. */
export function findRefusal(
  values: QuizValues,
): { ok: false; reason: "invalid"; message: string } | null {
  const message =
    getMissingFieldMessage(values) ??
    (new Set(values.questions.map(({ id }) => id)).size < values.questions.length
      ? "Two questions have the same id"
      : null);
  return message ? { ok: false, reason: "invalid", message } : null;
}
