import { OTHER_SOURCES } from "#app/features/analytics/classify-source.ts";
import { MAX_ROWS, UNKNOWN_SOURCE } from "./constants.ts";

/** What a source brought. `connected`: customers with a provider; `value`: dollars of hired ones. */
export type SourceRow = {
  source: string;
  visits: number;
  requests: number;
  connected: number;
  hired: number;
  value: number;
};
/** Calls of one of our numbers. `connected`: somebody answered. */
export type NumberRow = { number: string; calls: number; connected: number };
export type SourcesReport = { sources: SourceRow[]; numbers: NumberRow[] };

export type Counts = {
  visits: readonly { source: string; visits: number }[];
  requests: readonly { source: string; requests: number }[];
  /** All requests, also those without a source. */
  allRequests: number;
  results: readonly { source: string; connected: number; hired: number; value: number }[];
  calls: readonly NumberRow[];
};

const EMPTY = { visits: 0, requests: 0, connected: 0, hired: 0, value: 0 };

/** Rows by source, the most requests first; beyond `MAX_ROWS` the rest is added up. */
export function buildReport({
  visits,
  requests,
  allRequests,
  results,
  calls,
}: Counts): SourcesReport {
  const rows = new Map<string, SourceRow>();
  const add = ({ source, ...counts }: { source: string } & Partial<Omit<SourceRow, "source">>) => {
    const row = rows.get(source) ?? { source, ...EMPTY };
    rows.set(source, row);
    for (const [name, count] of Object.entries(counts) as [keyof typeof EMPTY, number][])
      row[name] += count;
  };
  for (const count of [...visits, ...requests, ...results]) add(count);
  const known = requests.reduce((sum, row) => sum + row.requests, 0);
  // Counted one after the other: a request that came in between must not give a negative number.
  if (allRequests > known) add({ source: UNKNOWN_SOURCE, requests: allRequests - known });
  const sorted = [...rows.values()].sort(
    (a, b) => b.requests - a.requests || b.visits - a.visits || (a.source < b.source ? -1 : 1),
  );
  return {
    sources: foldRows(sorted),
    numbers: calls.toSorted((a, b) => b.calls - a.calls || (a.number < b.number ? -1 : 1)),
  };
}

function foldRows(sorted: SourceRow[]): SourceRow[] {
  if (sorted.length <= MAX_ROWS) return sorted;
  const other: SourceRow = { source: OTHER_SOURCES, ...EMPTY };
  const shown: SourceRow[] = [];
  for (const row of sorted) {
    if (row.source !== OTHER_SOURCES && shown.length < MAX_ROWS - 1) shown.push(row);
    else for (const name of Object.keys(EMPTY) as (keyof typeof EMPTY)[]) other[name] += row[name];
  }
  return [...shown, other];
}
