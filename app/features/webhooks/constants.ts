import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** Events that other systems can subscribe to. The triggers of drizzle/0035 write them. */
export const WEBHOOK_EVENTS = [
  "request.created",
  "request.updated",
  "offer.created",
  "offer.updated",
  "opt_out.created",
  "review.created",
  "review.updated",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  "request.created": "A request came in",
  "request.updated":
    "A request changed: its status, how it ended, its answers, or it was merged or erased",
  "offer.created": "A request was offered to a provider",
  "offer.updated": "An offer was accepted, declined or withdrawn, expired, or the customer decided",
  "opt_out.created": "A customer said stop: to everybody, to us or to one provider",
  "review.created": "A customer reviewed a provider",
  "review.updated": "Staff hid a review or made it visible again",
};

/** What the test button sends. Nobody can subscribe to it. */
export const TEST_EVENT = "webhook.test";

/** Pauses after each failed attempt, more than three days in all. */
export const RETRY_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** The longest pause that a receiver can ask for. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/** How long a receiver may take to answer. */
export const DEADLINE_MS = 15 * SECOND_MS;
/** An endpoint that accepted nothing for so long is paused, and superadmins get a mail. */
export const PAUSE_AFTER_HOURS = 72;
/** How long the earlier secret also signs after a new one was made. */
export const ROTATION_HOURS = 24;
/** How long events and their deliveries are kept. */
export const LOG_DAYS = 30;

export const MAX_ENDPOINTS = 20;
export const NAME_LENGTH = 60;
export const URL_LENGTH = 500;
export const SHOWN_DELIVERIES = 50;

/** Test messages of one person an hour. */
export const MAX_TESTS = 60;
export const TEST_WINDOW_SECONDS = HOUR_MS / SECOND_MS;

export const SEND_EVERY_MS = SECOND_MS;

export const WEBHOOKS_PATH = "/backyard/settings/webhooks";
