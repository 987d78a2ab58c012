import type { RequestCounts } from "../../schema.ts";

const CARDS = [
  { field: "total", label: "Total requests" },
  { field: "fresh", label: "New" },
  { field: "today", label: "Today" },
  { field: "synced", label: "CRM-synced" },
] as const;

/** Counts over all requests; they may be some seconds old. */
export function CountCards({
  counts,
  countedAt,
}: {
  counts: RequestCounts | null;
  countedAt: string | null;
}) {
  return (
    <dl
      className="grid grid-cols-2 gap-3 room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] room-md:grid-cols-4"
      title={countedAt ? `Counted ${countedAt}` : "Counting"}
    >
      {CARDS.map(({ field, label }) => (
        <div key={field} className="panel-card px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl font-bold">
            {counts ? counts[field].toLocaleString("en-US") : "..."}
          </dd>
        </div>
      ))}
    </dl>
  );
}
