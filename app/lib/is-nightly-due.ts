import { HOUR_MS } from "./durations.ts";

/**
 * Local hours in which a nightly run starts.
 */
const NIGHT = { from: 2, until: 5 };
const MIN_HOURS_BETWEEN_RUNS = 20;
/** A last run older than this was missed: the next one starts at any hour. */
const MAX_HOURS_BETWEEN_RUNS = 26;

/** Whether nightly work is due: once a night, or as soon as possible after a missed night. */
export function isNightlyDue({
  now,
  lastRunAt,
  timeZone,
}: {
  now: Date;
  lastRunAt: Date | null;
  timeZone: string;
}): boolean {
  if (!lastRunAt) return true;
  const hours = (now.getTime() - lastRunAt.getTime()) / HOUR_MS;
  if (hours >= MAX_HOURS_BETWEEN_RUNS) return true;
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone }).format(now),
  );
  return hours >= MIN_HOURS_BETWEEN_RUNS && hour >= NIGHT.from && hour < NIGHT.until;
}
