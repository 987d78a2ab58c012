import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

export const ATTEMPT_CHANNELS = ["call", "text", "email"] as const;
export type AttemptChannel = (typeof ATTEMPT_CHANNELS)[number];

export const ATTEMPT_RESULTS = [
  "reached",
  "no-answer",
  "voicemail",
  "wrong-number",
  "sent",
] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** The rule that an attempt goes beyond: the hours, or the number of attempts a day. */
export type AttemptRule = "hours" | "cap";

export const REASON_LENGTH = 300;
/** How long a reason that was given before dialing is good for logging that call. */
export const DIAL_MS = 60 * MINUTE_MS;
/** How long its author can undo an attempt. */
export const UNDO_MS = 10 * MINUTE_MS;
/** How long the toast offers that. */
export const UNDO_OFFERED_MS = 8 * SECOND_MS;

/** Recorded with an answer to an offer, where the rules asked for a reason and nobody was asked. */
export const ANSWER_REASON = "Logged with the customer's answer to an offer";
/** The same, with the customer's wish to stop all contact. */
export const STOP_REASON = "Logged with the customer's wish to stop all contact";
/** How long ago a call that staff logged themselves counts as the one in which the customer answered. */
export const ANSWER_CALL_MS = 30 * MINUTE_MS;
