import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { offerDisputes, offers } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { REFUND_DAYS } from "../constants.ts";
import { CLAIM_LABELS, DECIDED_BY_FACTS } from "./constants.ts";
import { findStateRefusal } from "./open-dispute.server.ts";

type LoadDispute = { offerId: string; providerId: string; now: Date; timeZone: string };
type DisputeRow = typeof offerDisputes.$inferSelect;

/**
 * What the provider sees of the dispute of one of their offers; null where the offer is not theirs.
 * `until`: until when it can be disputed, where it can; `isErased`: the customer had their details
 * deleted, so nothing that somebody writes is kept.
 */
export async function loadDispute(
  db: Database,
  { offerId, providerId, now, timeZone }: LoadDispute,
) {
  const [found] = await db
    .select({
      state: offers.state,
      cost: offers.cost,
      acceptedAt: offers.decidedAt,
      approvedAt: offers.customerApprovedAt,
      refundedAt: offers.refundedAt,
      bodyHash: serviceRequests.bodyHash,
      dispute: offerDisputes,
    })
    .from(offers)
    .innerJoin(serviceRequests, eq(serviceRequests.id, offers.requestId))
    .leftJoin(offerDisputes, eq(offerDisputes.offerId, offers.id))
    .where(and(eq(offers.id, offerId), eq(offers.providerId, providerId)));
  if (!found) return null;
  const { dispute, refundedAt, acceptedAt, bodyHash } = found;
  const canDispute = !dispute && !refundedAt && findStateRefusal({ ...found, now }) === null;
  return {
    dispute: dispute && toShownDispute(dispute, { now, timeZone }),
    canDispute,
    isErased: bodyHash === ERASED_HASH,
    until:
      canDispute && acceptedAt
        ? formatInstant(new Date(acceptedAt.getTime() + REFUND_DAYS * DAY_MS), timeZone)
        : null,
  };
}
export type LoadedDispute = NonNullable<Awaited<ReturnType<typeof loadDispute>>>;

const toShownDispute = (
  { claim, words, facts, createdAt, dueAt, decision, decidedBy, decidedAt, answer }: DisputeRow,
  { now, timeZone }: { now: Date; timeZone: string },
) => ({
  claim: CLAIM_LABELS[claim],
  words,
  facts,
  opened: formatInstant(createdAt, timeZone),
  due: dueAt && formatInstant(dueAt, timeZone),
  isOverdue: decidedAt === null && dueAt !== null && dueAt < now,
  decision,
  isByFacts: decidedBy === DECIDED_BY_FACTS,
  decided: decidedAt && formatInstant(decidedAt, timeZone),
  answer,
});
