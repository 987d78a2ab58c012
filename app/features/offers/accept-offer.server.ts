import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { bids, jobs, type OfferState, offers } from "#app/db/tables/offers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { isCalledAtOnce } from "#app/features/requests/quote/is-called-at-once.ts";
import { ASK_CUSTOMER_MAIL } from "./constants.ts";
import type { LockedOffer } from "./lock-offer.server.ts";
import { recordOfferEvent } from "./record-offer-event.server.ts";
import { getJobZone } from "./visits/queries.server.ts";
import { recordVisitEvent } from "./visits/record-visit-event.server.ts";
import { findWindow, reserveSlot, storeVisit } from "./visits/reserve-slot.server.ts";
import { formatSlot, type Slot } from "./visits/slots.ts";
import { listProviderWindows } from "./visits/visits.sql.ts";

/** Why a window cannot be picked; the offer stays open, and nothing is charged. */
export type WindowRefusal = "window-missing" | "window-gone" | "window-busy";
export type ProviderAnswerResult =
  | { ok: true; state: "accepted" | "declined"; serviceRequestId: string }
  | {
      ok: false;
      reason:
        | Exclude<OfferState, "open">
        | "not-found"
        | "too-few-credits"
        | "closed"
        | "opted-out"
        | WindowRefusal;
    };

type Acceptance = { offer: LockedOffer; callDueAt: Date; windowId: string | null | undefined };

/**
 * Accepts an offer that is locked: charges the credits, creates bid and job, holds the picked time,
 * and asks the customer by mail. Staff call at once, unless the customer is given time to answer it.
 */
export async function acceptOffer(
  tx: Transaction,
  context: ActionContext,
  { offer, callDueAt, windowId }: Acceptance,
): Promise<ProviderAnswerResult> {
  const { actor, now } = context;
  const { id, providerId, serviceRequestId, cost, serviceType, hasEmail } = offer;
  const picked = await reserveWindow(tx, { offer, windowId, now });
  if (!picked.ok) return picked;
  if (cost > 0) {
    const paid = await postCredits(tx, {
      kind: "offer",
      providerId,
      amount: -cost,
      reference: id,
      actor,
      now,
    });
    if (!paid.ok) return { ok: false, reason: "too-few-credits" };
  }
  const [jobId, bidId] = [randomUUIDv7(), randomUUIDv7()];
  await tx.insert(jobs).values({
    id: jobId,
    serviceType,
    status: "in_progress",
    providerId,
    requestId: serviceRequestId,
    createdAt: now,
  });
  await tx
    .insert(bids)
    .values({ id: bidId, providerId, jobId, status: "accepted", amount: cost, createdAt: now });
  await tx
    .update(offers)
    .set({
      state: "accepted",
      decidedAt: now,
      jobId,
      bidId,
      staffCallDueAt: hasEmail && !isCalledAtOnce(offer) ? callDueAt : now,
    })
    .where(eq(offers.id, id));
  await recordOfferEvent(tx, context, { ...offer, offerId: id, kind: "offer-accepted" });
  if (picked.slot) await holdVisit(tx, context, { offer, slot: picked.slot });
  if (hasEmail)
    await queueCustomerMail(tx, {
      requestId: serviceRequestId,
      kind: ASK_CUSTOMER_MAIL,
      subjectId: id,
      now,
    });
  return { ok: true, state: "accepted", serviceRequestId };
}

type PickedWindow = Pick<Acceptance, "offer" | "windowId"> & { now: Date };

/** The picked time, which nobody else can take until the transaction ends; null for none. */
async function reserveWindow(
  tx: Transaction,
  { offer, windowId, now }: PickedWindow,
): Promise<{ ok: true; slot: Slot | null } | { ok: false; reason: WindowRefusal }> {
  const { serviceRequestId: requestId, providerId } = offer;
  if (windowId === null) return { ok: true, slot: null };
  if (windowId === undefined) {
    const windows = await listProviderWindows.rows(tx, { requestId, providerId, now });
    // The customer may have added times while the page was open.
    const canPick = windows.some(({ isOver, isBusy }) => !isOver && !isBusy);
    return canPick ? { ok: false, reason: "window-missing" } : { ok: true, slot: null };
  }
  const slot = await findWindow(tx, { requestId, windowId, now });
  if (!slot) return { ok: false, reason: "window-gone" };
  if (!(await reserveSlot(tx, { offer, slot }))) return { ok: false, reason: "window-busy" };
  return { ok: true, slot };
}

async function holdVisit(
  tx: Transaction,
  context: ActionContext,
  { offer, slot }: { offer: LockedOffer; slot: Slot },
): Promise<void> {
  const { serviceRequestId: requestId } = offer;
  const { now } = context;
  const sequence = await storeVisit(tx, { offer, slot, requestId, state: "held", now });
  const time = formatSlot(slot, await getJobZone(tx, requestId));
  await recordVisitEvent(tx, context, {
    offer,
    kind: "visit-held",
    by: "provider",
    time,
    sequence,
  });
}
