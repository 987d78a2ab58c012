/** What became of an event; `alarm`: a person has to act. */
export type EventOutcome =
  | "unsettled"
  | "saved"
  | "booked"
  | "repeated"
  | "older"
  | "other-subscription"
  | "unknown-provider"
  | "booked-before"
  | "ignored";
export type EventResult = { outcome: EventOutcome; alarm?: string };
