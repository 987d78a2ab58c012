import { ACCOUNT_PATH, type PushPayload, REQUESTS_PATH } from "./constants.ts";

export type ShownNotification = {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** The portal page that it opens. */
  path: string;
  /** Stays on the screen until somebody acts on it. */
  isUrgent: boolean;
};

const TEXTS: Record<PushPayload["kind"], { title: string; body: string }> = {
  emergency: { title: "Emergency request", body: "A customer needs help now. Open it and call." },
  returned: { title: "A request came back", body: "Nobody tried to reach the customer." },
  "nobody-on-shift": { title: "Nobody is on shift", body: "Requests wait." },
  test: { title: "Test notification", body: "Notifications work on this device." },
};
/** A browser that shows nothing for a message loses the permission. */
const UNKNOWN = { title: "Backyard", body: "Something waits for you in the portal." };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What a browser shows for a message. The words are fixed, and the message names only a kind and an
 * id: nothing on a lock screen says who asked for what.
 */
export function describeNotification(payload: unknown): ShownNotification {
  const { kind, id } = (payload ?? {}) as { kind?: unknown; id?: unknown };
  const known = Object.entries(TEXTS).find(([name]) => name === kind);
  if (!known) return { ...UNKNOWN, tag: "unknown", path: REQUESTS_PATH, isUrgent: false };
  const [name, words] = known;
  if (name === "test") return { ...words, tag: name, path: ACCOUNT_PATH, isUrgent: false };
  const requestId = typeof id === "string" && UUID.test(id) ? id : null;
  return {
    ...words,
    tag: `${name}:${requestId ?? ""}`,
    path: requestId ? `${REQUESTS_PATH}/${requestId}` : REQUESTS_PATH,
    isUrgent: name === "emergency",
  };
}
