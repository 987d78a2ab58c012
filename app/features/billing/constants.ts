import { MINUTE_MS } from "#app/lib/durations.ts";
/**
 * Answers of Stripe are read as this version writes them, and webhook endpoints are made with it.
 */
export const STRIPE_VERSION = "2025-09-30.clover";
/**
 * For all calls of one look-up together, so that staff see a failure within three seconds, network
 * included.
 */
export const STRIPE_DEADLINE_MS = 2_200;
export const LIST_LIMIT = 100;
/** Lists are read no further than this. */
export const LIST_PAGES = 10;
export const CURRENCY = "usd";
export const CENTS = 100;

export const BILLING_KEPT_MS = 5 * MINUTE_MS;
export const BILLINGS_KEPT = 500;
export const BILLING_LIMIT = 60;
export const BILLING_WINDOW_SECONDS = 60;

/** An event that is signed is taken this long after, or before, it says it was sent. */
export const SIGNATURE_TOLERANCE_SECONDS = 5 * 60;
/** More credits than this in one payment are a mistake. */
export const MOST_CREDITS = 100_000;
export const TIER_LENGTH = 60;
export const CUSTOMER_ID = /^cus_[A-Za-z0-9_]{1,64}$/;

export const BILLING_PATH = "/functions/v1/get-provider-billing";
export const INVALID_RESPONSE = "Invalid response from server";
