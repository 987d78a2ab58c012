import type { ReviewItem, ReviewKind } from "../editor/schema.ts";

export type ReviewStatus = ReviewItem["status"];
/** Items with identical texts; they are read once and decided together. */
export type ReviewEntry = {
  key: string;
  kind: ReviewKind;
  status: ReviewStatus;
  items: ReviewItem[];
  visits: number;
};

const STATUS_ORDER: Record<ReviewStatus, number> = { pending_review: 0, approved: 1, rejected: 2 };

/**
 * Groups items with identical texts: pending ones first, then the most visited. Outcomes and
 * weights are not grouped, because each has its own numbers.
 */
export function groupItems(items: readonly ReviewItem[]): ReviewEntry[] {
  const entries = new Map<string, ReviewEntry>();
  for (const item of items) {
    const words =
      item.kind === "outcome" || item.kind === "weights" ? item.id : JSON.stringify(item.data);
    const name = [item.kind, item.status, item.generator, words].join("\n");
    const entry = entries.get(name);
    if (entry) {
      entry.items.push(item);
      entry.visits += item.visits;
    } else
      entries.set(name, {
        key: `${item.kind}-${item.id}`,
        kind: item.kind,
        status: item.status,
        items: [item],
        visits: item.visits,
      });
  }
  // The sort is stable: equal entries keep their order.
  return [...entries.values()].sort(
    (a, b) => STATUS_ORDER[a.status] - STATUS_ORDER[b.status] || b.visits - a.visits,
  );
}
