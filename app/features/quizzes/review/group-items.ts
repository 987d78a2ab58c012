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
 * Groups items with identical texts: pending ones first, then the most visited. Outcomes are not
 * grouped, because their weights differ.
 */
export function groupItems(items: readonly ReviewItem[]): ReviewEntry[] {
  const entries = new Map<string, ReviewEntry>();
  for (const item of items) {
    const words = item.kind === "outcome" ? item.id : JSON.stringify(item.data);
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

const compareNewestFirst = (a: ReviewItem, b: ReviewItem) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/**
 * Applies a decision to the items, as the server does: of diagnoses for the same answers only the
 * newest chosen one is approved; the others are rejected.
 * @returns the changed statuses by id
 */
export function applyDecision(
  items: readonly ReviewItem[],
  chosen: ReadonlySet<string>,
  status: "approved" | "rejected",
): Record<string, ReviewStatus> {
  const pending = items
    .filter((item) => chosen.has(item.id) && item.status === "pending_review")
    .toSorted(compareNewestFirst);
  if (status === "rejected") return Object.fromEntries(pending.map(({ id }) => [id, status]));
  const decidedHashes = new Set<string>();
  const changes: Record<string, ReviewStatus> = {};
  for (const { kind, id, hash } of pending) {
    const isDuplicate = kind === "diagnosis" && hash !== null && decidedHashes.has(hash);
    changes[id] = isDuplicate ? "rejected" : "approved";
    if (kind === "diagnosis" && hash !== null) decidedHashes.add(hash);
  }
  for (const item of items)
    if (
      item.kind === "diagnosis" &&
      item.status === "approved" &&
      item.hash !== null &&
      decidedHashes.has(item.hash)
    )
      changes[item.id] = "rejected";
  return changes;
}
