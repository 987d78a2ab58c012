import { z } from "zod";
import type { IgnoredEvent } from "../read-purchase.ts";
import { referenceSchema } from "../reference-schema.ts";
import type { ChargebackState, PaymentFact } from "./reversal-state.ts";

/** What an event says about money that went back, or came again. */
export type ReversalNews = {
  kind: "reversal";
  paymentId: string;
  customerId: string | null;
  fact: PaymentFact;
};

const centsSchema = z.int().min(0);
const paymentSchema = z.object({ payment_intent: referenceSchema.nullish() });
const chargeSchema = paymentSchema.extend({
  amount: centsSchema,
  amount_captured: centsSchema.nullish(),
  amount_refunded: centsSchema,
  customer: referenceSchema.nullish(),
});
const refundSchema = paymentSchema.extend({
  id: z.string().min(1).max(255),
  amount: centsSchema,
  status: z.string().nullish(),
});
const disputeSchema = refundSchema.extend({ status: z.string() });

const CHARGE_EVENT = "charge.refunded";
const REFUND_EVENTS = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refund.updated",
];
const DISPUTE_EVENTS = [
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
];

/** Refunds of these states give nothing back; pending ones will, so they count. */
const FAILED_STATUSES: readonly unknown[] = ["failed", "canceled"];
const STATE_BY_STRIPE_STATUS: Record<string, ChargebackState> = {
  warning_needs_response: "none",
  warning_under_review: "none",
  warning_closed: "won",
  prevented: "won",
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};

const UNKNOWN_STATUS: IgnoredEvent = {
  kind: "ignored",
  alarm: "a chargeback has a status that is not known here",
};

/**
 * Reads an event about a refund or a chargeback; null for an event of another type. Events of payments
 * that bought no credits are read too: the purchase may arrive later.
 * @throws ZodError where the object has an unexpected shape
 */
export function readReversal(type: string, object: unknown): ReversalNews | IgnoredEvent | null {
  if (type === CHARGE_EVENT) {
    const charge = chargeSchema.parse(object);
    const cents = charge.amount_captured || charge.amount;
    const fact: PaymentFact = { kind: "charge", cents, refundedCents: charge.amount_refunded };
    return toNews(charge.payment_intent, fact, charge.customer);
  }
  if (REFUND_EVENTS.includes(type)) {
    const { id, amount: cents, status, payment_intent: paymentId } = refundSchema.parse(object);
    const hasFailed = type === "refund.failed" || FAILED_STATUSES.includes(status);
    return toNews(paymentId, { kind: "refund", id, cents, hasFailed });
  }
  if (DISPUTE_EVENTS.includes(type)) {
    const { id, amount: cents, ...dispute } = disputeSchema.parse(object);
    const status = STATE_BY_STRIPE_STATUS[dispute.status];
    if (!status) return UNKNOWN_STATUS;
    return toNews(dispute.payment_intent, { kind: "dispute", id, cents, status });
  }
  return null;
}

/** Charges without a payment of their own belong to another system. */
const toNews = (
  paymentId: string | null | undefined,
  fact: PaymentFact,
  customerId: string | null | undefined = null,
): ReversalNews | IgnoredEvent =>
  paymentId
    ? { kind: "reversal", paymentId, customerId: customerId ?? null, fact }
    : { kind: "ignored" };
