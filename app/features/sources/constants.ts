export const SOURCES_PATH = "/backyard/sources";

/** Periods of the report, in days. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

export const parsePeriod = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get("days")) ?? DEFAULT_PERIOD;

/** Requests without a source: sent without JavaScript or by another program, or from before. */
export const UNKNOWN_SOURCE = "Not recorded";
/** Calls whose number is not in Settings, or was not sent. */
export const UNKNOWN_NUMBER = "Other numbers";

/** The report is counted again in the background when it is older. */
export const REPORT_MAX_AGE_MS = 10_000;
/** How long a page waits for a running count before it shows the last one. */
export const REPORT_WAIT_MS = 50;
/** After this time, a page without a report reloads its data. */
export const RELOAD_AFTER_MS = 1_500;
/** More rows are added up in the last one. */
export const MAX_ROWS = 100;

/** Platforms that a file of outcomes can be written for. */
export const PLATFORMS = ["google", "meta", "microsoft"] as const;
export type Platform = (typeof PLATFORMS)[number];
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  google: "Google Ads",
  meta: "Meta",
  microsoft: "Microsoft Advertising",
};
