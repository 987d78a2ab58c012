/** In the order of the year, from March on; also the names of the checklist's lists. */
export const SEASONS = ["Spring", "Summer", "Fall", "Winter"] as const;
export type Season = (typeof SEASONS)[number];

/** The season of a month, 1 to 12: three months each, winter from December to February. */
export const findSeason = (month: number): Season =>
  SEASONS[Math.floor(((month + 9) % 12) / 3)] ?? "Winter";

/** The months of a season, 1 to 12. */
export const listMonths = (season: Season): number[] =>
  Array.from({ length: 12 }, (_, index) => index + 1).filter(
    (month) => findSeason(month) === season,
  );

/** The first day of the season after the one of a day: 2026-12-01 for 2026-11-21. */
export function findNextSeasonStart(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  // Seasons begin in March, June, September and December; Date.UTC counts months from 0.
  const start = Date.UTC(year, month - 1 + (3 - (month % 3)));
  return new Date(start).toISOString().slice(0, 10);
}

/** The same list, but beginning with the first entry that matches. */
export function rotateTo<T>(list: readonly T[], matches: (entry: T) => boolean): T[] {
  const first = Math.max(0, list.findIndex(matches));
  return [...list.slice(first), ...list.slice(0, first)];
}
