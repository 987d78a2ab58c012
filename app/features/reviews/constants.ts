export const MIN_RATING = 1;
export const MAX_RATING = 5;
export const WORDS_LENGTH = 2_000;
/** How long customers can change their review. */
export const CHANGE_DAYS = 30;
/** From so many reviews on, customers see the average. Fewer say little, and one decides too much. */
export const MIN_SHOWN_REVIEWS = 5;
/** Reviews that a page lists; it says so where there are more. */
export const LISTED_REVIEWS = 100;
/** How often one request may send a review in an hour, which is more than any customer needs. */
export const SAVES_PER_HOUR = 20;

/** The customer is asked so many days after the request was closed, and later not any more. */
export const ASK_AFTER_DAYS = 1;
export const ASK_UNTIL_DAYS = 14;
export const ASK_BATCH_SIZE = 100;
/** Kind of the mail that asks for a review. */
export const REVIEW_MAIL = "review";
/** Shown after a review was stored. */
export const REVIEW_SAVED = "Thank you. Your review is saved.";
/** Kind of the event in a request's timeline. */
export const REVIEW_EVENT = "review";

export const RATING_LABELS: Readonly<Record<number, string>> = {
  1: "Very bad",
  2: "Bad",
  3: "OK",
  4: "Good",
  5: "Very good",
};

export const HIDDEN_REASONS = ["personal-data", "abuse"] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];
/** Shown to customers in place of the words. */
export const HIDDEN_TEXTS: Record<HiddenReason, string> = {
  "personal-data": "Words hidden by our staff: they contain personal data.",
  abuse: "Words hidden by our staff: they are abusive.",
};
