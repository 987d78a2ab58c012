import type { AppContext } from "#app/app-context.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { HIDDEN_TEXTS, LISTED_REVIEWS } from "./constants.ts";
import { formatRating, formatRatingForCustomers } from "./format-rating.ts";
import { getChangeEnd } from "./mutations.server.ts";
import { getProviderRating, listReviews } from "./queries.server.ts";
import { findReviewedRequest } from "./queries.sql.ts";

type LoadContext = Pick<AppContext, "db" | "now" | "settings">;

const MONTH = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
/** "November 2026": no day, which would tell the provider whose review it is. */
const formatMonth = (at: Date, timeZone: string) =>
  MONTH.format(new Date(`${toBusinessDay(at, timeZone)}T00:00:00Z`));

/**
 * The form of a review on the customer's own page; null where there is nothing to review: the
 * customer was never connected with a provider, ended the request, or it is still open.
 */
export async function loadReviewSection(
  { db, now, settings }: LoadContext,
  { requestId }: { requestId: string },
) {
  const [{ timeZone }, found] = await Promise.all([
    settings.get(),
    findReviewedRequest.first(db, { requestId }),
  ]);
  if (!found || (!found.isDone && !found.reviewId)) return null;
  const { company, rating, words, reviewedAt, hiddenReason } = found;
  const changeEnd = reviewedAt && getChangeEnd(reviewedAt);
  return {
    company,
    /** What the customer wrote before. */
    review: rating === null ? null : { rating, words, isHidden: hiddenReason !== null },
    canChange: changeEnd === null || now() <= changeEnd,
    /** Until when a review that exists can be changed. */
    changeUntil: changeEnd && formatInstant(changeEnd, timeZone),
  };
}
export type ReviewSectionData = NonNullable<Awaited<ReturnType<typeof loadReviewSection>>>;

/** All reviews of a provider as customers see them, the newest first, without names. */
export async function loadProviderReviews(
  { db, settings }: Pick<LoadContext, "db" | "settings">,
  { providerId }: { providerId: string },
) {
  const [{ timeZone }, rating, rows] = await Promise.all([
    settings.get(),
    getProviderRating(db, providerId),
    listReviews(db, { providerId, limit: LISTED_REVIEWS }),
  ]);
  return {
    /** "4.8 of 5 from 12 reviews"; null while there are too few. */
    rating: formatRatingForCustomers(rating),
    count: rating.count,
    reviews: rows.map(({ id, createdAt, hiddenReason, words, ...row }) => ({
      id,
      rating: row.rating,
      month: formatMonth(createdAt, timeZone),
      words: hiddenReason ? null : words,
      hidden: hiddenReason && HIDDEN_TEXTS[hiddenReason],
    })),
  };
}
export type ProviderReviewsData = Awaited<ReturnType<typeof loadProviderReviews>>;

/** All reviews as customers see them, for the provider itself, who sees the average from the first on. */
export async function loadOwnReviews(
  app: Pick<LoadContext, "db" | "settings">,
  { providerId }: { providerId: string },
) {
  const [reviews, { average }] = await Promise.all([
    loadProviderReviews(app, { providerId }),
    getProviderRating(app.db, providerId),
  ]);
  return { ...reviews, own: average === null ? null : `${average.toFixed(1)} of 5` };
}

/** All reviews of a provider as staff see them: with what is hidden, why, and by whom. */
export async function loadReviewsPanel(
  { db, settings }: Pick<LoadContext, "db" | "settings">,
  { providerId }: { providerId: string },
) {
  const [{ timeZone }, rating, rows] = await Promise.all([
    settings.get(),
    getProviderRating(db, providerId),
    listReviews(db, { providerId, limit: LISTED_REVIEWS }),
  ]);
  return {
    rating: formatRating(rating),
    count: rating.count,
    isShownToCustomers: formatRatingForCustomers(rating) !== null,
    reviews: rows.map(({ createdAt, hiddenAt, ...row }) => ({
      ...row,
      written: toMoment(createdAt, timeZone).exact,
      hiddenOn: hiddenAt && toMoment(hiddenAt, timeZone).exact,
    })),
  };
}
export type ReviewsPanelData = Awaited<ReturnType<typeof loadReviewsPanel>>;

/** The rating of a provider for the customer's page: "4.8 of 5 from 12 reviews", or null. */
export const getShownRating = async (db: Connection, providerId: string) =>
  formatRatingForCustomers(await getProviderRating(db, providerId));
