import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

export const MAX_ATTEMPTS = 10;
export const REQUEST_TIMEOUT_MS = 15_000;
/**
 * A row whose worker crashed can be claimed again after this long. Longer than a call, a wait for
 * new tokens and the call that fetches them.
 */
export const LEASE_MS = 45_000;
/**
 * Rate limit of a target across all instances: 100 calls in any ten seconds, with one second of
 * slack for calls in flight.
 */
export const RATE_WINDOW_MS = 11_000;
export const RATE_PER_WINDOW = 100;
/** HighLevel's daily limit for one location. */
export const CALLS_PER_DAY = 200_000;
/** Failures in a row that open a target's circuit breaker. */
export const BREAKER_THRESHOLD = 5;
export const PROBE_INTERVAL_MS = MINUTE_MS;
export const MAX_RETRY_AFTER_MS = DAY_MS;
/** How often a worker looks for due rows when no notification wakes it. */
export const POLL_MS = 2_000;
export const SEND_CONCURRENCY = 10;

/** Access tokens are valid for a day; new ones are fetched this long before they expire. */
export const REFRESH_BEFORE_MS = HOUR_MS;
/**
 * Staff are notified this long before the tokens expire: refreshing has failed for a quarter of an
 * hour by then, and there is still time to reconnect.
 */
export const EXPIRY_ALARM_MS = 45 * MINUTE_MS;
/** No call starts with a token that expires within this time. */
export const TOKEN_MARGIN_MS = MINUTE_MS;
export const REFRESH_TOKENS_EVERY_MS = MINUTE_MS;
/** How long a process waits while another one fetches new tokens. */
export const REFRESH_WAIT_MS = 20_000;
/** Tokens younger than this are not refreshed again when they are refused. */
export const JUST_REFRESHED_MS = 5 * 60 * 1000;
/** How long the OAuth `state` of the Connect button is valid. */
export const STATE_LIFETIME_MS = HOUR_MS;
export const EXCHANGES_PER_MINUTE = 10;
/** How long "Copied!" is shown, and how much of a token is shown (specification A9). */
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

/** Response of the token exchange (specification A7). */
export type ExchangeResponse = {
  success?: boolean;
  access_token?: string;
  refresh_token?: string;
  location_id?: string;
  error?: string;
  details?: string;
};
