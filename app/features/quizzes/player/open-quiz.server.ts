import type { AppContext } from "#app/app-context.ts";
import { findPublished } from "#app/features/content-editor/find-published.ts";
import { findPriceRange } from "#app/features/resources/find-price-range.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { quizPath } from "../constants.ts";
import { findDanger } from "../engine/danger-stop.ts";
import { findQuizForPreview, type PublicQuiz } from "../published.server.ts";
import type { Answer, SafetyRule } from "../schema.ts";
import {
  buildFailedResult,
  getResult,
  type ShownPrice,
  type ShownResult,
} from "./get-result.server.ts";
import { ANSWERS_PARAM, parseAnswers } from "./parse-answers.ts";

/** A quiz with the answers so far. */
type OpenedQuiz = { quiz: PublicQuiz; answers: Answer[]; preview: boolean };

/** The data of a danger screen. */
export type ShownDanger = { rule: SafetyRule; price: ShownPrice | null };

export type QuizPage =
  /** Nothing to show: no slug, no such quiz, no database, or rate-limited. */
  | { view: "unnamed" | "missing" | "unavailable" | "busy" }
  | { view: "moved"; to: string; permanent: boolean }
  /** `fallback`: the result shown when the script cannot fetch one. */
  | ({ view: "questions"; fallback: ShownResult } & OpenedQuiz)
  /** The answers, up to the deciding one, meet a danger. */
  | ({ view: "danger"; danger: ShownDanger } & OpenedQuiz)
  /** `result` is null when the stored data is invalid. */
  | ({ view: "result"; result: ShownResult | null } & OpenedQuiz);

type OpenOptions = {
  slug: string | undefined;
  query: URLSearchParams;
  /**
   * The staff member who previews: sees inactive quizzes and their own drafts, and nothing is
   * counted. Null for visitors.
   */
  previewUserId: string | null;
  /** Called before a result is looked up; false when the caller is rate-limited. */
  isLookUpAllowed: () => boolean;
};

/** Decides what a quiz URL shows: the questions, or with all answers (`?a=1:0,2:3`) the result. */
export async function openQuiz(
  app: Pick<AppContext, "db" | "quizzes" | "contentCounter" | "log" | "now">,
  options: OpenOptions,
): Promise<QuizPage> {
  const { slug, query, previewUserId } = options;
  const preview = previewUserId !== null;
  if (slug === undefined) return { view: "unnamed" };
  let found: Awaited<ReturnType<typeof findShownQuiz>>;
  try {
    found = await findShownQuiz(app, slug, previewUserId);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.warn({ err: error }, "a quiz could not be read");
    return { view: "unavailable" };
  }
  if (!found) return { view: "missing" };
  if ("movedTo" in found)
    return {
      view: "moved",
      to: quizPath(found.movedTo) + (query.size > 0 ? `?${query}` : ""),
      permanent: true,
    };
  const quiz = found.found;
  const answers = parseAnswers(query.get(ANSWERS_PARAM), quiz.questions);
  if (!answers)
    return {
      view: "moved",
      to: quizPath(quiz.slug) + (preview ? "?preview" : ""),
      permanent: false,
    };
  const opened: OpenedQuiz = { quiz, answers, preview };
  // Needs no database query: this works while the database is down.
  const danger = findDanger(quiz.dangers, answers);
  if (danger) {
    if (!preview) app.contentCounter.count(quiz.id, "layer:danger");
    return {
      view: "danger",
      ...opened,
      answers: answers.slice(0, danger.answered),
      danger: { rule: danger.rule, price: findPriceRange(quiz.serviceType) },
    };
  }
  if (answers.length < quiz.questions.length)
    return { view: "questions", ...opened, fallback: buildFailedResult(quiz) };
  if (!options.isLookUpAllowed()) return { view: "busy" };
  return { view: "result", ...opened, result: await getResult(app, opened) };
}

/** A quiz without questions counts as missing. */
async function findShownQuiz(
  { db, quizzes }: Pick<AppContext, "db" | "quizzes">,
  slug: string,
  previewUserId: string | null,
) {
  const draft = previewUserId
    ? await findQuizForPreview(db, { slug, userId: previewUserId })
    : null;
  const found = draft ? { found: draft } : findPublished(await quizzes.list(), slug);
  return found && "found" in found && found.found.questions.length === 0 ? null : found;
}
