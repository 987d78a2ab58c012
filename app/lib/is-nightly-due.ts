import { HOUR_MS } from "./durations.ts";

/**
 * Local hours in which the nightly run starts, and the age of the last run after which it runs at
 * any hour.
 */
const NIGHT = { from: 2, until: 5 };
const AT_LEAST_HOURS = 20;
const LATE_AFTER_HOURS = 26;

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
  if (hours >= LATE_AFTER_HOURS) return true;
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone }).format(now),
  );
  return hours >= AT_LEAST_HOURS && hour >= NIGHT.from && hour < NIGHT.until;
}
