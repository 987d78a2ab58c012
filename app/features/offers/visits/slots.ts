import { getInstant, toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatClock, formatZone } from "#app/lib/format-values.ts";
import { SLOT_HOURS, SLOT_STARTS, WINDOW_DAYS } from "./constants.ts";

/** Two hours in which a professional may come. */
export type Slot = { startsAt: Date; endsAt: Date };
export type Choice = { value: string; label: string };
/** A slot as the form has it: the day as 2026-11-24, the hour as "14"; "" where not chosen. */
export type SlotChoice = { day: string; start: string };

export const EMPTY_CHOICE: SlotChoice = { day: "", start: "" };

const formatDayName = (at: Date, timeZone: string) =>
  at.toLocaleDateString("en-US", { weekday: "long", month: "short", day: "numeric", timeZone });
/** "8 to 10 AM", "10 AM to 12 PM". */
function formatHours({ startsAt, endsAt }: Slot, timeZone: string): string {
  const [from, to] = [formatClock(startsAt, timeZone), formatClock(endsAt, timeZone)];
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`;
}

/** "Tuesday, Nov 24, 2 to 4 PM Eastern Time". */
export const formatSlot = (slot: Slot, timeZone: string): string =>
  `${formatDayName(slot.startsAt, timeZone)}, ${formatHours(slot, timeZone)} ${formatZone(slot.startsAt, timeZone)}`;

/** `days`: how many can be chosen, today included. */
type SlotClock = { now: Date; timeZone: string; days?: number };

/** The days that can be chosen: today and the days after it, in the job's time zone. */
export function listSlotDays({ now, timeZone, days = WINDOW_DAYS }: SlotClock): Choice[] {
  const today = Date.parse(`${toBusinessDay(now, timeZone)}T00:00:00Z`);
  return Array.from({ length: days }, (_, ahead) => {
    const day = new Date(today + ahead * DAY_MS);
    return { value: day.toISOString().slice(0, 10), label: formatDayName(day, "UTC") };
  });
}

const getSlot = (day: string, hour: number, timeZone: string): Slot => ({
  startsAt: getInstant(day, hour * 60, timeZone),
  endsAt: getInstant(day, (hour + SLOT_HOURS) * 60, timeZone),
});

const ANY_DAY = "2026-01-05";

/** The starts that can be chosen on each day. */
export const SLOT_START_CHOICES: readonly Choice[] = SLOT_STARTS.map((hour) => ({
  value: String(hour),
  label: formatHours(getSlot(ANY_DAY, hour, "UTC"), "UTC"),
}));

export type ParsedSlot = { ok: true; slot: Slot } | { ok: false; reason: "missing" | "past" };

/** The slot of a choice, if it is one of those that the form offers now. */
export function parseSlot({ day, start }: SlotChoice, clock: SlotClock): ParsedSlot {
  const { now, timeZone } = clock;
  const hour = SLOT_STARTS.find((known) => String(known) === start);
  const isListed = listSlotDays(clock).some(({ value }) => value === day);
  // A page that was opened yesterday still offers that day.
  const isOver = /^\d{4}-\d{2}-\d{2}$/.test(day) && day < toBusinessDay(now, timeZone);
  if (isOver) return { ok: false, reason: "past" };
  if (hour === undefined || !isListed) return { ok: false, reason: "missing" };
  const slot = getSlot(day, hour, timeZone);
  return slot.startsAt > now ? { ok: true, slot } : { ok: false, reason: "past" };
}

/** A stored slot as the form has it; empty where the form does not offer it. */
export function toSlotChoice(
  { startsAt }: Slot,
  clock: { now: Date; timeZone: string },
): SlotChoice {
  const { timeZone } = clock;
  const day = toBusinessDay(startsAt, timeZone);
  const hour = SLOT_STARTS.find(
    (known) => getInstant(day, known * 60, timeZone).getTime() === startsAt.getTime(),
  );
  const isListed = listSlotDays(clock).some(({ value }) => value === day);
  return hour === undefined || !isListed ? EMPTY_CHOICE : { day, start: String(hour) };
}
