import { MINUTE_MS } from "#app/lib/durations.ts";

/** The API version of responses and webhook events. */
export const STRIPE_VERSION = "2025-09-30.clover";
/**
 * For all calls of one lookup together, so that staff see a failure within three seconds.
 */
export const STRIPE_DEADLINE_MS = 2_200;
/** For starting a checkout: a person waits for it, with nothing to lose but the wait. */
export const CHECKOUT_DEADLINE_MS = 8_000;
export const LIST_PAGE_SIZE = 100;
/** How many pages of a list are read at most. */
export const MAX_LIST_PAGES = 10;
export const CURRENCY = "usd";
export const CENTS_PER_DOLLAR = 100;

export const BILLING_CACHE_MS = 5 * MINUTE_MS;
export const MAX_CACHED_BILLINGS = 500;
export const BILLING_LIMIT = 60;
export const BILLING_WINDOW_SECONDS = 60;

/** A signed event is accepted this long before or after the time in its signature. */
export const SIGNATURE_TOLERANCE_SECONDS = 5 * 60;
/** A payment for more credits than this is a mistake. */
export const MAX_CREDITS = 100_000;
/** Credits that can be bought at once in the portal, and what the form offers. */
export const MIN_BOUGHT_CREDITS = 10;
export const MAX_BOUGHT_CREDITS = 2_000;
export const CREDIT_CHOICES = [25, 50, 100, 250] as const;
/** Checkouts that one client address can start in an hour. */
export const CHECKOUTS_PER_HOUR = 30;
/** Dollars that a credit costs by default. */
export const DEFAULT_CREDIT_PRICE = 1;
export const STATEMENT_PAGE_SIZE = 50;
export const RECEIPTS_PAGE_SIZE = 20;
export const TIER_LENGTH = 60;
export const CUSTOMER_ID = /^cus_[A-Za-z0-9_]{1,64}$/;

export const BILLING_PATH = "/functions/v1/get-provider-billing";
export const INVALID_RESPONSE = "Invalid response from server";

/** Actor of changes that come from Stripe events. */
export const STRIPE_ACTOR = "stripe";
