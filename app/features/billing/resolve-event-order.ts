import type { SubscriptionChange, SubscriptionStatus } from "./read-event.ts";

type Stored = { status: string; periodEnd: Date | null };
type Tied = Pick<SubscriptionChange, "status" | "periodEnd"> & {
  previousStatus: SubscriptionStatus | null;
};

/**
 * Of two events of one subscription in the same second: whether the one that has come now is the
 * later one, as far as the two tell. Only for when Stripe itself cannot be asked.
 */
export function resolveEventOrder(
  stored: Stored,
  { status, periodEnd, previousStatus }: Tied,
): boolean {
  // Nothing comes after the end.
  if (stored.status === "canceled") return false;
  if (status === "canceled") return true;
  if (previousStatus !== null && previousStatus !== status) return previousStatus === stored.status;
  if (stored.periodEnd && periodEnd) return periodEnd >= stored.periodEnd;
  return true;
}
