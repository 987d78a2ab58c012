/** The events that are counted of a visit, in the order of the funnel. Nothing else is counted. */
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
 * The events that are counted of a visit to a quiz, with its slug: which question was shown, and
 * whose answer ended the quiz because of a danger.
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

/**
 * The events that are counted of a visit to an article, with its slug: a view, and a tap on its
 * phone number.
 */
export const ARTICLE_EVENTS = ["article-view", "article-call"] as const;
export type ArticleEvent = { name: (typeof ARTICLE_EVENTS)[number]; article: string };

export type VisitEvent = FunnelEvent | QuizEvent | ArticleEvent;

/** Enough for a name, a slug and the JSON around them. */
export const MAX_EVENT_BYTES = 300;

/** How long counts are collected in memory before they are stored together. */
export const FLUSH_EVERY_MS = 2_000;
