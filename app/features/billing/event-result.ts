/** How an event was handled; stored with it, except `unsettled` and `ignored`. */
export type EventOutcome =
  | "unsettled"
  | "saved"
  | "booked"
  | "repeated"
  | "older"
  | "other-subscription"
  | "unknown-provider"
  | "booked-before"
  /** Credits were taken back, or returned. */
  | "reversed"
  /** Stored; no credits changed. */
  | "noted"
  | "ignored";
/** `alarm`: for the log, where a person has to act. */
export type EventResult = { outcome: EventOutcome; alarm?: string };
