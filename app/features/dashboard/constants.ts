/** Number of days in the trends, including today. */
export const WINDOW_DAYS = 30;
export const LATEST_REQUESTS = 5;

/** Totals older than this are counted again in the background. */
export const TOTALS_MAX_AGE_MS = 10_000;
/** How long a page waits for a running count before it shows the previous totals. */
export const TOTALS_WAIT_MS = 50;
/** After this time, a page without totals reloads its data. */
export const RELOAD_AFTER_MS = 1_500;

export const NO_SOURCE = "Requires data source";
