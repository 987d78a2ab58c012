import { formatQuantity } from "#app/lib/format-values.ts";
import { MAX_RATING, MIN_SHOWN_REVIEWS } from "./constants.ts";

/** `average` is null without reviews, else from 1 to 5 with one decimal. */
export type ProviderRating = { average: number | null; count: number };

/**
 * The average of reviews, rounded down: 4.96 is not 5 of 5.
 * @param sum of all stars
 */
export const toRating = ({ sum, count }: { sum: number; count: number }): ProviderRating => ({
  average: count > 0 ? Math.floor((sum * 10) / count) / 10 : null,
  count,
});

/** Whether customers see the average. */
export const isShownToCustomers = ({ count }: Pick<ProviderRating, "count">): boolean =>
  count >= MIN_SHOWN_REVIEWS;

/** "4.8 of 5 from 12 reviews"; null without reviews. */
export const formatRating = ({ average, count }: ProviderRating): string | null =>
  average === null
    ? null
    : `${average.toFixed(1)} of ${MAX_RATING} from ${formatQuantity(count, "review")}`;

/** The same for customers: null while there are too few reviews. */
export const formatRatingForCustomers = (rating: ProviderRating): string | null =>
  isShownToCustomers(rating) ? formatRating(rating) : null;

/** "1 star", "4 stars". */
export const formatStars = (rating: number): string => formatQuantity(rating, "star");
