import type { StoredOfferHours } from "#app/db/tables/providers.server.ts";
import { formatLocalTime, toBusinessDay } from "#app/lib/business-days.ts";

/** When a provider takes offers. Times of day are those of `timeZone`, the one of their business. */
export type Availability = {
  pausedUntil: Date | null;
  maxOffersPerDay: number | null;
  offerHours: StoredOfferHours | null;
  timeZone: string;
};

export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;
export const DAY_MINUTES = 24 * 60;
/** No day has more hours, also where clocks change: offers from before it are not today's. */
export const LONGEST_DAY_HOURS = 25;

/** The day of the week and the minutes after midnight of an instant, by the clock on the wall. */
function getLocalTime(at: Date, timeZone: string): { weekday: number; minutes: number } {
  const [day = "", clock = ""] = formatLocalTime(at, timeZone).split("T");
  const [hours, minutes] = clock.split(":").map(Number);
  return {
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    minutes: (hours ?? 0) * 60 + (minutes ?? 0),
  };
}

/**
 * Whether an instant is within the hours of its day, or within those of the day before that go past
 * midnight: from 6 PM until 2 AM.
 */
export function isWithinOfferHours(hours: StoredOfferHours, at: Date, timeZone: string): boolean {
  const { weekday, minutes } = getLocalTime(at, timeZone);
  const today = hours[weekday];
  const yesterday = hours[(weekday + 6) % 7];
  const isOfToday =
    today != null && minutes >= today.from && (minutes < today.until || goesPastMidnight(today));
  return (
    isOfToday || (yesterday != null && goesPastMidnight(yesterday) && minutes < yesterday.until)
  );
}

type Span = { from: number; until: number };
const goesPastMidnight = ({ from, until }: Span) => until <= from;

/** How many of these offers were made on the day of `now`, from midnight to midnight. */
export function countOffersOfToday(
  offeredAt: readonly Date[],
  { now, timeZone }: { now: Date; timeZone: string },
): number {
  const today = toBusinessDay(now, timeZone);
  return offeredAt.filter((at) => toBusinessDay(at, timeZone) === today).length;
}

/** 570 as "9:30 AM". */
export function formatMinutes(minutes: number): string {
  const inDay = minutes % DAY_MINUTES;
  if (inDay === 0) return "midnight";
  if (inDay === DAY_MINUTES / 2) return "noon";
  const hour = Math.floor(inDay / 60);
  const rest = inDay % 60;
  const clock = `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
  return `${clock} ${hour < 12 ? "AM" : "PM"}`;
}

/** The hours of one day: "8 AM to 6 PM", "6 PM to 2 AM the next day", "all day", "no offers". */
export function formatSpan(span: Span | null | undefined): string {
  if (!span) return "no offers";
  if (span.from === 0 && span.until === DAY_MINUTES) return "all day";
  const next = goesPastMidnight(span) ? " the next day" : "";
  return `${formatMinutes(span.from)} to ${formatMinutes(span.until)}${next}`;
}
