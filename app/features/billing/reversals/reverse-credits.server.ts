import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { paymentReversals } from "#app/db/tables/billing.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { EventResult } from "../event-result.ts";
import { postCredits } from "../ledger.server.ts";
import type { ReversalNews } from "./read-reversal.ts";
import {
  findReversalCode,
  getReturnedCents,
  getReturnedCredits,
  type ReversalState,
  readReversalState,
} from "./reversal-state.ts";
import { findBookedPurchase, listPaymentFacts } from "./reversals.sql.ts";

const OWES_CREDITS = "a payment went back whose credits were spent: a provider owes credits";
const NOTHING = { refundedCents: 0, chargebackCents: 0 };

/**
 * Locks a payment until the end of the transaction. Its row is created first, so that the purchase and
 * what comes back of it wait for each other even if neither is stored. It is always locked before the
 * provider.
 */
export async function lockPayment(
  tx: Transaction,
  { paymentId, now }: { paymentId: string; now: Date },
) {
  await tx
    .insert(paymentReversals)
    .values({ paymentId, updatedAt: now })
    .onConflictDoNothing({ target: paymentReversals.paymentId });
  const [payment] = await tx
    .select()
    .from(paymentReversals)
    .where(eq(paymentReversals.paymentId, paymentId))
    .for("update");
  if (!payment) throw new Error(`the payment ${paymentId} could not be locked`);
  return payment;
}
type LockedPayment = Awaited<ReturnType<typeof lockPayment>>;

type NewsInput = { news: ReversalNews; eventId: string; at: Date };

/** Stores what an event says about a payment, and takes back or returns the difference in credits. */
export async function applyReversal(
  tx: Transaction,
  context: ActionContext,
  { news, eventId, at }: NewsInput,
): Promise<EventResult> {
  const { paymentId, fact } = news;
  const payment = await lockPayment(tx, { paymentId, now: context.now });
  const known = await listPaymentFacts.rows(tx, { paymentId });
  const { chargedCents, ...state } = readReversalState([...known, { fact, at }]);
  await tx
    .update(paymentReversals)
    .set({ ...state, updatedAt: context.now })
    .where(eq(paymentReversals.paymentId, paymentId));
  return postDifference(tx, context, { payment, state, chargedCents, eventId });
}

/** Takes back at once what went back of a payment before its purchase was booked. */
export const settleBookedPurchase = (
  tx: Transaction,
  context: ActionContext,
  { payment, eventId }: { payment: LockedPayment; eventId: string },
): Promise<EventResult> =>
  postDifference(tx, context, { payment, state: payment, chargedCents: null, eventId });

type Difference = {
  /** As it was stored before this event. */
  payment: LockedPayment;
  state: Pick<ReversalState, "refundedCents" | "chargebackCents">;
  /** The amount of the charge, for purchases from before amounts were stored. */
  chargedCents: number | null;
  eventId: string;
};

/**
 * Posts what is still missing between the credits that were taken back and those that should be. The
 * balance may fall below zero: the credits may be spent.
 */
async function postDifference(
  tx: Transaction,
  context: ActionContext,
  { payment, state, chargedCents, eventId }: Difference,
): Promise<EventResult> {
  const { actor, now } = context;
  const { paymentId } = payment;
  const bought = await findBookedPurchase.first(tx, { paymentId });
  if (!bought) return { outcome: "noted" };
  const { providerId, credits } = bought;
  const cents = bought.cents ?? chargedCents;
  const reversedCredits = getReturnedCredits(state, { credits, cents });
  const amount = Math.round((payment.reversedCredits - reversedCredits) * 100) / 100;
  if (amount === 0) return { outcome: "noted" };
  // Until the first entry nothing that is stored was posted.
  const before = payment.entries === 0 ? NOTHING : payment;
  const code = findReversalCode(before, state);
  const step = Math.abs(getReturnedCents(state, cents) - getReturnedCents(before, cents));
  const posted = await postCredits(tx, {
    kind: "reversal",
    providerId,
    amount,
    reference: `${paymentId}:${payment.entries + 1}`,
    actor,
    note: `${code}:${step}`,
    mayOverdraw: true,
    now,
  });
  if (!posted.ok) {
    // The provider was removed; the ledger outlives them.
    if (posted.reason === "not-found") return { outcome: "unknown-provider" };
    throw new Error(`the reversal of ${paymentId} could not be posted: ${posted.reason}`);
  }
  await tx
    .update(paymentReversals)
    .set({ entries: payment.entries + 1, reversedCredits })
    .where(eq(paymentReversals.paymentId, paymentId));
  await recordAudit(tx, context, {
    action: "reverse-credits",
    entity: "provider",
    entityId: providerId,
    changes: { credits: amount, reason: code, payment: paymentId, event: eventId },
  });
  return {
    outcome: "reversed",
    ...(amount < 0 && posted.balance < 0 && { alarm: OWES_CREDITS }),
  };
}
