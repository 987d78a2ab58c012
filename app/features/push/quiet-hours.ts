import { getDateFormat } from "#app/lib/date-formats.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";

/** Minutes after midnight in a time zone; `from` is later than `to` where they cross midnight. */
export type QuietHours = { from: number; to: number; timeZone: string };

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Minutes after midnight of an instant, as a clock on the wall of that zone shows it. */
function getWallMinutes(at: Date, timeZone: string): number {
  const parts = getDateFormat({
    timeZone,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return (read("hour") * HOUR_MINUTES + read("minute")) % DAY_MINUTES;
}

/** Whether an instant is within the quiet hours: from the first minute on, before the last. */
export function isQuiet(at: Date, { from, to, timeZone }: QuietHours): boolean {
  const minutes = getWallMinutes(at, timeZone);
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/**
 * When the quiet hours that an instant is in end; null where that is not before `until`. Goes minute
 * by minute, so that a change of the clocks needs no rule of its own.
 */
export function findQuietEnd(at: Date, hours: QuietHours, until: Date): Date | null {
  const start = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let time = start + MINUTE_MS; time < until.getTime(); time += MINUTE_MS)
    if (!isQuiet(new Date(time), hours)) return new Date(time);
  return null;
}

/** Minutes after midnight of "07:30", as a time field of a browser sends it; null where it is none. */
export function parseTime(text: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < HOUR_MINUTES ? hours * HOUR_MINUTES + minutes : null;
}

/** "07:30" of minutes after midnight. */
export const formatTime = (minutes: number): string =>
  [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
