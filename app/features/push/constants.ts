import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";

/** What staff are notified of; the id in the message is that of a request. */
export type StaffPushKind = "emergency" | "returned" | "nobody-on-shift";
/** What a provider's people are notified of; the id in the message is that of an offer. */
export type ProviderPushKind =
  | "new-offer"
  | "customer-yes"
  | "visit-changed"
  | "job-ended"
  | "message";
export type PushKind = StaffPushKind | ProviderPushKind;

/** What a message contains: no personal data, because push services and lock screens show it. */
export type PushPayload = { kind: PushKind; id: string } | { kind: "test" };

/** A portal's service worker; its scope is the folder that it is in. */
export type PushWorker = { path: string; scope: string };
export const STAFF_WORKER: PushWorker = { path: "/backyard/sw.js", scope: "/backyard/" };
export const PROVIDER_WORKER: PushWorker = { path: "/pro/sw.js", scope: "/pro/" };

export const MANIFEST_PATH = "/backyard/manifest.webmanifest";
export const PROVIDER_MANIFEST_PATH = "/pro/manifest.webmanifest";
export const REQUESTS_PATH = "/backyard/service-requests";
export const ACCOUNT_PATH = "/backyard/account";

export const PUSH_JOB = "send-pushes";
/** New requests wake the job; this is for everything else, and for a lost notification. */
export const PUSHES_EVERY_MS = 3 * SECOND_MS;
/** A message that is older is not sent: by then somebody has seen the list. */
export const PUSH_MAX_AGE_MS = 30 * MINUTE_MS;
/** How long a push service may take. */
export const PUSH_DEADLINE_MS = 10 * SECOND_MS;
export const MAX_PUSH_ATTEMPTS = 10;

export const MAX_DEVICES = 10;
/** Test notifications of one person an hour. */
export const MAX_TESTS = 20;
export const TEST_WINDOW_SECONDS = HOUR_MS / SECOND_MS;

export const DEFAULT_QUIET_FROM = "22:00";
export const DEFAULT_QUIET_TO = "07:00";

/** Intents of the account page that this feature handles. */
export const PUSH_INTENTS = ["push-turn-on", "push-turn-off", "push-test", "push-quiet"] as const;
export type PushIntent = (typeof PUSH_INTENTS)[number];
