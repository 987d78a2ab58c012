import type { LEDGER_KINDS } from "#app/db/tables/billing.server.ts";
import type { OfferState } from "#app/db/tables/offers.server.ts";
import type { DisputeRefund, REFUND_NOTES, RefundReason } from "../constants.ts";
import { RULE_TITLES, type RuleAnchor } from "./anchors.ts";

type RefundNote = (typeof REFUND_NOTES)[keyof typeof REFUND_NOTES];
/**
 * The state of an offer, why its credits came back, the kind of a line of the statement, or how a
 * dispute is decided.
 */
export type RuleCode =
  | OfferState
  | RefundReason
  | DisputeRefund
  | RefundNote
  | (typeof LEDGER_KINDS)[number]
  | "dispute-facts";

const ANCHORS: Record<RuleCode, RuleAnchor> = {
  open: "timer",
  accepted: "customer-yes",
  declined: "declining",
  expired: "timer",
  withdrawn: "withdrawn",
  "customer-declined": "credits-back-customer-refused",
  duplicate: "credits-back-duplicate",
  "outside-area": "credits-back-outside-area",
  "impossible-phone": "credits-back-impossible-phone",
  "stopped-first": "credits-back-stopped-first",
  "hired-elsewhere": "credits-back-hired-elsewhere",
  dispute: "credits-back-dispute",
  "customer-refused": "credits-back-customer-refused",
  "customer-unreached": "credits-back-customer-unreached",
  "provider-unverified": "credits-back-provider-unverified",
  "request-closed": "credits-back-request-closed",
  offer: "price",
  refund: "credits-back",
  opening: "statement",
  purchase: "statement",
  adjustment: "statement",
  reversal: "statement",
  "dispute-facts": "dispute-facts",
};

export type Rule = { anchor: RuleAnchor; words: string };

/**
 * The line of the rules that applied: `findRule(offer.refundReason ?? offer.state)`, or of a line of the
 * statement `findRule(line.note ?? line.kind)`. Unknown codes lead to the line about the statement.
 */
export function findRule(code: string): Rule {
  const anchor = Object.hasOwn(ANCHORS, code) ? ANCHORS[code as RuleCode] : "statement";
  return { anchor, words: RULE_TITLES[anchor] };
}
