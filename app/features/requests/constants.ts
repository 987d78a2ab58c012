/** Values, labels, limits and exact messages of a quote request (specification P3, P5, P8, P9). */

export const WIZARD_STEPS = 5;
/** The step that submits; the thank-you page follows. */
export const LAST_QUESTION_STEP = WIZARD_STEPS - 1;
/** Form field that marks a first step that was submitted before the wizard's script had loaded. */
export const EARLY_STEP = "early_step";
export const PROJECT_TYPE = "General Service";
export const PROJECT_SIZE = "To be determined";
export const CLIENT_REFERENCE_PREFIX = "web_";
export const FORM_VERSION = "2026-11";

export const submissionFailed = (phone: string) =>
  `There was an error submitting your request. Please try again or call Henry directly at ${phone}.`;

/**
 * Requests per client address and minute: above the first limit flagged, above the second refused.
 */
export const VELOCITY_FLAG_PER_MINUTE = 5;
export const HARD_CAP_PER_MINUTE = 60;
/** A form that was completed faster than this was probably completed by a bot. */
export const MIN_FILL_MS = 3_000;
export const DUPLICATE_WINDOW_HOURS = 24;

export const REQUEST_FLAGS = ["honeypot", "too-fast", "velocity", "duplicate"] as const;
export type RequestFlag = (typeof REQUEST_FLAGS)[number];
/** Requests with these flags are held until staff release them. */
export const HOLDING_FLAGS: readonly RequestFlag[] = ["honeypot", "too-fast", "velocity"];

/** Kinds of timeline events that an offer adds to its request. */
export const OFFER_EVENTS = [
  "offered",
  "offer-accepted",
  "offer-declined",
  "offer-expired",
  "offer-withdrawn",
  "offer-refunded",
  "offer-released",
  "offer-refused",
  "approval-untold",
  "message-untold",
  "stop-told",
  "stop-untold",
  "cancel-told",
  "cancel-untold",
  "closing-told",
  "closing-untold",
  "erasure-noted",
  "erasure-told",
  "erasure-untold",
  "job-stage",
  "dispute-opened",
  "dispute-granted",
  "dispute-refused",
  "dispute-settled",
  "dispute-untold",
] as const;
export type OfferEvent = (typeof OFFER_EVENTS)[number];

/** Kinds of timeline events of a request's photos. */
export const PHOTO_EVENTS = ["photo-added", "photo-removed"] as const;
export type PhotoEvent = (typeof PHOTO_EVENTS)[number];

/** Kinds of timeline events of merged requests; their details have the service of the other one. */
export const MERGE_EVENTS = [
  "merged-into",
  "merged-here",
  "unmerged-from",
  "unmerged-here",
] as const;
export type MergeEvent = (typeof MERGE_EVENTS)[number];

/** Kind of the event when staff mark the messages of a request as read. */
export const MESSAGES_READ_EVENT = "messages-read";

/** Kind of the mail that confirms a request to the customer. */
export const RECEIPT_MAIL = "receipt";
