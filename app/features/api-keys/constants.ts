/** What a key may do. Each is given on its own; a change also returns the row that it changed. */
export const SCOPES = [
  "requests:read",
  "requests:write",
  "requests:personal",
  "providers:read",
  "providers:write",
  "providers:personal",
  "metrics:read",
] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  "requests:read": "Read requests: service, place by ZIP code, status, how they ended",
  "requests:write": "Change the status of requests, and add notes",
  "requests:personal":
    "Personal data of customers: names, phones, emails, addresses, and what they or staff wrote",
  "providers:read": "Read providers: company, services, area, verification",
  "providers:write": "Change the profile of providers",
  "providers:personal": "Personal data of providers: contact person, phone, email, street",
  "metrics:read": "Read the metrics of quizzes",
};

/** How long a new key works. Every key ends: one that nobody remembers must not work forever. */
export const LIFETIMES = [30, 90, 365] as const;
export const DEFAULT_LIFETIME = 90;

/** Calls a minute of one key. Other reads of one address are limited to the largest of these. */
export const LIMITS = [30, 60, 300, 1_200] as const;
export const DEFAULT_LIMIT = 60;

export const NAME_LENGTH = 60;
/** Keys that work at the same time. */
export const MAX_KEYS = 50;

/** Wrong keys a minute of one address; beyond it the response is a 429. */
export const WRONG_KEYS_PER_MINUTE = 20;

/** Calls that the page of a key lists. */
export const SHOWN_CALLS = 50;

/** How long a write with an `Idempotency-Key` is remembered. */
export const IDEMPOTENCY_HOURS = 24;

export const KEYS_PATH = "/backyard/settings/api-keys";
