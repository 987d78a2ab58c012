/*
 * How much of a payment went back, from what Stripe's events say. It depends on the set of the events
 * alone, and neither on their order nor on repeats, because Stripe promises no order and sends again.
 *
 * What this relies on, from Stripe's documentation of the pinned version:
 * - `charge.refunded` has the charge with `amount_refunded`, the sum of its refunds so far.
 * - `refund.created`, `.updated` and `.failed` have one refund with its amount and status, for every
 *   payment method; `charge.refund.updated` is the older name for some methods. A refund may fail days
 *   after it succeeded: then the money is back in our balance, and the payment is kept.
 * - Whether `amount_refunded` falls after a failed refund is not documented, so nothing depends on it.
 * - A dispute's events have its status at that moment. `warning_…` is an inquiry: no money has moved.
 *   `needs_response` and `under_review`: the money was withdrawn. `won`, and the ends `warning_closed` and
 *   `prevented`: we have it. `lost`: it is gone.
 * - `charge.dispute.funds_reinstated` may also come for a part that was refunded before, while the dispute
 *   goes on, so the status decides and not the type of the event.
 */

export type ChargebackState = "none" | "open" | "won" | "lost";

/** What one event says about a payment; amounts in cents. */
export type PaymentFact =
  | { kind: "charge"; cents: number; refundedCents: number }
  | { kind: "refund"; id: string; cents: number; hasFailed: boolean }
  | { kind: "dispute"; id: string; cents: number; status: ChargebackState };
/** `at`: when the event happened at Stripe. */
export type DatedFact = { fact: PaymentFact; at: Date };

export type ReversalState = {
  /** The amount of the charge, where an event says so. */
  chargedCents: number | null;
  refundedCents: number;
  chargeback: ChargebackState;
  /** What open and lost chargebacks are about. */
  chargebackCents: number;
};

export function readReversalState(facts: readonly DatedFact[]): ReversalState {
  const disputes = listLatestDisputes(facts);
  const gone = disputes.filter(({ status }) => status === "open" || status === "lost");
  const charges = facts.flatMap(({ fact }) => (fact.kind === "charge" ? [fact] : []));
  return {
    chargedCents: charges.length > 0 ? Math.max(...charges.map(({ cents }) => cents)) : null,
    refundedCents: sumRefunds(facts),
    chargeback:
      CHARGEBACK_ORDER.find((state) => disputes.some(({ status }) => status === state)) ?? "none",
    chargebackCents: gone.reduce((sum, { cents }) => sum + cents, 0),
  };
}

/** Of several disputes of one payment, the state that is stored is the first one here. */
const CHARGEBACK_ORDER: readonly ChargebackState[] = ["open", "lost", "won"];

/**
 * The refunds that did not fail. Known refunds alone would miss those whose own events are not sent to
 * us, and the charge's sum alone cannot tell what failed. Neither is ever too high once every failure
 * is known, so the higher one counts.
 */
function sumRefunds(facts: readonly DatedFact[]): number {
  const refunds = new Map<string, { cents: number; hasFailed: boolean }>();
  let chargeSum = 0;
  for (const { fact } of facts) {
    if (fact.kind === "charge") chargeSum = Math.max(chargeSum, fact.refundedCents);
    if (fact.kind !== "refund") continue;
    const hasFailed = fact.hasFailed || refunds.get(fact.id)?.hasFailed === true;
    refunds.set(fact.id, { cents: fact.cents, hasFailed });
  }
  const sum = (hasFailed: boolean) =>
    [...refunds.values()].reduce(
      (total, refund) => total + (refund.hasFailed === hasFailed ? refund.cents : 0),
      0,
    );
  return Math.max(0, sum(false), chargeSum - sum(true));
}

type Dispute = { cents: number; status: ChargebackState };

/** The newest state of each dispute; of two in the same second, the one further along. */
function listLatestDisputes(facts: readonly DatedFact[]): Dispute[] {
  const latest = new Map<string, DatedDispute>();
  for (const { fact, at } of facts) {
    if (fact.kind !== "dispute") continue;
    const { id, cents, status } = fact;
    const known = latest.get(id);
    const isNewer = !known || compareDisputes({ cents, status, at }, known) > 0;
    if (isNewer) latest.set(id, { cents, status, at });
  }
  return [...latest.values()];
}

type DatedDispute = Dispute & { at: Date };
const compareDisputes = (a: DatedDispute, b: DatedDispute): number =>
  a.at.getTime() - b.at.getTime() || PROGRESS[a.status] - PROGRESS[b.status] || a.cents - b.cents;

const PROGRESS: Record<ChargebackState, number> = { none: 0, open: 1, lost: 2, won: 3 };

type Bought = {
  credits: number;
  /** What was paid for them; null where that is not known. */
  cents: number | null;
};
type Returned = Pick<ReversalState, "refundedCents" | "chargebackCents">;

/** How many cents of a payment went back: at most all of them. */
export function getReturnedCents(
  { refundedCents, chargebackCents }: Returned,
  cents: number | null,
): number {
  const returned = refundedCents + chargebackCents;
  return cents === null ? returned : Math.min(cents, returned);
}

/**
 * The credits to be taken back: their share of the payment, in hundredths. Where it is not known what
 * was paid, all of them as soon as anything went back.
 */
export function getReturnedCredits(returned: Returned, { credits, cents }: Bought): number {
  const returnedCents = getReturnedCents(returned, cents);
  if (returnedCents === 0) return 0;
  const share = cents ? returnedCents / cents : 1;
  return Math.round(credits * share * 100) / 100;
}

/** Why credits go back or come again; the note of the entry is the code and the cents. */
export const REVERSAL_CODES = [
  "refund",
  "refund-failed",
  "chargeback",
  "chargeback-won",
  "returned",
] as const;
export type ReversalCode = (typeof REVERSAL_CODES)[number];

/** The reason of the step between two states; `returned` where both parts changed at once. */
export function findReversalCode(before: Returned, after: Returned): ReversalCode {
  const refunded = after.refundedCents - before.refundedCents;
  const disputed = after.chargebackCents - before.chargebackCents;
  if (refunded !== 0 && disputed !== 0) return "returned";
  if (disputed !== 0) return disputed > 0 ? "chargeback" : "chargeback-won";
  return refunded < 0 ? "refund-failed" : "refund";
}
