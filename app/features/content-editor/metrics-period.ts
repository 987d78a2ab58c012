/** Periods of content metrics, in days. */
export const PERIODS = [30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const parsePeriod = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get("days")) ?? PERIODS[0];
