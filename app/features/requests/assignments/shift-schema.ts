import { z } from "zod";
import { LOCAL_TIME } from "#app/lib/business-days.ts";
import { SHIFTS_A_DAY, WEEKDAYS } from "./constants.ts";
import type { Shift } from "./shifts.ts";

/** The names of the two fields of a shift in the form. */
export const getShiftFields = (weekday: number, index: number) =>
  ({ from: `from-${weekday}-${index}`, to: `to-${weekday}-${index}` }) as const;

const SHIFT_INTENT = "shifts";
/** Whether a form on the account page has the person's shifts. */
export const isShiftForm = (form: FormData) => form.get("intent") === SHIFT_INTENT;

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
export const awayUntilSchema = z.union([z.literal(""), z.string().regex(LOCAL_TIME)]);

const parseClock = (text: string): number | null => {
  const match = CLOCK.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
};

export type ShiftErrors = Partial<Record<string, string>>;

/**
 * Reads the weekly table of shifts; rows with two empty fields are left out.
 * @returns the shifts, or a message for each wrong field
 */
export function parseShifts(
  form: FormData,
): { ok: true; shifts: Shift[] } | { ok: false; errors: ShiftErrors } {
  const errors: ShiftErrors = {};
  const shifts: Shift[] = [];
  for (const weekday of WEEKDAYS.keys())
    for (let index = 0; index < SHIFTS_A_DAY; index++) {
      const fields = getShiftFields(weekday, index);
      const [fromText, toText] = [fields.from, fields.to].map((name) =>
        String(form.get(name) ?? ""),
      );
      if (!fromText && !toText) continue;
      const from = parseClock(fromText ?? "");
      const to = parseClock(toText ?? "");
      if (from === null) errors[fields.from] = "Enter when the shift starts.";
      else if (to === null) errors[fields.to] = "Enter when the shift ends.";
      else if (from === to) errors[fields.to] = "A shift cannot end when it starts.";
      else shifts.push({ weekday, from, to });
    }
  const clash = findClash(shifts);
  if (clash) {
    const fields = getShiftFields(clash.weekday, findIndex(form, clash));
    errors[fields.from] = `This shift overlaps another one on ${WEEKDAYS[clash.weekday]}.`;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, shifts };
}

const DAY_MINUTES = 24 * 60;
const getLength = ({ from, to }: Shift) => (to > from ? to : to + DAY_MINUTES) - from;
const getStart = ({ weekday, from }: Shift) => weekday * DAY_MINUTES + from;

/** A shift that starts before the one before it ends, also over the end of the week. */
function findClash(shifts: readonly Shift[]): Shift | undefined {
  const week = WEEKDAYS.length * DAY_MINUTES;
  return shifts.find((shift) =>
    shifts.some((other) => {
      const after = (getStart(shift) - getStart(other) + week) % week;
      return other !== shift && after < getLength(other);
    }),
  );
}

/** The row of a day in which a shift was entered. */
const findIndex = (form: FormData, { weekday, from }: Shift): number =>
  Math.max(
    0,
    Array.from({ length: SHIFTS_A_DAY }, (_, index) => index).findLast(
      (index) => parseClock(String(form.get(getShiftFields(weekday, index).from) ?? "")) === from,
    ) ?? 0,
  );
