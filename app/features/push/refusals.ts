import { MAX_DEVICES } from "./constants.ts";
import type { TurnOnResult } from "./mutations.server.ts";
import type { TestResult } from "./send-test.server.ts";

export const UNREADABLE = "This form cannot be read. Reload the page and try again.";

export const TURN_ON_REFUSALS: Record<Extract<TurnOnResult, { ok: false }>["reason"], string> = {
  service:
    "This browser uses a notification service that this site does not know. Use Chrome, Edge, Firefox or Safari.",
  key: UNREADABLE,
  "too-many": `You have ${MAX_DEVICES} devices. Turn one of them off first.`,
};

export const TEST_REFUSALS: Record<Extract<TestResult, { ok: false }>["reason"], string> = {
  "not-found": "This device is no longer in the list. Reload the page.",
  "too-many": "Too many tests. Wait an hour, then try again.",
  gone: "That browser no longer takes notifications, so it was removed from the list. Turn them on there again.",
  refused:
    "The browser's notification service refuses it. Turn it off and on again on that device.",
  unreadable: "That device cannot be reached. Turn it off and on again on that device.",
  busy: "The browser's notification service is busy. Try again in a minute.",
  down: "The browser's notification service did not answer. Try again in a minute.",
};
