import type { AppContext } from "#app/app-context.ts";
import { findPublished } from "#app/features/content-editor/find-published.ts";
import {
  findPriceRange,
  type PriceRange,
} from "#app/features/resources/find-price-range.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { quizPath } from "../constants.ts";
import { findDanger } from "../engine/danger-stop.ts";
import { findQuizForPreview, type PublicQuiz } from "../published.server.ts";
import type { Answer, SafetyRule } from "../schema.ts";
import { ANSWERS_PARAM, readAnswers } from "./read-answers.ts";
import { failedResult, getResult, type ShownResult } from "./show-result.server.ts";

/** A quiz with the answers so far. */
type Opened = { quiz: PublicQuiz; answers: Answer[]; preview: boolean };

/** A danger as its screen shows it. */
export type ShownDanger = { rule: SafetyRule; price: PriceRange | null };

export type QuizPage =
  /** Nothing to show: no slug, no such quiz, no database, or too many look-ups. */
  | { view: "unnamed" | "missing" | "unavailable" | "busy" }
  | { view: "moved"; to: string; permanent: boolean }
  /** `fallback`: shown where the script cannot fetch a result. */
  | ({ view: "questions"; fallback: ShownResult } & Opened)
  /** The answers, up to the one that decided, mean a danger. */
  | ({ view: "danger"; danger: ShownDanger } & Opened)
  /** `result` null: what is stored cannot be read. */
  | ({ view: "result"; result: ShownResult | null } & Opened);

type OpenOptions = {
  slug: string | undefined;
  query: URLSearchParams;
  /**
   * Who of the staff looks: inactive quizzes and their own drafts too, and nothing is counted. Null
   * for visitors.
   */
  previewer: string | null;
  /** Asked before a result is looked up. */
  mayLookUp: () => boolean;
};

/** What the address of a quiz shows: questions, or with all answers (`?a=1:0,2:3`) the result. */
export async function openQuiz(
  services: Pick<AppContext, "db" | "quizzes" | "contentCounter" | "log" | "now">,
  options: OpenOptions,
): Promise<QuizPage> {
  const { slug, query, previewer } = options;
  const preview = previewer !== null;
  if (slug === undefined) return { view: "unnamed" };
  let found: Awaited<ReturnType<typeof findQuiz>>;
  try {
    found = await findQuiz(services, slug, previewer);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    services.log.warn({ err: error }, "a quiz could not be read");
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
  const answers = readAnswers(query.get(ANSWERS_PARAM), quiz.questions);
  if (!answers)
    return {
      view: "moved",
      to: quizPath(quiz.slug) + (preview ? "?preview" : ""),
      permanent: false,
    };
  const opened: Opened = { quiz, answers, preview };
  // Nothing is looked up: this works while the database is down.
  const stop = findDanger(quiz.dangers, answers);
  if (stop) {
    if (!preview) services.contentCounter.count(quiz.id, "layer:danger");
    return {
      view: "danger",
      ...opened,
      answers: answers.slice(0, stop.answered),
      danger: { rule: stop.rule, price: findPriceRange(quiz.serviceType) },
    };
  }
  if (answers.length < quiz.questions.length)
    return { view: "questions", ...opened, fallback: failedResult(quiz) };
  if (!options.mayLookUp()) return { view: "busy" };
  return { view: "result", ...opened, result: await getResult(services, opened) };
}

/** A quiz without a question has nothing to show. */
async function findQuiz(
  { db, quizzes }: Pick<AppContext, "db" | "quizzes">,
  slug: string,
  previewer: string | null,
) {
  const draft = previewer ? await findQuizForPreview(db, { slug, userId: previewer }) : null;
  const found = draft ? { found: draft } : findPublished(await quizzes.list(), slug);
  return found && "found" in found && found.found.questions.length === 0 ? null : found;
}
