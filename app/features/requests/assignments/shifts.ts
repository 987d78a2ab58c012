import { getInstant, toBusinessDay } from "#app/lib/business-days.ts";
import {
  type BusinessHours,
  FALLBACK_HOURS,
  isOpenAt,
  parseBusinessHours,
} from "#app/lib/business-hours.ts";
import { DAY_MS } from "#app/lib/durations.ts";

/** A weekly shift: it starts on this weekday (0 is Sunday); from and to in minutes after midnight. */
export type Shift = {
  weekday: number;
  from: number;
  /** At or before `from`: on the next day. */
  to: number;
};
type Span = { from: Date; to: Date };

const DAYS_AHEAD = 8;

/** The shifts of some days around an instant, the earliest first. */
function* listSpans(
  shifts: readonly Shift[],
  { at, timeZone, days }: { at: Date; timeZone: string; days: number },
): Generator<Span> {
  const today = Date.parse(`${toBusinessDay(at, timeZone)}T00:00:00Z`);
  const nameDay = (ahead: number) => new Date(today + ahead * DAY_MS).toISOString().slice(0, 10);
  // From yesterday on: a shift may have crossed midnight.
  for (let ahead = -1; ahead <= days; ahead++) {
    const day = nameDay(ahead);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    yield* shifts
      .filter((shift) => shift.weekday === weekday)
      .map(({ from, to }) => ({
        from: getInstant(day, from, timeZone),
        to: getInstant(to > from ? day : nameDay(ahead + 1), to, timeZone),
      }))
      .sort((a, b) => a.from.getTime() - b.from.getTime());
  }
}

/** When the shift at an instant ends, with those that follow without a pause; null: there is none. */
export function getShiftEnd(shifts: readonly Shift[], at: Date, timeZone: string): Date | null {
  let end: Date | null = null;
  for (const span of listSpans(shifts, { at, timeZone, days: 1 }))
    if (span.from <= (end ?? at) && span.to > (end ?? at)) end = span.to;
  return end;
}

/** Whether one of a person's shifts includes an instant. */
export const isOnShift = (shifts: readonly Shift[], at: Date, timeZone: string): boolean =>
  getShiftEnd(shifts, at, timeZone) !== null;

/** When the next shift after an instant starts; null without any shift. */
export function getNextShift(shifts: readonly Shift[], at: Date, timeZone: string): Date | null {
  const next = listSpans(shifts, { at, timeZone, days: DAYS_AHEAD }).find(({ from }) => from > at);
  return next?.from ?? null;
}

export type ShiftPerson = {
  userId: string;
  name: string;
  shifts: readonly Shift[];
  awayUntil: Date | null;
  onUntil: Date | null;
};
export type OnShift = {
  userId: string;
  name: string;
  /** Null: until the office closes. */
  until: Date | null;
};
export type OfficeHours = { timeZone: string; hours: BusinessHours };

/**
 * The people who are on shift at an instant, those who leave first before the others. Where nobody
 * has any shifts, the office has no plan: everybody counts as on shift during its hours.
 */
export function listOnShift(
  people: readonly ShiftPerson[],
  at: Date,
  { timeZone, hours }: OfficeHours,
): OnShift[] {
  const hasPlan = people.some(({ shifts }) => shifts.length > 0);
  const isOpen = !hasPlan && isOpenAt(at, hours, timeZone);
  return people
    .flatMap(({ userId, name, shifts, awayUntil, onUntil }) => {
      const takenOver = onUntil && onUntil > at ? onUntil : null;
      if (!takenOver && awayUntil && awayUntil > at) return [];
      const planned = getShiftEnd(shifts, at, timeZone);
      const until = takenOver && planned && planned > takenOver ? planned : (takenOver ?? planned);
      return until || isOpen ? [{ userId, name, until }] : [];
    })
    .sort((a, b) => (a.until?.getTime() ?? 0) - (b.until?.getTime() ?? 0));
}

/** Who comes on shift next, and when; null where there is no plan. */
export function findNextShift(
  people: readonly ShiftPerson[],
  at: Date,
  timeZone: string,
): { userId: string; name: string; at: Date } | null {
  const starts = people.flatMap(({ userId, name, shifts, awayUntil }) => {
    const from = awayUntil && awayUntil > at ? awayUntil : at;
    const next =
      from > at && isOnShift(shifts, from, timeZone) ? from : getNextShift(shifts, from, timeZone);
    return next ? [{ userId, name, at: next }] : [];
  });
  return starts.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** The hours of emergencies; around the clock where the text of the setting cannot be read. */
export const getEmergencyHours = (text: string): BusinessHours =>
  parseBusinessHours(text) ?? {
    ...FALLBACK_HOURS,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    from: 0,
    to: 24 * 60,
  };
