import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { restartContact } from "../extend-contact.server.ts";
import { type LockedOffer, lockOfferAndRequest } from "../lock-offer.server.ts";
import { CHANGES_PER_DAY, MAILED_VISIT_EVENTS, VISIT_DAYS, VISIT_MAIL } from "./constants.ts";
import { getJobZone, getVisit, type Visit } from "./queries.server.ts";
import { recordVisitEvent, type VisitDetail } from "./record-visit-event.server.ts";
import { findWindow, reserveSlot, storeVisit } from "./reserve-slot.server.ts";
import { checkReason, type VisitErrors, type VisitRefusal } from "./schema.ts";
import { formatSlot, parseSlot, type SlotChoice } from "./slots.ts";

/** What one side does with the visit; `sequence` is that of the visit as their page showed it. */
export type VisitChange =
  | { kind: "pick"; windowId: string }
  /** A time that both agreed on elsewhere, such as on the phone. */
  | { kind: "set"; choice: SlotChoice }
  | { kind: "move"; choice: SlotChoice; reason: string; sequence: number }
  | { kind: "cancel"; reason: string; sequence: number };

type ChangeInput = {
  offerId: string;
  by: "customer" | "provider";
  change: VisitChange;
};
export type ChangeResult =
  | { ok: true; requestId: string }
  | { ok: false; reason: VisitRefusal }
  | { ok: false; reason: "fields"; errors: VisitErrors };

type Scope = {
  offer: LockedOffer;
  visit: Visit | null;
  timeZone: string;
  by: ChangeInput["by"];
};

/**
 * Sets, moves or cancels the visit of a provider who has the customer's yes, for either side. It
 * takes effect at once; both get a mail with the calendar file.
 */
export function changeVisit(context: ActionContext, input: ChangeInput): Promise<ChangeResult> {
  const { now } = context;
  const { offerId, by, change } = input;
  return withTransaction(context.db, async (tx): Promise<ChangeResult> => {
    const offer = await lockOfferAndRequest(tx, { offerId, now });
    if (!offer || !mayChange(offer, by)) return { ok: false, reason: "gone" };
    const { serviceRequestId: requestId } = offer;
    const timeZone = await getJobZone(tx, requestId);
    const visit = await getVisit(tx, offerId);
    const refusal =
      checkVisit(visit, change) ?? (await checkLimit(tx, { change, by, requestId, now }));
    if (refusal) return { ok: false, reason: refusal };
    const scope = { offer, visit, timeZone, by };
    if (change.kind === "cancel") return cancelBooked(tx, context, { ...scope, change });
    return setTime(tx, context, { ...scope, change });
  });
}

/** A customer who wants no messages of ours still decides on the visit; a provider calls them. */
const mayChange = (
  { state, awaitsCustomer, hidden, optedOut, closed }: LockedOffer,
  by: ChangeInput["by"],
) =>
  state === "accepted" && !awaitsCustomer && !hidden && (by === "customer" || !optedOut) && !closed;

/** Whether the page that the form is from shows the visit as it is now. */
function checkVisit(visit: Visit | null, change: VisitChange): VisitRefusal | null {
  const isBooked = visit?.state === "booked";
  if (change.kind === "pick" || change.kind === "set") return isBooked ? "changed" : null;
  if (!isBooked) return "gone";
  return visit.sequence === change.sequence ? null : "changed";
}

/** Counted for each side, and a cancel is always taken: nobody can keep the other in a visit. */
async function checkLimit(
  tx: Transaction,
  { change, by, requestId, now }: Omit<ChangeInput, "offerId"> & { requestId: string; now: Date },
): Promise<VisitRefusal | null> {
  if (change.kind === "cancel") return null;
  const [row] = await tx
    .select({ changes: count() })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, requestId),
        inArray(requestEvents.kind, [...MAILED_VISIT_EVENTS]),
        eq(sql`${requestEvents.detail} ->> 'by'`, by),
        gt(requestEvents.at, new Date(now.getTime() - DAY_MS)),
      ),
    );
  return (row?.changes ?? 0) >= CHANGES_PER_DAY ? "too-many" : null;
}

async function setTime(
  tx: Transaction,
  context: ActionContext,
  scope: Scope & { change: Exclude<VisitChange, { kind: "cancel" }> },
): Promise<ChangeResult> {
  const { offer, visit, timeZone, by, change } = scope;
  const { now } = context;
  const { serviceRequestId: requestId } = offer;
  const found = await findSlot(tx, { change, requestId, now, timeZone });
  if (!found.ok) return found;
  const { slot } = found;
  if (!(await reserveSlot(tx, { offer, slot }))) return { ok: false, reason: "busy" };
  const sequence = await storeVisit(tx, { offer, slot, requestId, state: "booked", now });
  await restartContact(tx, { offerId: offer.id, from: slot.endsAt, now });
  await recordChange(tx, context, {
    offer,
    kind: change.kind === "move" ? "visit-moved" : "visit-booked",
    by,
    time: formatSlot(slot, timeZone),
    before: change.kind === "move" && visit ? formatSlot(visit, timeZone) : undefined,
    reason: change.kind === "move" ? change.reason.trim() : undefined,
    isAgreed: change.kind === "set" || undefined,
    sequence,
  });
  return { ok: true, requestId };
}

type SlotSource = {
  change: Exclude<VisitChange, { kind: "cancel" }>;
  requestId: string;
  now: Date;
  timeZone: string;
};

async function findSlot(tx: Transaction, { change, requestId, now, timeZone }: SlotSource) {
  if (change.kind === "pick") {
    const slot = await findWindow(tx, { requestId, windowId: change.windowId, now });
    return slot ? ({ ok: true, slot } as const) : ({ ok: false, reason: "window-gone" } as const);
  }
  const parsed = parseSlot(change.choice, { now, timeZone, days: VISIT_DAYS });
  const reason = change.kind === "move" ? checkReason(change.reason) : undefined;
  const errors: VisitErrors = {
    ...(!parsed.ok && { slot: SLOT_PROBLEMS[parsed.reason] }),
    ...(reason && { reason }),
  };
  return parsed.ok && !errors.reason
    ? ({ ok: true, slot: parsed.slot } as const)
    : ({ ok: false, reason: "fields", errors } as const);
}
const SLOT_PROBLEMS = {
  missing: "Choose a day and a time.",
  past: "This time has begun or is over. Choose a later one.",
} as const;

async function cancelBooked(
  tx: Transaction,
  context: ActionContext,
  { offer, by, change }: Scope & { change: Extract<VisitChange, { kind: "cancel" }> },
): Promise<ChangeResult> {
  const reason = checkReason(change.reason);
  if (reason) return { ok: false, reason: "fields", errors: { reason } };
  await endVisit(tx, context, { offer, by, reason: change.reason.trim() });
  return { ok: true, requestId: offer.serviceRequestId };
}

type EndedVisit = {
  offer: Pick<LockedOffer, "id" | "serviceRequestId" | "providerId" | "company" | "hasEmail">;
  by: VisitDetail["by"];
  reason?: string;
};

/**
 * Frees the time that was held or booked for an offer, if any was. Both sides are told of a visit
 * that was booked: nobody has a held one in a calendar.
 */
export async function endVisit(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  { offer, by, reason }: EndedVisit,
): Promise<void> {
  const { now } = context;
  const visit = await getVisit(tx, offer.id);
  if (!visit || visit.state === "canceled") return;
  const sequence = visit.sequence + 1;
  await tx
    .update(appointments)
    .set({ state: "canceled", sequence, updatedAt: now })
    .where(eq(appointments.offerId, offer.id));
  const isAhead = visit.endsAt > now;
  if (visit.state !== "booked" || !isAhead) return;
  await restartContact(tx, { offerId: offer.id, from: now, now });
  const time = formatSlot(visit, await getJobZone(tx, offer.serviceRequestId));
  await recordChange(tx, context, { offer, kind: "visit-canceled", by, time, reason, sequence });
}

/**
 * Records a change, and queues the customer's mail and the notification of a provider whose customer
 * made it; a job mails the provider.
 */
async function recordChange(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  change: Parameters<typeof recordVisitEvent>[2] & { offer: Pick<LockedOffer, "hasEmail"> },
): Promise<void> {
  const { offer, by } = change;
  const { now } = context;
  const eventId = await recordVisitEvent(tx, context, change);
  if (offer.hasEmail)
    await queueCustomerMail(tx, {
      requestId: offer.serviceRequestId,
      kind: VISIT_MAIL,
      subjectId: eventId,
      now,
    });
  if (by === "customer")
    await queueProviderPushes(tx, { kind: "visit-changed", offerId: offer.id, now });
}

/**
 * Books the visit that was held until the customer's yes; a time that is over by then is freed.
 * @returns the booked visit, or null
 */
export async function bookHeldVisit(
  tx: Transaction,
  { offerId, now }: { offerId: string; now: Date },
): Promise<Pick<Visit, "endsAt"> | null> {
  const [visit] = await tx
    .update(appointments)
    .set({
      state: sql`case when ${appointments.startsAt} > ${now}::timestamptz then 'booked' else 'canceled' end`,
      updatedAt: now,
    })
    .where(and(eq(appointments.offerId, offerId), eq(appointments.state, "held")))
    .returning({ state: appointments.state, endsAt: appointments.endsAt });
  return visit?.state === "booked" ? visit : null;
}
