import type { AppContext } from "#app/app-context.ts";
import { formatLocalTime, getNextBusinessDay, toBusinessDay } from "#app/lib/business-days.ts";
import { getBusinessHours, isOpenAt } from "#app/lib/business-hours.ts";
import { formatClockTime } from "#app/lib/format-time.ts";
import { WEEKDAYS } from "./constants.ts";
import { findOnShift, listShiftPeople } from "./shift-people.server.ts";
import { findNextShift, type Shift } from "./shifts.ts";

/** Who is on shift: until "5 PM" or "tomorrow 8 AM", and next "at 6 PM" or "Monday at 8 AM". */
export type OnShiftSummary = {
  /** Nobody has any shifts: everybody counts during the office's hours. */
  hasPlan: boolean;
  isOpen: boolean;
  now: { name: string; until: string | null }[];
  next: { name: string; at: string } | null;
};

/** Who is on shift now and who comes next, for the head of the list. */
export async function loadOnShift({
  db,
  now: getNow,
  settings,
}: Pick<AppContext, "db" | "now" | "settings">): Promise<OnShiftSummary> {
  const now = getNow();
  const { timeZone, regularHours } = await settings.get();
  const people = await listShiftPeople(db);
  const format = (at: Date, before = "") => formatShiftTime(at, { now, timeZone, before });
  const next = findNextShift(people, now, timeZone);
  return {
    hasPlan: people.some(({ shifts }) => shifts.length > 0),
    isOpen: isOpenAt(now, getBusinessHours(regularHours), timeZone),
    now: findOnShift(people, { now, timeZone, regularHours }).map(({ name, until }) => ({
      name,
      until: until && format(until),
    })),
    next: next && { name: next.name, at: format(next.at, "at ") },
  };
}

function formatShiftTime(
  at: Date,
  { now, timeZone, before }: { now: Date; timeZone: string; before: string },
): string {
  const clock = before + formatClockTime(at, timeZone);
  const day = toBusinessDay(at, timeZone);
  if (day === toBusinessDay(now, timeZone)) return clock;
  if (day === getNextBusinessDay(now, timeZone)) return `tomorrow ${clock}`;
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${clock}`;
}

/** The form with a person's shifts. */
export type ShiftFormValues = {
  userId: string;
  shifts: Shift[];
  /** As a field of the type `datetime-local` has it; empty: not away. */
  awayUntil: string;
};

/** One person's shifts, for their form. */
export async function loadOwnShifts(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  userId: string,
): Promise<ShiftFormValues | null> {
  const found = await loadAllShifts({ db, now, settings });
  return found.find((person) => person.userId === userId) ?? null;
}

/** Everybody's shifts, for the forms of superadmins; ordered by name. */
export async function loadAllShifts({
  db,
  now,
  settings,
}: Pick<AppContext, "db" | "now" | "settings">): Promise<(ShiftFormValues & { name: string })[]> {
  const { timeZone } = await settings.get();
  return (await listShiftPeople(db)).map(({ userId, name, shifts, awayUntil }) => ({
    userId,
    name,
    shifts: [...shifts],
    awayUntil: awayUntil && awayUntil > now() ? formatLocalTime(awayUntil, timeZone) : "",
  }));
}
