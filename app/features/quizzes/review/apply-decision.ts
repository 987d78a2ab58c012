import type { ReviewItem, ReviewRef } from "../editor/schema.ts";
import type { ReviewStatus } from "./group-items.ts";

export type Decision = "approved" | "rejected";
/** Statuses by item id. */
export type Statuses = Record<string, ReviewStatus>;

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
  status: Decision,
): Statuses {
  const pending = items
    .filter((item) => chosen.has(item.id) && item.status === "pending_review")
    .toSorted(compareNewestFirst);
  if (status === "rejected") return Object.fromEntries(pending.map(({ id }) => [id, status]));
  const decidedHashes = new Set<string>();
  const changes: Statuses = {};
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

export type PlannedDecision = {
  /** The pending items among the chosen ones. */
  items: ReviewRef[];
  /** Changed statuses, and what they were before. */
  changes: Statuses;
  before: Statuses;
  /** How many items get the status that was decided. */
  expected: number;
};

/** Plans a decision on the pending items among the chosen ones; null when there are none. */
export function planDecision(
  items: readonly ReviewItem[],
  chosen: readonly ReviewItem[],
  decision: Decision,
): PlannedDecision | null {
  const pendingIds = new Set(
    items.filter(({ status }) => status === "pending_review").map(({ id }) => id),
  );
  const pending = chosen.filter(({ id }) => pendingIds.has(id));
  if (pending.length === 0) return null;
  const changes = applyDecision(items, new Set(pending.map(({ id }) => id)), decision);
  return {
    items: pending.map(({ kind, id }) => ({ kind, id })),
    changes,
    before: Object.fromEntries(
      items.filter(({ id }) => changes[id]).map(({ id, status }) => [id, status]),
    ),
    expected: pending.filter(({ id }) => changes[id] === decision).length,
  };
}
