/** The events of a visit that are counted, in the order of the funnel. */
export const FUNNEL_EVENTS = [
  "page-view",
  "wizard-opened",
  "wizard-step-1",
  "wizard-step-2",
  "wizard-step-3",
  "wizard-step-4",
  "wizard-submitted",
] as const;
export type FunnelEvent = (typeof FUNNEL_EVENTS)[number];

/**
 * The events of a visit to a quiz that are counted, with its slug. `quiz-question`: the question
 * was shown; `quiz-danger`: its answer ended the quiz because of a danger.
 */
export const QUIZ_EVENTS = [
  "quiz-view",
  "quiz-start",
  "quiz-question",
  "quiz-danger",
  "quiz-finish",
] as const;
type QuestionEvent = "quiz-question" | "quiz-danger";
export type QuizEvent =
  | { name: Exclude<(typeof QUIZ_EVENTS)[number], QuestionEvent>; quiz: string }
  | { name: QuestionEvent; quiz: string; question: string };

/** The events of a visit to an article that are counted: a view, and a tap on its phone number. */
export const ARTICLE_EVENTS = ["article-view", "article-call"] as const;
export type ArticleEvent = { name: (typeof ARTICLE_EVENTS)[number]; article: string };

/**
 * A visit has begun in a tab, counted by its source: the campaign's words, the host of the site with
 * the link, and the name (not the value) of a click ID.
 */
export const SOURCE_EVENT = "visit";
export type SourceEvent = {
  name: typeof SOURCE_EVENT;
  utm_source?: string;
  utm_medium?: string;
  referrer?: string;
  click?: string;
};

export type VisitEvent = FunnelEvent | QuizEvent | ArticleEvent | SourceEvent;

/** Enough for a name, a slug or the words of a source, and the JSON around them. */
export const MAX_EVENT_BYTES = 1_000;

/** How often counts are written from memory to the database. */
export const FLUSH_EVERY_MS = 2_000;
