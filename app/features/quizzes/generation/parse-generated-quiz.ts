import { z } from "zod";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { toStorableText, truncateText } from "#app/lib/text.ts";
import { DEFAULT_SERVICE_TYPE, MAX_OPTIONS, MAX_QUESTIONS, SERVICE_TYPES } from "../constants.ts";
import {
  createEmptyQuiz,
  createQuestion,
  parseQuizValues,
  type QuizValues,
} from "../editor/editor-schema.ts";

/** Text truncated to the editor's limit. */
const text = (maxLength: number) =>
  z
    .string()
    .catch("")
    .transform((value) => truncateText(toStorableText(value), maxLength));

const generatedQuestionSchema = z.object({
  id: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^[\w-]{1,40}$/))
    .nullable()
    .catch(null),
  questionText: text(300),
  options: z
    .array(text(200))
    .catch([])
    .transform((options) => options.slice(0, MAX_OPTIONS)),
  optionIds: z
    .array(z.string().regex(/^[\w-]{1,40}$/))
    .optional()
    .catch(undefined),
  correctAnswerIndex: z.number().int().min(0).catch(0),
  explanation: text(1_000),
  ghlField: text(100),
});

export type GeneratedQuiz = {
  title: string;
  slug: string;
  description: string;
  questions: readonly unknown[];
};

/**
 * Converts a generated quiz, in the format of the specification, to the values of the editor.
 * Missing fields of questions are generated.
 */
export function parseGeneratedQuiz(quiz: GeneratedQuiz, requestedType: string): QuizValues {
  const questions: QuizValues["questions"] = [];
  for (const answered of quiz.questions.slice(0, MAX_QUESTIONS)) {
    const { data } = generatedQuestionSchema.safeParse(answered);
    if (!data) continue;
    const fallback = createQuestion(questions);
    questions.push({
      ...data,
      id: data.id === null || questions.some(({ id }) => id === data.id) ? fallback.id : data.id,
      ghlField: data.ghlField.trim() || fallback.ghlField,
      correctAnswerIndex: Math.min(data.correctAnswerIndex, Math.max(0, data.options.length - 1)),
      optionIds: data.optionIds?.length === data.options.length ? data.optionIds : undefined,
    });
  }
  const values = {
    ...createEmptyQuiz(),
    title: truncateText(toStorableText(quiz.title), 200),
    slug: normalizeSlug(quiz.slug).slice(0, 120),
    description: truncateText(toStorableText(quiz.description), 1_000),
    serviceType: (SERVICE_TYPES as readonly string[]).includes(requestedType)
      ? requestedType
      : DEFAULT_SERVICE_TYPE,
    questions,
  };
  return parseQuizValues(values) ?? values;
}
