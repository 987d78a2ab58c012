/** The result of one row of the table. */
export type Row = { name: string; figure: string; met: boolean };

export type PartOptions = { quick: boolean };

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

/** "200: 512, 503: 4" */
export function formatCounts(values: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, times]) => `${value}: ${times}`).join(", ");
}

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The maximum number of events in any span of `windowMs`. */
export function getMostInWindow(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
