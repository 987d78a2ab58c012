import type { DayMetrics, Metrics } from "./metrics.server.ts";

const DAYS_OF_WEEK = 7;

export type WeekMetrics = Metrics & { from: string; to: string };

/** Groups days into weeks that end with the last day; the first week may be shorter. */
export function groupWeeks(byDay: readonly DayMetrics[]): WeekMetrics[] {
  const short = byDay.length % DAYS_OF_WEEK;
  const starts = [
    ...(short > 0 ? [0] : []),
    ...Array.from(
      { length: Math.floor(byDay.length / DAYS_OF_WEEK) },
      (_, week) => short + week * DAYS_OF_WEEK,
    ),
  ];
  return starts.map((start, at) => {
    const days = byDay.slice(start, starts[at + 1]);
    const total = (name: keyof Metrics) => days.reduce((sum, day) => sum + day[name], 0);
    return {
      from: days[0]?.day ?? "",
      to: days.at(-1)?.day ?? "",
      views: total("views"),
      calls: total("calls"),
      requests: total("requests"),
    };
  });
}
