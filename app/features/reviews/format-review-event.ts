import { MAX_RATING, REVIEW_EVENT } from "./constants.ts";

/** Describes a review for a request's timeline; undefined for other kinds of events. */
export const formatReviewEvent = (
  kind: string,
  detail: Record<string, unknown>,
): string | undefined =>
  kind === REVIEW_EVENT
    ? `The customer's review: ${String(detail.rating)} of ${MAX_RATING} stars`
    : undefined;
