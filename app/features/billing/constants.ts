import { MINUTE_MS } from "#app/lib/durations.ts";
/**
 * The API version of responses and of webhook endpoints.
 */
export const STRIPE_VERSION = "2025-09-30.clover";
/**
 * For all calls of one look-up together, so that staff see a failure within three seconds, with
 * network time.
 */
export const STRIPE_DEADLINE_MS = 2_200;
export const LIST_LIMIT = 100;
/** Most pages of a list that are read. */
export const LIST_PAGES = 10;
export const CURRENCY = "usd";
export const CENTS = 100;

export const BILLING_CACHE_MS = 5 * MINUTE_MS;
export const MOST_CACHED_BILLINGS = 500;
export const BILLING_LIMIT = 60;
export const BILLING_WINDOW_SECONDS = 60;

/** A signed event is accepted this long before or after the time in its signature. */
export const SIGNATURE_TOLERANCE_SECONDS = 5 * 60;
/** More credits than this in one payment are a mistake. */
export const MOST_CREDITS = 100_000;
export const TIER_LENGTH = 60;
export const CUSTOMER_ID = /^cus_[A-Za-z0-9_]{1,64}$/;

export const BILLING_PATH = "/functions/v1/get-provider-billing";
export const INVALID_RESPONSE = "Invalid response from server";

/** Actor of changes by Stripe's events. */
export const STRIPE_ACTOR = "stripe";
