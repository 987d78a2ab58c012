import type { DISPUTE_CLAIMS, DISPUTE_DECISIONS } from "#app/db/tables/offers.server.ts";
import { REFUND_DAYS } from "../constants.ts";

export type DisputeClaim = (typeof DISPUTE_CLAIMS)[number];
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number];

/** What a provider can say is wrong, in their words. */
export const CLAIM_LABELS: Record<DisputeClaim, string> = {
  duplicate: "The same customer asked for the same service shortly before",
  "outside-area": "The job is outside my area",
  "impossible-phone": "The phone number is not a real number",
  "stopped-first": "The customer had asked not to be contacted before I accepted",
  "hired-elsewhere": "The customer had hired somebody else before I accepted",
  unreachable: "I cannot reach the customer",
  other: "Something else",
};

/** What the provider says is wrong, for staff and the timeline. */
const CLAIM_TEXTS: Record<DisputeClaim, string> = {
  duplicate: "the same customer asked for the same service shortly before",
  "outside-area": "the job is outside their area",
  "impossible-phone": "the phone number is not a real number",
  "stopped-first": "the customer had asked not to be contacted before they accepted",
  "hired-elsewhere": "the customer had hired somebody else before they accepted",
  unreachable: "they cannot reach the customer",
  other: "something else",
};
export const describeClaim = (claim: unknown): string =>
  CLAIM_TEXTS[claim as DisputeClaim] ?? CLAIM_TEXTS.other;

/** Claims that our own records can prove. */
export const FACTUAL_CLAIMS = [
  "duplicate",
  "outside-area",
  "impossible-phone",
  "stopped-first",
  "hired-elsewhere",
] as const satisfies readonly DisputeClaim[];
export type FactualClaim = (typeof FACTUAL_CLAIMS)[number];
export const isFactualClaim = (claim: DisputeClaim): claim is FactualClaim =>
  (FACTUAL_CLAIMS as readonly DisputeClaim[]).includes(claim);

/** A person decides within so many days of our business hours. */
export const DISPUTE_BUSINESS_DAYS = 2;
/** Value of `decided_by` where our own records decided. */
export const DECIDED_BY_FACTS = "facts";
/** Kind of the mail that tells a provider how a person decided. */
export const DISPUTE_MAIL = "dispute-decided";

export const MIN_WORDS = 10;
export const MAX_WORDS = 1_000;
export const DISPUTES_PER_MINUTE = 10;

/** Why an offer cannot be disputed. */
export type DisputeRefusal =
  | "not-found"
  | "not-accepted"
  | "disputed"
  | "refunded"
  | "free"
  | "no-yes"
  | "too-late";
export const DISPUTE_REFUSALS: Record<DisputeRefusal, string> = {
  "not-found": "This offer does not exist.",
  "not-accepted": "Only an accepted offer can be disputed.",
  disputed: "You have disputed this offer already. Each offer can be disputed once.",
  refunded: "The credits of this offer are back already. There is nothing to dispute.",
  free: "This offer cost no credits. There is nothing to give back.",
  "no-yes":
    "The customer has not said yes to you yet. If your offer ends without a yes, your credits come back automatically, and after a yes you can dispute it.",
  "too-late": `You accepted this offer more than ${REFUND_DAYS} days ago. It cannot be disputed any more.`,
};

/**
 * What we write to the provider instead of an answer in words of staff, where the customer's details
 * were deleted: words could name the customer.
 */
export const ERASED_ANSWERS: Record<DisputeDecision, string> = {
  granted:
    "A person on our staff looked at your dispute and granted it. The customer had their details deleted, so we keep no other words about it.",
  refused:
    "A person on our staff looked at your dispute and refused it. The customer had their details deleted, so we keep no other words about it.",
};
/** What a form sends in place of words that would not be kept. */
export const ERASED_WORDS = "The customer had their details deleted.";

/** Where staff decide. */
export const DISPUTES_PATH = "/backyard/disputes";
