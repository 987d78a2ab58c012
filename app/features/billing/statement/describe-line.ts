import { formatMoney } from "#app/lib/format-values.ts";
import { CENTS_PER_DOLLAR } from "../constants.ts";
import type { LedgerKind } from "../ledger.server.ts";
import { REVERSAL_CODES, type ReversalCode } from "../reversals/reversal-state.ts";

/** Why an offer's credits came back: the notes of refunds, as the end of the sentence. */
export const REFUND_WORDS: Readonly<Record<string, string>> = {
  duplicate: "the same person asked for the same service within 30 days before",
  "outside-area": "the ZIP code is outside your area",
  "impossible-phone": "the phone number is not a real number",
  "stopped-first": "the customer had opted out before you accepted",
  "customer-refused": "the customer did not agree to a call",
  "customer-unreached": "we could not reach the customer",
  "provider-unverified":
    "your verification had ended, so we could not share the customer's details",
  "request-closed": "the request was closed before the customer said yes",
  "hired-elsewhere":
    "the customer had said yes to another company, or hired one, before you accepted",
  dispute: "we agreed with what you told us",
};

/** Notes of adjustments that are codes and not words of our team. */
const ADJUSTMENT_WORDS: Readonly<Record<string, string>> = {
  import: "Your credits from before this site",
  demo: "Set for a demonstration",
};

export type DescribedLine = {
  kind: LedgerKind | "opening";
  note: string | null;
  /** In credits. */
  amount: number;
  /** Of the offer's request. */
  service: string | null;
  city: string | null;
  zip: string | null;
  /** Of the payment: what was paid, and the day. */
  paidCents: number | null;
  paidOn: string | null;
};

/** What a line of the statement was, in one sentence for the provider. */
export function describeLine(line: DescribedLine): string {
  switch (line.kind) {
    case "opening":
      return "Your credits when this statement begins";
    case "purchase":
      return line.paidCents === null
        ? "Bought with Stripe"
        : `Bought with Stripe, ${formatCents(line.paidCents)}`;
    case "adjustment":
      return describeAdjustment(line);
    case "offer":
      return `Accepted: ${describeJob(line)}`;
    case "refund":
      return `Returned for ${describeJob(line)}: ${REFUND_WORDS[line.note ?? ""] ?? "by our team"}`;
    case "reversal":
      return describeReversal(line);
  }
}

function describeAdjustment({ note }: DescribedLine): string {
  if (!note) return "Adjusted by our team";
  return ADJUSTMENT_WORDS[note] ?? `Adjusted by our team: ${note}`;
}

/** "Plumbing in Atlanta 30303", or less where less is known. */
function describeJob({ service, city, zip }: DescribedLine): string {
  const place = [city, zip].filter(Boolean).join(" ");
  const job = service ?? "a job that is no longer stored";
  return place ? `${job} in ${place}` : job;
}

type ReversalWords = (cents: string, payment: string) => string;
const REVERSAL_WORDS: Record<ReversalCode, ReversalWords> = {
  refund: (cents, payment) => `Returned by Stripe: ${cents} of ${payment} was refunded`,
  "refund-failed": (cents, payment) =>
    `Yours again: the refund of ${cents} of ${payment} did not go through`,
  chargeback: (cents, payment) =>
    `Taken back: the bank of the card disputed ${cents} of ${payment} (a chargeback)`,
  "chargeback-won": (cents, payment) =>
    `Yours again: the bank's dispute about ${cents} of ${payment} ended, and the payment stands`,
  returned: (cents, payment) => `Returned by Stripe: ${cents} of ${payment} went back`,
};

function describeReversal({ note, amount, paidOn }: DescribedLine): string {
  const [code = "", cents] = (note ?? "").split(":");
  const payment = paidOn ? `your payment of ${paidOn}` : "your payment";
  if (isReversalCode(code) && Number(cents) > 0)
    return REVERSAL_WORDS[code](formatCents(Number(cents)), payment);
  return amount < 0 ? `Taken back: ${payment} went back` : `Yours again: ${payment} stands`;
}

const isReversalCode = (code: string): code is ReversalCode =>
  (REVERSAL_CODES as readonly string[]).includes(code);

const formatCents = (cents: number) => formatMoney(cents / CENTS_PER_DOLLAR);
