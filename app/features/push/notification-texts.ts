import {
  ACCOUNT_PATH,
  type ProviderPushKind,
  REQUESTS_PATH,
  type StaffPushKind,
} from "./constants.ts";

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

type Words = { title: string; body: string };
/** What one portal shows for its messages. */
type Portal<Kind extends string> = {
  texts: Record<Kind | "test", Words>;
  /** A browser that shows nothing for a message loses the permission. */
  unknown: Words;
  urgent: NoInfer<Kind>;
  accountPath: string;
  /** `id` is null where the message names none. */
  getPath: (kind: Kind | null, id: string | null) => string;
};

const TEST_TEXT: Words = {
  title: "Test notification",
  body: "Notifications work on this device.",
};
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const createDescriber =
  <Kind extends string>({ texts, unknown, urgent, accountPath, getPath }: Portal<Kind>) =>
  (payload: unknown): ShownNotification => {
    const { kind, id } = (payload ?? {}) as { kind?: unknown; id?: unknown };
    const name = (Object.keys(texts) as (Kind | "test")[]).find((known) => known === kind);
    if (!name) return { ...unknown, tag: "unknown", path: getPath(null, null), isUrgent: false };
    const words = texts[name];
    if (name === "test") return { ...words, tag: name, path: accountPath, isUrgent: false };
    const knownId = typeof id === "string" && UUID.test(id) ? id : null;
    return {
      ...words,
      tag: `${name}:${knownId ?? ""}`,
      path: getPath(name as Kind, knownId),
      isUrgent: name === urgent,
    };
  };

/**
 * What a browser of staff shows for a message. The words are fixed, and the message names only a kind
 * and an id: nothing on a lock screen says who asked for what.
 */
export const describeNotification = createDescriber<StaffPushKind>({
  texts: {
    emergency: { title: "Emergency request", body: "A customer needs help now. Open it and call." },
    returned: { title: "A request came back", body: "Nobody tried to reach the customer." },
    "nobody-on-shift": { title: "Nobody is on shift", body: "Requests wait." },
    test: TEST_TEXT,
  },
  unknown: { title: "Backyard", body: "Something waits for you in the portal." },
  urgent: "emergency",
  accountPath: ACCOUNT_PATH,
  getPath: (_, id) => (id ? `${REQUESTS_PATH}/${id}` : REQUESTS_PATH),
});

/**
 * The same for the browser of a provider's person. How long an offer is open is a setting, and a
 * message may come late, so no text names minutes.
 */
export const describeProviderNotification = createDescriber<ProviderPushKind>({
  texts: {
    "new-offer": { title: "New offer", body: "Open it and answer before its time is up." },
    "customer-yes": { title: "A customer said yes", body: "Open the job to see whom to call." },
    "visit-changed": { title: "A visit changed", body: "Open the job to see when it is now." },
    "job-ended": { title: "A job has ended", body: "Open it before you call or drive there." },
    message: { title: "New message", body: "Open the job to read and answer it." },
    test: TEST_TEXT,
  },
  unknown: { title: "Pro portal", body: "Something waits for you in the portal." },
  urgent: "new-offer",
  accountPath: "/pro/account",
  getPath(kind, id) {
    const list = kind === null || kind === "new-offer" ? "/pro/offers" : "/pro/jobs";
    return id ? `${list}/${id}` : list;
  },
});
