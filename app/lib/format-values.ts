import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";

const count = new Intl.NumberFormat("en-US");
const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

export const formatCount = (value: number) => count.format(value);
/** Dollars and cents. */
export const formatMoney = (value: number) => money.format(value);
/** Whole dollars, for the axis of a chart. */
export const formatDollars = (value: number) => dollars.format(value);
/** "1,250.5 credits". */
export const formatCredits = (amount: number) =>
  `${amount.toLocaleString("en-US")} ${amount === 1 ? "credit" : "credits"}`;
/** 2026-11-21 as "Nov 21". */
export const formatDay = (name: string) => day.format(new Date(`${name}T00:00:00Z`));

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** The age of a past instant: "5 minutes ago", "3 hours ago", "yesterday". */
export function formatAge(at: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - at.getTime());
  const unit = UNITS.find(([, length]) => ms >= length);
  return unit ? relative.format(-Math.floor(ms / unit[1]), unit[0]) : "just now";
}

/** "Nov 21, 2026, 9:05 AM EST". */
export function formatInstant(at: Date, timeZone: string): string {
  const parts = {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  } as const;
  try {
    return at.toLocaleString("en-US", { ...parts, timeZone });
  } catch {
    // The stored time zone is invalid.
    return at.toLocaleString("en-US", { ...parts, timeZone: "UTC" });
  }
}

/** "9 AM", "9:30 PM". */
export const formatClock = (at: Date, timeZone: string): string =>
  at
    .toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone })
    .replaceAll("\u202f", " ")
    .replace(":00 ", " ");

/** A time zone in words, "Eastern Time", or in short, "ET". */
export const formatZone = (at: Date, timeZone: string, length: "long" | "short" = "long"): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: `${length}Generic` })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** A number with its noun, such as "1 view" or "1,200 views". */
export const formatQuantity = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;
