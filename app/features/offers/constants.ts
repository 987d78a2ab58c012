/** Minutes that a provider has to answer before the next one is asked. */
export const OFFER_MINUTES = 30;
/** Credits that accepting costs by default. */
export const DEFAULT_OFFER_COST = 25;
/** A lead is bad if the same person asked for the same service within this time. */
export const DUPLICATE_DAYS = 30;
/** For this long after accepting, a bad lead is refunded. */
export const REFUND_DAYS = 30;

/** Facts in our own data that prove a lead bad, without a claim by the provider or staff. */
export const REFUND_REASONS = {
  duplicate: `The same person asked for the same service within ${DUPLICATE_DAYS} days before`,
  "outside-area": "The ZIP code is outside the provider's area",
  "impossible-phone": "The phone number cannot exist",
  "stopped-first": "The customer had said stop before the offer was accepted",
} as const;
export type RefundReason = keyof typeof REFUND_REASONS;

/**
 * Value of `customer_approval_recorded_by` in offers from before the customer was asked: accepting
 * shared the customer's details at once.
 */
export const RELEASED_BEFORE = "before";
/** What staff record after they asked the customer. */
export const CUSTOMER_ANSWERS = ["yes", "no", "unreached"] as const;
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
/** Ledger notes of refunds for offers that ended without the customer's yes. */
export const REFUND_NOTES = { no: "customer-refused", unreached: "customer-unreached" } as const;
/** Actor that ends offers whose time is up, or whose customer opted out or was erased. */
export const CLOCK_ACTOR = "clock";
/** Actor that refunds leads that our own data proves bad. */
export const REFUND_ACTOR = "facts";
/** Why a customer cannot be asked any longer. */
export type OptOutReason = "stopped" | "erased";
/** Why an accepted offer ended, where the customer did not say no. */
export type EndReason = OptOutReason | "unreached";
/** How many offers of such customers one run ends. */
export const OPT_OUT_BATCH = 100;

/** Marks an offer after which the next provider is asked automatically. */
export const AUTO_PREFIX = "auto:";
export const AUTO_ACTOR = "auto";
/** After older offers no next provider is asked: somebody else has called by then. */
export const AUTO_HOURS = 6;
export const AUTO_BATCH = 100;
/** Database channel of changed offers, for workers and open portals; the payload is a request id. */
export const OFFER_CHANNEL = "offer_changed";

export const MATCHES_SHOWN = 10;
/** How many providers are checked for one request. */
export const CANDIDATES = 60;
/** Checks that staff may override: the service of a request is not always the actual work. */
export const OVERRIDABLE = ["category", "job-value"] as const;

/** For how many days after the customer's yes the offer's link shows their details. */
export const CONTACT_DAYS = 30;
export const ANSWERS_PER_MINUTE = 20;
export const VIEWS_PER_MINUTE = 60;

/** Projects of the cost estimator that give the usual value of a service's jobs. */
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
