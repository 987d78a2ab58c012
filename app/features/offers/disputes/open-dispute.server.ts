import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offerDisputes, offers } from "#app/db/tables/offers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatCredits } from "#app/lib/format-values.ts";
import { DUPLICATE_DAYS, REFUND_ACTOR, REFUND_DAYS } from "../constants.ts";
import { type LockedOffer, lockOfferAndRequest } from "../lock-offer.server.ts";
import { recordOfferEvent } from "../record-offer-event.server.ts";
import { refundOffer } from "../refund-offer.server.ts";
import {
  DECIDED_BY_FACTS,
  type DisputeClaim,
  type DisputeRefusal,
  isFactualClaim,
} from "./constants.ts";
import { getDisputeDueAt } from "./due-at.ts";
import { gatherFacts } from "./facts.sql.ts";
import { listFacts } from "./list-facts.ts";

type NewDispute = {
  offerId: string;
  providerId: string;
  /** The provider's person who disputes. */
  personId: string;
  claim: DisputeClaim;
  /** What they wrote, if anything. */
  words: string | null;
};

/** `dueAt`: until when a person decides; null where our own records granted it at once. */
export type OpenDisputeResult =
  | { ok: true; disputeId: string; isGranted: boolean; dueAt: Date | null }
  | { ok: false; reason: DisputeRefusal };

/**
 * Disputes an accepted offer with the customer's yes, once. Where our own records prove the claim, the credits go back in the
 * same transaction. They never refuse one: then a person decides.
 */
export async function openDispute(
  context: ActionContext & Pick<AppContext, "settings">,
  input: NewDispute,
): Promise<OpenDisputeResult> {
  const { db, now } = context;
  const personDueAt = getDisputeDueAt(now, await context.settings.get());
  return withTransaction(db, async (tx): Promise<OpenDisputeResult> => {
    const [found] = await tx
      .select({ acceptedAt: offers.decidedAt, approvedAt: offers.customerApprovedAt })
      .from(offers)
      .where(isOwnOffer(input));
    const offer = found && (await lockOfferAndRequest(tx, { offerId: input.offerId, now }));
    if (!offer) return { ok: false, reason: "not-found" };
    const reason = await findRefusal(tx, offer, { ...found, now });
    if (reason) return { ok: false, reason };
    const records = await gatherFacts.first(tx, {
      offerId: offer.id,
      duplicateDays: DUPLICATE_DAYS,
    });
    if (!records) throw new Error("an offer that is locked has its request and its provider");
    const facts = listFacts(input.claim, records);
    const isGranted = isFactualClaim(input.claim) && facts.some(({ supports }) => supports);
    const disputeId = randomUUIDv7();
    const dueAt = isGranted ? null : personDueAt;
    await tx.insert(offerDisputes).values({
      id: disputeId,
      offerId: offer.id,
      providerId: offer.providerId,
      claim: input.claim,
      // They may name a person whose details were deleted.
      words: offer.erased ? null : input.words,
      facts,
      createdBy: input.personId,
      createdAt: now,
      dueAt,
      ...(isGranted && {
        decision: "granted",
        decidedBy: DECIDED_BY_FACTS,
        decidedAt: now,
        answer: `Our own records prove what you said. ${formatCredits(offer.cost)} went back to you.`,
      }),
    });
    await recordDispute(tx, context, { ...input, offer, isGranted });
    return { ok: true, disputeId, isGranted, dueAt };
  });
}

const isOwnOffer = ({ offerId, providerId }: Pick<NewDispute, "offerId" | "providerId">) =>
  and(eq(offers.id, offerId), eq(offers.providerId, providerId));

async function findRefusal(
  tx: Transaction,
  offer: LockedOffer,
  at: DisputeTimes,
): Promise<DisputeRefusal | null> {
  const [earlier] = await tx
    .select({ id: offerDisputes.id })
    .from(offerDisputes)
    .where(eq(offerDisputes.offerId, offer.id));
  if (earlier) return "disputed";
  if (offer.refunded) return "refunded";
  return findStateRefusal({ ...offer, ...at });
}

type DisputeTimes = {
  acceptedAt: Date | null;
  /** When the customer said yes: before it our records say more than the provider may know. */
  approvedAt: Date | null;
  now: Date;
};

/** Why an offer that was neither disputed nor refunded cannot be disputed; null where it can. */
export function findStateRefusal(
  offer: DisputeTimes & { state: string; cost: number },
): DisputeRefusal | null {
  const { state, cost, acceptedAt, approvedAt, now } = offer;
  if (state !== "accepted" || !acceptedAt) return "not-accepted";
  if (cost <= 0) return "free";
  if (!approvedAt) return "no-yes";
  return now.getTime() - acceptedAt.getTime() > REFUND_DAYS * DAY_MS ? "too-late" : null;
}

type RecordedDispute = NewDispute & { offer: LockedOffer; isGranted: boolean };

async function recordDispute(
  tx: Transaction,
  context: ActionContext,
  { offer, claim, personId, isGranted }: RecordedDispute,
): Promise<void> {
  const { id: offerId, serviceRequestId, providerId, cost } = offer;
  const event = { serviceRequestId, offerId, providerId, reason: claim, person: personId };
  if (!isGranted || !isFactualClaim(claim)) {
    await recordOfferEvent(tx, context, { ...event, kind: "dispute-opened" });
    return;
  }
  const byFacts = { ...context, actor: REFUND_ACTOR };
  await recordOfferEvent(tx, byFacts, { ...event, kind: "dispute-granted" });
  await refundOffer(tx, byFacts, {
    id: offerId,
    serviceRequestId,
    providerId,
    cost,
    reason: claim,
  });
}
