/** Minutes that a provider has to answer by default, before the next one is asked. */
export const OFFER_MINUTES = 30;
/** Credits that accepting costs by default. */
export const DEFAULT_OFFER_COST = 25;
/** A lead is bad if the same person asked for the same service this many days before. */
export const DUPLICATE_DAYS = 30;
/** A bad lead is refunded for this many days after it was accepted. */
export const REFUND_DAYS = 30;
/** How often our own data is searched for bad leads. */
export const REFUND_CHECK_MINUTES = 5;

/** What in our own data proves a lead bad, without a claim by the provider or staff. */
export const REFUND_REASONS = {
  duplicate: `The same person asked for the same service within ${DUPLICATE_DAYS} days before`,
  "outside-area": "The ZIP code is outside the provider's area",
  "impossible-phone": "The phone number cannot exist",
  "stopped-first": "The customer had opted out before the offer was accepted",
} as const;
export type RefundReason = keyof typeof REFUND_REASONS;
/** What gives credits back only where the provider disputes the offer. */
export const DISPUTE_REFUNDS = {
  "hired-elsewhere":
    "The customer had said yes to another company, or hired one, before the offer was accepted",
  dispute: "A person on our staff decided a dispute for the provider",
} as const;
export type DisputeRefund = keyof typeof DISPUTE_REFUNDS;
/** Why the credits of an accepted offer were given back; undefined for other reasons. */
export const describeRefund = (reason: unknown): string | undefined =>
  ({ ...REFUND_REASONS, ...DISPUTE_REFUNDS })[reason as RefundReason | DisputeRefund];

/**
 * Value of `customer_approval_recorded_by` in old offers, for which the customer was not asked:
 * accepting shared the customer's details at once.
 */
export const SHARED_ON_ACCEPTANCE = "before";
/** Value of `customer_approval_recorded_by` where customers said yes on their own page. */
export const APPROVED_BY_CUSTOMER = "customer";
/** Whether staff took the yes on the phone, by who recorded it. */
export const isYesByPhone = (recordedBy: string | null): boolean =>
  recordedBy !== null && recordedBy !== SHARED_ON_ACCEPTANCE && recordedBy !== APPROVED_BY_CUSTOMER;
/** Kind of the mail that asks a customer for a yes to the company that accepted. */
export const ASK_CUSTOMER_MAIL = "offer-accepted";
/** Kind of the mail that tells a provider that the customer said yes. */
export const APPROVAL_MAIL = "offer-released";
/** Kind of the mail that tells a provider that the customer asked to stop. */
export const STOP_MAIL = "customer-stopped";
/** Kind of the mail that tells a provider that the customer canceled the request. */
export const CANCEL_MAIL = "customer-canceled";
/** Kind of the mail that tells a provider that we closed the request before the customer's yes. */
export const CLOSED_MAIL = "request-closed";
/** Kind of the mail that asks a provider to delete the details of an erased customer. */
export const ERASURE_MAIL = "customer-erased";
/** Kind of the mail that tells a customer whom they said yes to. */
export const CONNECTED_MAIL = "connected";
/** Business hours that a customer has to answer by default, before staff call. */
export const CUSTOMER_ANSWER_HOURS = 4;
/** What staff record after they called the customer. */
export const CUSTOMER_ANSWERS = ["yes", "no", "unreached"] as const;
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
/** Notes of refunds in the ledger, for offers that ended without the customer's yes. */
export const REFUND_NOTES = {
  no: "customer-refused",
  unreached: "customer-unreached",
  unverified: "provider-unverified",
  closed: "request-closed",
} as const;
/** Actor that ends offers whose time is up, or whose customer opted out or was erased. */
export const EXPIRY_ACTOR = "clock";
/** Actor that refunds leads that our own data proves bad. */
export const REFUND_ACTOR = "facts";
/** Why the customer can no longer be asked; stored with the event. */
export type OptOutReason = "stopped" | "erased";
/** What the customer chose with a no: the next match, or nobody; or they canceled the request. */
export type CustomerNo = "another" | "stop-looking" | "canceled";
/**
 * Why an offer ended without a yes, if not because staff recorded a plain no; `closed`: staff
 * closed the request.
 */
export type EndReason = OptOutReason | CustomerNo | "unreached" | "unverified" | "closed";
/** How many offers that nobody can say yes to one run ends. */
export const OPT_OUT_BATCH_SIZE = 100;

/** Starts `offered_by` of an offer after which the next provider is asked automatically. */
export const AUTO_PREFIX = "auto:";
export const AUTO_ACTOR = "auto";
/** No next provider is asked once an offer ended this long ago: somebody has called by then. */
export const AUTO_HOURS = 6;
export const AUTO_BATCH_SIZE = 100;
/**
 * Database channel of changed offers, for workers and open portals; the payload is a request id.
 */
export const OFFER_CHANNEL = "offer_changed";

export const SHOWN_MATCHES = 10;
/** How many providers are checked against one request. */
export const MAX_CANDIDATES = 60;
/**
 * Checks that staff may override: the service named in a request is not always the actual work, and
 * a provider whom staff have on the phone may take a job at another hour. Not a pause.
 */
export const OVERRIDABLE_CHECKS = ["category", "job-value", "hours", "daily-limit"] as const;

/**
 * A provider sees the customer's details for this many days after the yes, the end of a booked
 * visit or its cancellation, the customer's last message, or the day on which they said that the
 * work started.
 */
export const CONTACT_DAYS = 30;
/**
 * They never see them for longer than this after the yes, and may say so long where the job stands.
 */
export const MAX_CONTACT_DAYS = 365;
export const ANSWERS_PER_MINUTE = 20;
export const VIEWS_PER_MINUTE = 60;
