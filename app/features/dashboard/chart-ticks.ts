/** How many lines a chart has at most above zero. */
const MAX_TICKS = 4;

/**
 * Values for the axis of a chart whose highest bar is `max`: whole numbers from zero in steps of 1, 2
 * or 5 times a power of ten, the last at or above `max`. Never less than 0 to 1.
 */
export function listTicks(max: number): number[] {
  const rough = Math.max(max / MAX_TICKS, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
