import { getDateFormat } from "#app/lib/date-formats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

/**
 * The time at which a page was loaded and the time zone of its times; from the loader, so that
 * server and browser render the same text.
 */
export type Clock = { now: Date; timeZone: string };

const UNITS = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
] as const;
const MANY_DAYS = 30;

const formatExact = (at: Date, timeZone: string) =>
  getDateFormat({ dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

function formatRelative(at: Date, { now, timeZone }: Clock): string {
  const ms = at.getTime() - now.getTime();
  if (Math.abs(ms) > MANY_DAYS * UNITS[0].ms)
    return getDateFormat({ dateStyle: "medium", timeZone }).format(at);
  const found = UNITS.find((unit) => Math.abs(ms) >= unit.ms);
  return found ? relative.format(Math.trunc(ms / found.ms), found.unit) : "just now";
}

/** A time relative to now, the exact one on hover; `never` where there is none. */
export function When({
  at,
  clock,
  never = "Never",
}: {
  at: Date | null;
  clock: Clock;
  never?: string;
}) {
  if (!at) return never;
  return (
    <time
      dateTime={at.toISOString()}
      title={formatExact(at, clock.timeZone)}
      className="whitespace-nowrap"
    >
      {formatRelative(at, clock)}
    </time>
  );
}
