import { randomBytes } from "node:crypto";

/** An event as Stripe posts it; times in seconds, amounts in cents. */
export type FakeEvent = {
  id: string;
  object: "event";
  type: string;
  created: number;
  data: { object: Record<string, unknown> };
};
export type FakeSession = {
  id: string;
  url: string;
  status: "open" | "complete" | "expired";
  cents: number;
  name: string;
  successUrl: string;
  cancelUrl: string;
  reference: string | null;
  customer: string | null;
  metadata: Record<string, string>;
  paymentMetadata: Record<string, string>;
};
type FakeRefund = { id: string; cents: number; status: "succeeded" | "failed" };
type FakeDispute = { id: string; cents: number; status: DisputeStatus };
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_closed"
  | "needs_response"
  | "won"
  | "lost";
export type FakePayment = {
  id: string;
  cents: number;
  customer: string | null;
  metadata: Record<string, string>;
  refunds: FakeRefund[];
  disputes: FakeDispute[];
};

const createId = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;

/**
 * What Stripe keeps of payments, and the events that it makes of them. `publish` gets each event once,
 * in the order in which it happened.
 */
export class FakePayments {
  readonly payments = new Map<string, FakePayment>();
  readonly #publish: (event: FakeEvent) => void;
  readonly #now: () => Date;

  constructor(options: { publish: (event: FakeEvent) => void; now?: () => Date }) {
    this.#publish = options.publish;
    this.#now = options.now ?? (() => new Date());
  }

  /** A payment that succeeded, of a session or of a link. */
  pay(
    payment: Pick<FakePayment, "cents" | "metadata"> & { customer?: string | null },
  ): FakePayment {
    const { customer = null, ...rest } = payment;
    const paid = { id: createId("pi"), customer, ...rest, refunds: [], disputes: [] };
    this.payments.set(paid.id, paid);
    this.#emit("payment_intent.succeeded", {
      id: paid.id,
      object: "payment_intent",
      amount: paid.cents,
      amount_received: paid.cents,
      currency: "usd",
      customer,
      status: "succeeded",
      metadata: paid.metadata,
    });
    return paid;
  }

  completeSession(session: FakeSession): FakePayment {
    session.status = "complete";
    const customer = session.customer ?? createId("cus");
    const payment = this.pay({ cents: session.cents, metadata: session.paymentMetadata, customer });
    this.#emit("checkout.session.completed", {
      ...describeSession(session),
      customer,
      payment_intent: payment.id,
      payment_status: "paid",
    });
    return payment;
  }

  expireSession(session: FakeSession): void {
    session.status = "expired";
    this.#emit("checkout.session.expired", describeSession(session));
  }

  /** Refunds a part of a payment, or what is left of it. */
  refund(payment: FakePayment, cents = payment.cents - sumRefunds(payment)): FakeRefund {
    const refund: FakeRefund = { id: createId("re"), cents, status: "succeeded" };
    payment.refunds.push(refund);
    this.#emit("refund.created", describeRefund(payment, refund));
    this.#emit("charge.refunded", {
      id: payment.id.replace("pi_", "ch_"),
      object: "charge",
      amount: payment.cents,
      amount_captured: payment.cents,
      amount_refunded: sumRefunds(payment),
      refunded: sumRefunds(payment) === payment.cents,
      currency: "usd",
      customer: payment.customer,
      payment_intent: payment.id,
    });
    return refund;
  }

  /** The bank could not pay it out: the money is back, and the payment is kept. */
  failRefund(payment: FakePayment, refund: FakeRefund): void {
    refund.status = "failed";
    for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"])
      this.#emit(type, describeRefund(payment, refund));
  }

  openDispute(payment: FakePayment, options: { isInquiry?: boolean } = {}): FakeDispute {
    const status = options.isInquiry ? "warning_needs_response" : "needs_response";
    const dispute: FakeDispute = { id: createId("du"), cents: payment.cents, status };
    payment.disputes.push(dispute);
    this.#emit("charge.dispute.created", describeDispute(payment, dispute));
    if (!options.isInquiry)
      this.#emit("charge.dispute.funds_withdrawn", describeDispute(payment, dispute));
    return dispute;
  }

  closeDispute(
    payment: FakePayment,
    dispute: FakeDispute,
    status: Exclude<DisputeStatus, "needs_response" | "warning_needs_response">,
  ): void {
    dispute.status = status;
    this.#emit("charge.dispute.closed", describeDispute(payment, dispute));
    if (status === "won")
      this.#emit("charge.dispute.funds_reinstated", describeDispute(payment, dispute));
  }

  #emit(type: string, object: Record<string, unknown>): void {
    this.#publish({
      id: createId("evt"),
      object: "event",
      type,
      created: Math.floor(this.#now().getTime() / 1_000),
      data: { object: structuredClone(object) },
    });
  }
}

const sumRefunds = ({ refunds }: FakePayment) =>
  refunds.reduce((sum, { cents, status }) => sum + (status === "failed" ? 0 : cents), 0);

export const describeSession = (session: FakeSession) => ({
  id: session.id,
  object: "checkout.session",
  mode: "payment",
  status: session.status,
  payment_status: session.status === "complete" ? "paid" : "unpaid",
  payment_intent: null as string | null,
  amount_total: session.cents,
  currency: "usd",
  client_reference_id: session.reference,
  customer: session.customer,
  metadata: session.metadata,
  url: session.status === "open" ? session.url : null,
});

const describeRefund = (payment: FakePayment, { id, cents, status }: FakeRefund) => ({
  id,
  object: "refund",
  amount: cents,
  currency: "usd",
  status,
  charge: payment.id.replace("pi_", "ch_"),
  payment_intent: payment.id,
});

const describeDispute = (payment: FakePayment, { id, cents, status }: FakeDispute) => ({
  id,
  object: "dispute",
  amount: cents,
  currency: "usd",
  status,
  charge: payment.id.replace("pi_", "ch_"),
  payment_intent: payment.id,
});
