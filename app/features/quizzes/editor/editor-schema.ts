import { z } from "zod";
import type { MissingField } from "#app/features/content-editor/editor-schema.ts";
import { moveEntry } from "#app/features/content-editor/move-entry.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { newUuid } from "#app/lib/new-uuid.ts";
import {
  DEFAULT_MARGIN,
  DEFAULT_POSTERIOR,
  DEFAULT_SERVICE_TYPE,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  MIN_OPTIONS,
} from "../constants.ts";
import { limitedText, questionSchema } from "../schema.ts";

/** Values of the quiz editor; drafts have the same shape, complete or not. */
export const quizValuesSchema = z.object({
  title: limitedText(200),
  slug: limitedText(120),
  description: limitedText(1_000),
  serviceType: limitedText(80),
  questions: z.array(questionSchema).max(MAX_QUESTIONS),
  isActive: z.boolean(),
  minPosterior: z.number().min(0).max(1).default(DEFAULT_POSTERIOR),
  minMargin: z.number().min(0).max(1).default(DEFAULT_MARGIN),
});
export type QuizValues = z.infer<typeof quizValuesSchema>;

/** An empty quiz. */
export const createEmptyQuiz = (): QuizValues =>
  quizValuesSchema.parse({
    title: "",
    slug: "",
    description: "",
    serviceType: DEFAULT_SERVICE_TYPE,
    questions: [],
    isActive: false,
  });

type CheckedValues = Pick<QuizValues, "title" | "slug" | "description" | "questions">;
/** The first missing value that prevents saving, or null. */
export function findMissingField(values: CheckedValues): MissingField | null {
  const empty = (["title", "slug", "description"] as const).find(
    (name) => !(name === "slug" ? normalizeSlug(values.slug) : values[name].trim()),
  );
  if (empty) return { message: "Please fill in all quiz details", path: [empty] };
  if (values.questions.length === 0)
    return { message: "Quiz must have at least one question", path: ["questions"] };
  for (const [at, { id, questionText, options }] of values.questions.entries()) {
    const path = ["questions", id];
    if (!questionText.trim())
      return {
        message: `Question ${at + 1} is missing question text`,
        path: [...path, "questionText"],
      };
    if (options.length < MIN_OPTIONS)
      return {
        message: `Question ${at + 1} must have at least ${MIN_OPTIONS} options`,
        path: [...path, "questionText"],
      };
    const blank = options.findIndex((option) => !option.trim());
    if (blank >= 0)
      return {
        message: `Question ${at + 1} has empty options`,
        path: [...path, "options", String(blank)],
      };
  }
  return null;
}

/** The same as a message for the editor, or null. */
export const getMissingFieldMessage = (values: CheckedValues): string | null =>
  findMissingField(values)?.message ?? null;

const createOptionId = () => newUuid().slice(0, 8);

/** The next free number for a question id. */
export const nextQuestionId = (questions: readonly { id: string }[]) =>
  String(Math.max(0, ...questions.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : 0))) + 1);

/**
 * The next unused CRM field name: two questions with the same name would overwrite each other's
 * answers in the CRM.
 */
export function nextFieldName(
  questions: readonly { ghlField: string }[],
  from = questions.length + 1,
): string {
  const usedNames = new Set(questions.map(({ ghlField }) => ghlField.trim()));
  let number = from;
  while (usedNames.has(`question_${number}`)) number++;
  return `question_${number}`;
}

/**
 * Creates a question with two empty options, as Add Question appends it.
 * @param previousQuestions questions that existed before: a new question must not inherit the diagnoses of a removed one
 */
export function createQuestion(
  questions: readonly { id: string; ghlField: string }[],
  previousQuestions: readonly { id: string }[] = [],
) {
  return {
    id: nextQuestionId([...questions, ...previousQuestions]),
    questionText: "",
    options: ["", ""],
    optionIds: [createOptionId(), createOptionId()],
    correctAnswerIndex: 0,
    explanation: "",
    ghlField: nextFieldName(questions),
  };
}

type Options = { options: string[]; optionIds?: string[]; correctAnswerIndex: number };
/**
 * Ensures that every option has an internal id, so that it can be matched after it was reworded or
 * moved.
 */
export const withOptionIds = <T extends Options>(question: T): T & { optionIds: string[] } => ({
  ...question,
  optionIds: question.options.map(
    (text, at) => question.optionIds?.[at] ?? (text ? `o${at}` : createOptionId()),
  ),
});

const withAllOptionIds = (values: QuizValues): QuizValues => ({
  ...values,
  questions: values.questions.map((question) => withOptionIds(question)),
});
/** Parses the stored values of a quiz, with an id for each option; throws when they are invalid. */
export const requireQuizValues = (stored: unknown): QuizValues =>
  withAllOptionIds(quizValuesSchema.parse(stored));
/** The same; null when they are invalid. */
export function parseQuizValues(stored: unknown): QuizValues | null {
  const { success, data } = quizValuesSchema.safeParse(stored);
  return success ? withAllOptionIds(data) : null;
}

export function addOption<T extends Options>(question: T): T {
  if (question.options.length >= MAX_OPTIONS) return question;
  const { optionIds } = withOptionIds(question);
  return {
    ...question,
    options: [...question.options, ""],
    optionIds: [...optionIds, createOptionId()],
  };
}

/**
 * Removes an option while more than two remain. The most likely answer stays the same, or becomes
 * the first one.
 */
export function removeOption<T extends Options>(question: T, index: number): T {
  if (question.options.length <= MIN_OPTIONS) return question;
  const { optionIds, correctAnswerIndex } = withOptionIds(question);
  const without = <V>(list: V[]) => list.filter((_, at) => at !== index);
  const likeliest =
    correctAnswerIndex === index
      ? 0
      : correctAnswerIndex > index
        ? correctAnswerIndex - 1
        : correctAnswerIndex;
  return {
    ...question,
    options: without(question.options),
    optionIds: without(optionIds),
    correctAnswerIndex: likeliest,
  };
}

/** Moves an option; the most likely answer stays the same. */
export function moveOption<T extends Options>(question: T, from: number, by: -1 | 1): T {
  const to = from + by;
  if (to < 0 || to >= question.options.length) return question;
  const { optionIds, correctAnswerIndex } = withOptionIds(question);
  const likeliest =
    correctAnswerIndex === from ? to : correctAnswerIndex === to ? from : correctAnswerIndex;
  return {
    ...question,
    options: moveEntry(question.options, from, by),
    optionIds: moveEntry(optionIds, from, by),
    correctAnswerIndex: likeliest,
  };
}
