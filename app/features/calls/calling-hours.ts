import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";

/** Hours of the day in local time: from the start of `from` until just before `to`. */
type Hours = { from: number; to: number };
type CallingRule = {
  /** Monday to Saturday. */
  days: Hours;
  /** Null: no calls. */
  sundays: Hours | null;
  /** Federal holidays. Null: no calls; absent: the same hours as on other days. */
  holidays?: null;
  source: string;
};

/** When the rules below were last checked against their sources. */
export const CALLING_RULES_DATE = "2026-11";

/**
 * How often one person may be called or texted in 24 hours, without having asked for it. Florida,
 * Oklahoma and Oregon set the number; we keep to it everywhere.
 */
export const MAX_ATTEMPTS_A_DAY = 3;

const buildDailyRule = (from: number, to: number, source: string): CallingRule => ({
  days: { from, to },
  sundays: { from, to },
  source,
});
const buildNoSundaysRule = (source: string): CallingRule => ({
  days: { from: 8, to: 21 },
  sundays: null,
  holidays: null,
  source,
});

const DEFAULT_RULE = buildDailyRule(8, 21, "47 CFR 64.1200(c)(1)");

/** States with stricter hours than the federal rule. */
const STATE_RULES: Readonly<Record<string, CallingRule>> = {
  TX: {
    days: { from: 9, to: 21 },
    sundays: { from: 12, to: 21 },
    source: "Texas telephone solicitation law",
  },
  FL: buildDailyRule(8, 20, "Florida Statutes 501.616"),
  MD: buildDailyRule(8, 20, "Maryland Stop the Spam Calls Act"),
  OK: buildDailyRule(8, 20, "Oklahoma Telephone Solicitation Act"),
  MA: buildDailyRule(8, 20, "Massachusetts telemarketing law"),
  OR: buildDailyRule(8, 20, "Oregon telephone solicitation law, which covers texts"),
  CT: buildDailyRule(9, 20, "Connecticut telephone solicitation law"),
  KY: buildDailyRule(10, 21, "Kentucky telephone solicitation law"),
  MI: buildDailyRule(9, 21, "Michigan telephone solicitation law"),
  MN: buildDailyRule(9, 21, "Minnesota telephone solicitation law"),
  NM: buildDailyRule(9, 21, "New Mexico telephone solicitation law"),
  NV: buildDailyRule(9, 20, "Nevada telephone solicitation law"),
  // Guides disagree on these two, so the stricter reading counts until counsel has confirmed it.
  PA: { ...DEFAULT_RULE, holidays: null, source: "Pennsylvania Telemarketer Registration Act" },
  RI: {
    days: { from: 10, to: 17 },
    sundays: null,
    holidays: null,
    source: "Rhode Island telephone solicitation law",
  },
  AL: buildNoSundaysRule("Alabama telephone solicitation law"),
  LA: buildNoSundaysRule("Louisiana telephone solicitation law"),
  MS: buildNoSundaysRule("Mississippi telephone solicitation law"),
};

/** A state with the time zones where the person may be; the call must be legal in all of them. */
export type CallingPlace = { state: string; zones: readonly string[] };
/** The first place is the one whose local time is shown. */
export type CallingPlaces = readonly [CallingPlace, ...CallingPlace[]];

/** Month, day. */
const FIXED_HOLIDAYS = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;
const [MONDAY, THURSDAY] = [1, 4];
/** Month, day of the week, and which of those days in the month; -1 is the last. */
const FLOATING_HOLIDAYS = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [5, MONDAY, -1],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const;

/** Whether a day is a federal holiday of the United States, without days off in lieu. */
export function isFederalHoliday({
  year,
  month,
  day,
}: {
  year: number;
  month: number;
  day: number;
}): boolean {
  if (FIXED_HOLIDAYS.some(([inMonth, onDay]) => inMonth === month && onDay === day)) return true;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const which = Math.ceil(day / 7);
  const isLast = day + 7 > daysInMonth;
  return FLOATING_HOLIDAYS.some(
    ([inMonth, onWeekday, nth]) =>
      inMonth === month && onWeekday === weekday && (nth === -1 ? isLast : which === nth),
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(zone: string): Intl.DateTimeFormat {
  let clock = formatters.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      weekday: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(zone, clock);
  }
  return clock;
}

/** Local day and time of a zone; `hour` is 8.5 at half past eight. */
function getLocalTime(
  zone: string,
  at: Date,
): { isSunday: boolean; isHoliday: boolean; hour: number; text: string } {
  const parts = Object.fromEntries(
    getFormatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [hour, minute] = [Number(parts.hour), Number(parts.minute)];
  const isHoliday = isFederalHoliday({
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
  });
  return {
    isSunday: parts.weekday === "Sun",
    isHoliday,
    hour: hour + minute / 60,
    text: `${hour % 12 || 12}:${parts.minute} ${hour < 12 ? "AM" : "PM"}`,
  };
}

/** Whether a sales call is legal at a time in all of these places. */
export function canCall(places: readonly CallingPlace[], at: Date): boolean {
  return places.every(({ state, zones }) => {
    const rule = STATE_RULES[state] ?? DEFAULT_RULE;
    return zones.every((zone) => {
      const { isSunday, isHoliday, hour } = getLocalTime(zone, at);
      const hours =
        isHoliday && rule.holidays === null ? null : isSunday ? rule.sundays : rule.days;
      return hours !== null && hour >= hours.from && hour < hours.to;
    });
  });
}

const STEP_MS = 15 * MINUTE_MS;
/** Longer than the longest run of days without calls: a holiday beside a Sunday. */
const SEARCH_MS = 7 * DAY_MS;

/**
 * The first quarter of an hour after `after` in which calls are legal in all of these places; null
 * if there is none within a week.
 */
export function findCallingTime(places: readonly CallingPlace[], after: Date): Date | null {
  // Rules begin at full hours, and the offsets of all time zones are quarters of an hour.
  const first = Math.floor(after.getTime() / STEP_MS + 1) * STEP_MS;
  for (let at = first; at <= first + SEARCH_MS; at += STEP_MS)
    if (canCall(places, new Date(at))) return new Date(at);
  return null;
}

/** Whether a person may be called at a time, and the local time of their first place: "8:05 AM". */
export function getCallingStatus(
  places: CallingPlaces,
  at: Date,
): { ok: boolean; localTime: string } {
  return { ok: canCall(places, at), localTime: getLocalTime(places[0].zones[0] ?? "UTC", at).text };
}
