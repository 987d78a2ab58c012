import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { isHoliday } from "#app/lib/holidays.ts";
import { type CallingRule, getCallingRule, type Hours } from "./calling-rules.ts";
import {
  formatShortClock,
  formatWallClock,
  formatWeekday,
  fromWallClock,
  getWallDay,
  toWallClock,
} from "./local-time.ts";

/** A state with the time zones where the person may be; the call must be legal in all of them. */
export type CallingPlace = { state: string; zones: readonly string[] };
/** The first place is the one whose local time is shown. */
export type CallingPlaces = readonly [CallingPlace, ...CallingPlace[]];

const [SUNDAY, SATURDAY] = [0, 6];

/** The hours of a rule on a day, given as midnight of the wall clock; null: no calls. */
export function getHoursOfDay(rule: CallingRule, wallDay: number): Hours | null {
  const date = new Date(wallDay);
  if (rule.closedHolidays) {
    const day = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    };
    if (isHoliday(day, rule.closedHolidays)) return null;
  }
  const weekday = date.getUTCDay();
  if (weekday === SUNDAY) return rule.sundays;
  return weekday === SATURDAY && rule.saturdays !== undefined ? rule.saturdays : rule.days;
}

type ZonedRule = { rule: CallingRule; zone: string };

const listZonedRules = (places: readonly CallingPlace[]): ZonedRule[] =>
  places.flatMap(({ state, zones }) =>
    zones.map((zone) => ({ rule: getCallingRule(state), zone })),
  );

/** When calls end today; null where they are not allowed at that time. */
function getClosing({ rule, zone }: ZonedRule, at: number): number | null {
  const wallClock = toWallClock(zone, at);
  const today = getWallDay(wallClock);
  const hours = getHoursOfDay(rule, today);
  const hour = (wallClock - today) / HOUR_MS;
  if (!hours || hour < hours.from || hour >= hours.to) return null;
  return fromWallClock(zone, today + hours.to * HOUR_MS);
}

/** Longer than the longest run of days without calls: a holiday beside a Sunday. */
const SEARCH_DAYS = 8;

/** When calls are allowed again at or after a time; null if that is not within the search. */
function getOpening(zoned: ZonedRule, at: number): number | null {
  if (getClosing(zoned, at) !== null) return at;
  const { rule, zone } = zoned;
  const today = getWallDay(toWallClock(zone, at));
  for (let ahead = 0; ahead <= SEARCH_DAYS; ahead += 1) {
    const day = today + ahead * DAY_MS;
    const hours = getHoursOfDay(rule, day);
    const opens = hours && fromWallClock(zone, day + hours.from * HOUR_MS);
    if (opens && opens >= at) return opens;
  }
  return null;
}

/** The first time at or after `from` at which all rules allow a call, and the last one to do so. */
function findCommonOpening(
  rules: readonly ZonedRule[],
  from: number,
): { at: number; decidedBy: CallingRule } | null {
  let at = from;
  let decidedBy: CallingRule | undefined;
  for (;;) {
    let next = at;
    for (const zoned of rules) {
      const opens = getOpening(zoned, at);
      if (opens === null || opens > from + SEARCH_DAYS * DAY_MS) return null;
      if (opens > next) {
        next = opens;
        decidedBy = zoned.rule;
      }
    }
    if (next === at) return { at, decidedBy: decidedBy ?? getCallingRule("") };
    at = next;
  }
}

/** Whether a sales call is legal at a time in all of these places. */
export const canCall = (places: readonly CallingPlace[], at: Date): boolean =>
  listZonedRules(places).every((zoned) => getClosing(zoned, at.getTime()) !== null);

export type ForbiddingRule = {
  rule: CallingRule;
  /** The local time where the rule forbids the call: "9:05 PM". */
  localTime: string;
  /** Its hours that day; null: no calls. */
  hours: Hours | null;
};

/** The rule that forbids a call at a time; null where all places allow it. */
export function findForbiddingRule(
  places: readonly CallingPlace[],
  at: Date,
): ForbiddingRule | null {
  const now = at.getTime();
  const found = listZonedRules(places).find((zoned) => getClosing(zoned, now) === null);
  if (!found) return null;
  const { rule, zone } = found;
  const wallClock = toWallClock(zone, now);
  const hours = getHoursOfDay(rule, getWallDay(wallClock));
  return { rule, localTime: formatWallClock(wallClock), hours };
}

/**
 * Most calls and texts to one person in 24 hours in these places, and the rule that sets it; a
 * statute comes before our own policy.
 */
export function getCap(places: readonly CallingPlace[]): CallingRule {
  const rules = places.map(({ state }) => getCallingRule(state));
  const most = Math.min(...rules.map(({ mostAttempts }) => mostAttempts));
  const strictest = rules.filter(({ mostAttempts }) => mostAttempts === most);
  return (
    strictest.find(({ isCapInStatute }) => isCapInStatute) ?? strictest[0] ?? getCallingRule("")
  );
}

const STEP_MS = 15 * MINUTE_MS;

/**
 * The first quarter of an hour after `after` in which calls are legal in all of these places; null
 * if there is none within a week.
 */
export function findCallingTime(places: readonly CallingPlace[], after: Date): Date | null {
  // Rules begin at full hours, and the offsets of all time zones are quarters of an hour.
  const first = Math.floor(after.getTime() / STEP_MS + 1) * STEP_MS;
  const found = findCommonOpening(listZonedRules(places), first);
  return found && new Date(found.at);
}

/** When the first of the rules ends calls for the day; null where one of them forbids them now. */
function findFirstToClose(
  rules: readonly ZonedRule[],
  now: number,
): { at: number; decidedBy: CallingRule } | null {
  let first: { at: number; decidedBy: CallingRule } | null = null;
  for (const zoned of rules) {
    const at = getClosing(zoned, now);
    if (at === null) return null;
    if (!first || at < first.at) first = { at, decidedBy: zoned.rule };
  }
  return first;
}

export type CallingStatus = {
  ok: boolean;
  /** The local time of the first place: "8:05 AM". */
  localTime: string;
  /** While `ok`: until when calls are allowed, in local time of the first place: "9 PM". */
  until: string | null;
  /** While not `ok`: from when on they are, "8 AM", or "Mon 8 AM" on another day; null: unknown. */
  from: string | null;
  fromAt: Date | null;
  /** The rule that ends or forbids calls first. */
  decidedBy: CallingRule;
};

/**
 * Whether a person may be called at a time, and when that changes. Cheap enough for every row of a
 * list.
 */
export function getCallingStatus(places: CallingPlaces, at: Date): CallingStatus {
  const now = at.getTime();
  const rules = listZonedRules(places);
  const zone = places[0].zones[0] ?? "UTC";
  const here = toWallClock(zone, now);
  const localTime = formatWallClock(here);
  const firstToClose = findFirstToClose(rules, now);
  if (firstToClose) {
    const until = formatShortClock(toWallClock(zone, firstToClose.at));
    const { decidedBy } = firstToClose;
    return { ok: true, localTime, until, from: null, fromAt: null, decidedBy };
  }
  const opening = findCommonOpening(rules, now);
  const there = opening && toWallClock(zone, opening.at);
  const isToday = there !== null && getWallDay(there) === getWallDay(here);
  const day = there === null || isToday ? "" : `${formatWeekday(there)} `;
  return {
    ok: false,
    localTime,
    until: null,
    from: there === null ? null : `${day}${formatShortClock(there)}`,
    fromAt: opening && new Date(opening.at),
    decidedBy: opening?.decidedBy ?? findForbiddingRule(places, at)?.rule ?? getCallingRule(""),
  };
}
