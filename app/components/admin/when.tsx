import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
/**
 * The moment a page was read and the zone that its times are told in; from the loader, so that
 * server and browser agree.
 */
export type Clock = { now: Date; timeZone: string };

const UNITS = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
] as const;
const MANY_DAYS = 30;

const exactly = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    at,
  );

function relatively(at: Date, { now, timeZone }: Clock): string {
  const ms = at.getTime() - now.getTime();
  if (Math.abs(ms) > MANY_DAYS * UNITS[0].ms)
    return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }).format(at);
  const found = UNITS.find((unit) => Math.abs(ms) >= unit.ms);
  return found
    ? new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(
        Math.trunc(ms / found.ms),
        found.unit,
      )
    : "just now";
}

/** A moment in words, the exact one on hover; `never` where there was none. */
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
      title={exactly(at, clock.timeZone)}
      className="whitespace-nowrap"
    >
      {relatively(at, clock)}
    </time>
  );
}
