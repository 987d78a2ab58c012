/** Days of the trends, including today. */
export const WINDOW_DAYS = 30;
export const LATEST_REQUESTS = 5;

/** All-time totals older than this are counted again in the background. */
export const TOTALS_MAX_AGE_MS = 10_000;
/**
 * How long a page waits for a running count: small tables are counted by then, large ones show the
 * last totals.
 */
export const TOTALS_WAIT_MS = 50;
/**
 * Totals leave out the newest requests, which each page counts itself: some may be stored but not
 * committed yet.
 */
export const SETTLED_AFTER_MS = 15_000;
/** A page without totals reloads after this time. */
export const RELOAD_AFTER_MS = 1_500;

export const NO_SOURCE = "Requires data source";
