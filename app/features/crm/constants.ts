/** The contact-sync function at the CRM provider (CONTACT_SYNC_URL). */
export const CONTACT_SYNC_TARGET = "contact-sync";

export const MAX_ATTEMPTS = 10;
export const REQUEST_DEADLINE_MS = 15_000;
/** A worker that died gives its row back after this long; longer than the deadline. */
export const LEASE_MS = 45_000;
/** Rate limit of a target across all instances: 100 calls in any ten seconds, and one second for those that are on their way. */
export const RATE_WINDOW_MS = 11_000;
export const RATE_PER_WINDOW = 100;
/** Failures in a row that open a target's circuit breaker. */
export const BREAKER_THRESHOLD = 5;
export const PROBE_INTERVAL_MS = 60_000;
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
/** How long a worker sleeps when nothing wakes it. */
export const POLL_MS = 2_000;
export const SEND_CONCURRENCY = 10;
