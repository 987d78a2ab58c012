import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

export const MAX_ATTEMPTS = 10;
export const REQUEST_DEADLINE_MS = 15_000;
/**
 * A worker that died gives its row back after this long; longer than a call, a wait for new tokens
 * and their call.
 */
export const LEASE_MS = 45_000;
/**
 * Rate limit of a target across all instances: 100 calls in any ten seconds, and one second for
 * those that are on their way.
 */
export const RATE_WINDOW_MS = 11_000;
export const RATE_PER_WINDOW = 100;
/** HighLevel's limit for a location and day. */
export const CALLS_PER_DAY = 200_000;
/** Failures in a row that open a target's circuit breaker. */
export const BREAKER_THRESHOLD = 5;
export const PROBE_INTERVAL_MS = MINUTE_MS;
export const MAX_RETRY_AFTER_MS = DAY_MS;
/** How long a worker sleeps when nothing wakes it. */
export const POLL_MS = 2_000;
export const SEND_CONCURRENCY = 10;

/** Access tokens live for a day; new ones are fetched when this much is left. */
export const REFRESH_BEFORE_MS = HOUR_MS;
/**
 * With this much left and no new ones, staff are notified: after a quarter of an hour of failures,
 * and in time to reconnect.
 */
export const EXPIRY_ALARM_MS = 45 * MINUTE_MS;
/** A call does not begin with a token that ends this soon. */
export const TOKEN_MARGIN_MS = MINUTE_MS;
export const KEEP_TOKENS_EVERY_MS = MINUTE_MS;
/** How long one waits while another fetches new tokens. */
export const REFRESH_WAIT_MS = 20_000;
/** Tokens that were renewed so lately are not renewed again because they are refused. */
export const NEW_TOKENS_MS = 5 * 60 * 1000;
/** The Connect button's `state` is good for this long. */
export const STATE_LIFETIME_MS = HOUR_MS;
export const EXCHANGES_PER_MINUTE = 10;
/** Copy feedback and length of the shown tokens (specification A9). */
export const COPIED_MS = 2_000;
export const TOKEN_SHOWN = 30;

export const CALLBACK_PATH = "/oauth/callback";
export const OAUTH_FUNCTION = "/functions/v1/ghl-oauth-exchange";
export const OAUTH_MESSAGES = {
  missingCode: "Missing authorization code",
  missingFields: "Please provide both authorization code and location ID",
  exchangeNetwork: "Network error during token exchange",
  network: "Network error occurred",
  unknown: "Unknown error occurred",
  invalid: "Invalid response from server",
  noState: "Please sign in again to connect without a state",
} as const;

/** Answer of the token exchange (specification A7). */
export type ExchangeAnswer = {
  success?: boolean;
  access_token?: string;
  refresh_token?: string;
  location_id?: string;
  error?: string;
  details?: string;
};
