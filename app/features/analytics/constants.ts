/** What is counted of a visit, in the order in which visitors come by. Nothing else is. */
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
 * What is counted of a visit to a quiz, beside its slug: which question was shown, and whose answer
 * ended the quiz as a danger.
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
 * What is counted of a visit to an article, beside its slug: that it was seen, and that its phone
 * number was tapped.
 */
export const ARTICLE_EVENTS = ["article-view", "article-call"] as const;
export type ArticleEvent = { name: (typeof ARTICLE_EVENTS)[number]; article: string };

export type VisitEvent = FunnelEvent | QuizEvent | ArticleEvent;

/** A name, the slug of a quiz and the JSON around them need no more, in bytes. */
export const MAX_EVENT_BYTES = 300;

/** Counts wait so long in memory before they are stored together. */
export const FLUSH_EVERY_MS = 2_000;
