import type { SubscriptionChange, SubscriptionStatus } from "./read-event.ts";

type Stored = { status: string; periodEnd: Date | null };
type TiedEvent = Pick<SubscriptionChange, "status" | "periodEnd"> & {
  previousStatus: SubscriptionStatus | null;
};

/**
 * Guesses which of two events of a subscription in the same second is later, for when the
 * subscription cannot be read from Stripe.
 * @returns whether the event that arrived now is the later one
 */
export function isLaterEvent(
  stored: Stored,
  { status, periodEnd, previousStatus }: TiedEvent,
): boolean {
  // Nothing follows a cancellation.
  if (stored.status === "canceled") return false;
  if (status === "canceled") return true;
  if (previousStatus !== null && previousStatus !== status) return previousStatus === stored.status;
  if (stored.periodEnd && periodEnd) return periodEnd >= stored.periodEnd;
  return true;
}
