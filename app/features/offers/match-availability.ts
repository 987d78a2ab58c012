import {
  type Availability,
  countOffersOfToday,
  formatSpan,
  isWithinOfferHours,
  WEEKDAYS,
} from "#app/features/providers/availability/availability.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatInstant, formatQuantity } from "#app/lib/format-values.ts";
import type { MatchReason } from "./match-provider.ts";

export type MatchedAvailability = Availability & {
  /** When they were offered something lately: at least all offers of today. */
  offeredAt: readonly Date[];
};

/**
 * Checks whether a provider takes offers now. What they have set no limit for is not a reason and is
 * left out.
 */
export function matchAvailability(
  { pausedUntil, offerHours, maxOffersPerDay, offeredAt, timeZone }: MatchedAvailability,
  now: Date,
): MatchReason[] {
  const reasons: MatchReason[] = [];
  if (pausedUntil && pausedUntil > now)
    reasons.push({
      check: "paused",
      ok: false,
      text: `Takes no offers until ${formatInstant(pausedUntil, timeZone)}`,
    });
  if (offerHours) {
    const weekday = new Date(`${toBusinessDay(now, timeZone)}T00:00:00Z`).getUTCDay();
    const ok = isWithinOfferHours(offerHours, now, timeZone);
    const today = `${WEEKDAYS[weekday]}: ${formatSpan(offerHours[weekday])}`;
    reasons.push({
      check: "hours",
      ok,
      text: ok ? "Takes offers at this hour" : `Outside the hours they take offers (${today})`,
    });
  }
  if (maxOffersPerDay !== null) {
    const count = countOffersOfToday(offeredAt, { now, timeZone });
    reasons.push({
      check: "daily-limit",
      ok: count < maxOffersPerDay,
      text:
        count < maxOffersPerDay
          ? `Has had ${count} of ${formatQuantity(maxOffersPerDay, "offer")} today`
          : `Has had their ${formatQuantity(maxOffersPerDay, "offer")} today`,
    });
  }
  return reasons;
}
