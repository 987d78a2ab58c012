/** One line of the output; `met`: whether the target was met. */
export type ChaosResult = { name: string; result: string; met: boolean };

export type PartOptions = { quick: boolean };

/** "200: 512, 503: 4" */
export function formatCounts(values: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, times]) => `${value}: ${times}`).join(", ");
}

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The maximum number of events in any span of `windowMs`. */
export function countMaxInWindow(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
