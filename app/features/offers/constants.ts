/** A provider has so long to answer; then the next one is asked. */
export const OFFER_MINUTES = 30;
/** Credits that accepting costs, where the settings say nothing else. */
export const DEFAULT_OFFER_COST = 25;
/** A lead is bad where the same person asked for the same within this time. */
export const DUPLICATE_DAYS = 30;
/** So long after accepting, facts that make a lead bad give its credits back. */
export const REFUND_DAYS = 30;

/**
 * Facts of our own that prove a lead bad; no claim of a provider and no judgement of staff is
 * needed.
 */
export const REFUND_REASONS = {
  duplicate: `The same person asked for the same service within ${DUPLICATE_DAYS} days before`,
  "outside-area": "The ZIP code is outside the provider's area",
  "impossible-phone": "The phone number cannot exist",
  "stopped-first": "The customer had said stop before the offer was accepted",
} as const;
export type RefundReason = keyof typeof REFUND_REASONS;

/**
 * Stands in `customer_approval_recorded_by` of offers that were accepted when accepting still showed the customer at
 * once.
 */
export const RELEASED_BEFORE = "before";
/** What staff write down after they asked the customer. */
export const CUSTOMER_ANSWERS = ["yes", "no", "unreached"] as const;
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
/** Why the credits of an offer came back that ended without a yes. */
export const NO_YES = { no: "customer-refused", unreached: "customer-unreached" } as const;
/** Who ends an offer whose customer said stop, or was erased, before they said yes. */
export const CLOCK_ACTOR = "clock";
export type LostReason = "stopped" | "erased";
/** Why an accepted offer ended, where the customer did not say no. */
export type EndReason = LostReason | "unreached";
/** Offers that are ended at once for that. */
export const LOST_BATCH = 100;

/** An offer whose end leads to the next provider by itself. */
export const AUTO_PREFIX = "auto:";
export const AUTO_ACTOR = "auto";
/** Ended offers that are older lead nowhere: somebody else has called by then. */
export const AUTO_HOURS = 6;
export const AUTO_BATCH = 100;
/**
 * Tells workers and open portals of each change of an offer; the payload is the id of its request.
 */
export const OFFER_CHANNEL = "offer_changed";

export const MATCHES_SHOWN = 10;
/** Providers that are looked at for one request. */
export const CANDIDATES = 60;
/** What staff may judge otherwise: the words of a request are not always its work. */
export const OVERRIDABLE = ["category", "job-value"] as const;

/** So long after the customer's yes the link of the offer shows the customer. */
export const CONTACT_DAYS = 30;
export const ANSWERS_PER_MINUTE = 20;
export const VIEWS_PER_MINUTE = 60;

/** Projects of the cost estimator that say what a service's job is usually worth. */
export const SERVICE_PROJECTS: Readonly<Record<string, readonly string[]>> = {
  "kitchen-remodeling": ["Kitchen Remodeling"],
  "bath-remodeling": ["Bathroom Remodeling"],
  roofing: ["Roof Replacement"],
  "air-conditioning": ["HVAC System"],
  heating: ["HVAC System"],
  flooring: ["Flooring Installation"],
  painting: ["Painting (Interior)", "Painting (Exterior)"],
  plumbing: ["Plumbing Repair"],
  electrician: ["Electrical Work"],
  decks: ["Deck Installation"],
};
