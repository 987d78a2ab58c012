import { HOUR_MS, SECOND_MS } from "#app/lib/durations.ts";

/** How often accepted offers and due texts are looked for. */
export const TEXTS_EVERY_MS = 5 * SECOND_MS;
/** Offers that were accepted earlier are not texted about: when texts are turned on, say. */
export const QUEUE_LOOK_BACK_MS = HOUR_MS;
/** Over three hours. */
export const MAX_ATTEMPTS = 6;
/** How long the provider of texts has for a response. */
export const DEADLINE_MS = 10 * SECOND_MS;
/** How often events of one caller are accepted. Those of all customers come from few addresses. */
export const EVENTS_PER_MINUTE = 600;

/** Where the provider of texts posts what customers write. */
export const TEXTS_WEBHOOK_PATH = "/webhooks/texts";

/** Kinds of timeline events. */
export const TEXT_SENT_EVENT = "text-sent";
export const TEXT_FAILED_EVENT = "text-failed";
/** Kind of the row in the record of what this application sent. */
export const OFFER_TEXT = "customer-offer-text";
