import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { createSeededRandom, createWeightedPicker, type Random } from "./seeded-random.ts";

export const DAYS = 365;
/**
 * Hours are those of the eastern United States, without daylight saving time: close enough for a
 * demo.
 */
export const OFFSET_MS = 5 * HOUR_MS;
/** Sunday first. */
const BY_WEEKDAY = [0.65, 1.25, 1.15, 1.1, 1.05, 1, 0.8];
const BY_HOUR = [
  0.4, 0.2, 0.15, 0.1, 0.15, 0.4, 1.2, 2.6, 4.4, 5.6, 6, 5.6, 5, 4.8, 4.8, 4.8, 5, 5.2, 5, 4.4, 3.6,
  2.6, 1.6, 0.8,
];
/** How much more happens on the last days of the year than on the first, as a share. */
const GROWTH = 0.8;

const HOURS = BY_HOUR.map((_, hour) => hour);
const pickHour = createWeightedPicker(HOURS, (hour) => BY_HOUR[hour] ?? 0);

/**
 * Picks moments of the year before `now`, by day of the week and hour of the day, with slow growth.
 */
export function createTimePicker(
  seed: number,
  stream: string,
  now: Date,
): (random: Random) => number {
  const noise = createSeededRandom(seed, `${stream} days`);
  const today = Math.floor((now.getTime() - OFFSET_MS) / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = today - DAYS + 1 + index;
    // Day 0 was a Thursday.
    const weight =
      (BY_WEEKDAY[(day + 4) % 7] ?? 1) *
      (1 + (GROWTH * index) / DAYS) *
      (0.85 + 0.3 * noise.next());
    return { day, weight };
  });
  const pickDay = createWeightedPicker(days, ({ weight }) => weight);
  return (random) => {
    const at =
      pickDay(random).day * DAY_MS +
      OFFSET_MS +
      pickHour(random) * HOUR_MS +
      Math.floor(random.next() * HOUR_MS);
    // A time later today becomes one of a week ago.
    return at < now.getTime() ? at : at - 7 * DAY_MS;
  };
}
