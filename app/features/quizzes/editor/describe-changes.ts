import { compareLists } from "#app/features/content-editor/compare-lists.ts";
import type { Difference } from "#app/features/content-editor/editor-schema.ts";
import {
  type Conflict,
  type Json,
  mergeChanges,
} from "#app/features/content-editor/merge-changes.ts";
import { type QuizValues, withOptionIds } from "./editor-schema.ts";
import { flattenQuiz } from "./merge-quizzes.ts";

const LABELS: Record<string, string> = {
  title: "Title",
  slug: "URL slug",
  description: "Description",
  serviceType: "Service type",
  isActive: "Published",
  questions: "Questions",
  questionText: "text",
  explanation: "explanation",
  ghlField: "CRM field name",
  options: "answers",
  likeliest: "most likely answer",
  minPosterior: "Minimum probability",
  minMargin: "Minimum margin",
};

function formatFieldValue(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  return String(value);
}

type Versions = { theirs: QuizValues; mine: QuizValues };

/**
 * Describes the fields of a merge's conflicts. Questions and answers are numbered as in mine, or
 * else as in theirs.
 */
export function describeConflicts(
  conflicts: readonly Conflict[],
  { theirs, mine }: Versions,
): Difference[] {
  const findNumber = (id: string) =>
    [mine, theirs]
      .map(({ questions }) => questions.findIndex((question) => question.id === id) + 1)
      .find((place) => place > 0) ?? 0;
  const questions = [...mine.questions, ...theirs.questions].map((question) =>
    withOptionIds(question),
  );
  const optionText = (optionId: Json) =>
    questions.flatMap(({ options, optionIds }) =>
      options.filter((_, at) => optionIds[at] === optionId),
    )[0] ?? formatFieldValue(optionId);
  return conflicts.map(({ path, ...values }) => {
    const [field = "", id, part, optionId] = path;
    const show = part === "likeliest" ? optionText : formatFieldValue;
    const shown = { key: path.join("/"), theirs: show(values.theirs), mine: show(values.mine) };
    if (id === undefined) return { ...shown, label: LABELS[field] ?? field };
    const question = `Question ${findNumber(id)}`;
    if (optionId === undefined)
      return { ...shown, label: `${question}, ${LABELS[part ?? ""] ?? part}` };
    const place =
      questions
        .find((entry) => entry.id === id && entry.optionIds.includes(optionId))
        ?.optionIds.indexOf(optionId) ?? 0;
    return { ...shown, label: `${question}, answer ${place + 1}` };
  });
}

/** Lists the differences between an earlier version (`theirs`) and the current values (`mine`). */
export function listDifferences(earlier: QuizValues, now: QuizValues): Difference[] {
  const [theirs, mine] = [flattenQuiz(earlier), flattenQuiz(now)];
  const { conflicts } = mergeChanges({ base: {} as typeof theirs, theirs, mine });
  const named = ({ questions }: typeof theirs) =>
    questions.map(({ id, questionText }, at) => ({
      key: `questions/${id}`,
      label: `Question ${at + 1}`,
      text: questionText,
    }));
  const lists = compareLists(named(theirs), named(mine), { key: "questions", label: "Questions" });
  const answers = mine.questions.flatMap((question, at) => {
    const old = theirs.questions.find(({ id }) => id === question.id);
    const options = ({ options: list }: typeof question) =>
      list.map(({ id, text }, place) => ({
        key: `questions/${question.id}/${id}`,
        label: `Question ${at + 1}, answer ${place + 1}`,
        text,
      }));
    return old
      ? compareLists(options(old), options(question), {
          key: `questions/${question.id}/options`,
          label: `Question ${at + 1}, answers`,
        })
      : [];
  });
  return [...describeConflicts(conflicts, { theirs: earlier, mine: now }), ...lists, ...answers];
}
