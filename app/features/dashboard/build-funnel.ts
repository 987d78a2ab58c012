import type { FunnelEvent } from "#app/features/analytics/constants.ts";

/**
 * `count` is null while it is being counted; `share` is the percentage of the stage before, null if
 * that is zero or unknown.
 */
export type FunnelStage = { label: string; count: number | null; share: number | null };

const EVENT_LABELS: Record<FunnelEvent, string> = {
  "page-view": "Page views",
  "wizard-opened": "Form opened",
  "wizard-step-1": "Step 1 done",
  "wizard-step-2": "Step 2 done",
  "wizard-step-3": "Step 3 done",
  "wizard-step-4": "Step 4 done",
  "wizard-submitted": "Submitted",
};

type RequestCounts = { synced: number; contacted: number; closed: number };

/** The stages from a page view to a closed request. */
export function buildFunnel(
  events: Record<FunnelEvent, number>,
  requests: RequestCounts | null,
): FunnelStage[] {
  const counts: [string, number | null][] = [
    ...Object.entries(EVENT_LABELS).map(([name, label]): [string, number] => [
      label,
      events[name as FunnelEvent],
    ]),
    ["Synced to CRM", requests?.synced ?? null],
    ["Contacted", requests?.contacted ?? null],
    ["Closed", requests?.closed ?? null],
  ];
  return counts.map(([label, count], index) => {
    const before = counts[index - 1]?.[1];
    return {
      label,
      count,
      share: before && count !== null ? Math.round((count / before) * 100) : null,
    };
  });
}
