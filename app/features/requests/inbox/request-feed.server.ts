import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { ALARM_KINDS, type AlarmSummary, type InboxAlert } from "../assignments/schema.ts";
import type { PresentPeople } from "../presence/schema.ts";
import type { LiveViewCounts } from "./live-counts.server.ts";
import { createRecentChanges } from "./recent-changes.ts";
import { notifyChanged } from "./request-feed.sql.ts";

/** PostgreSQL notification channels for new requests and for changes to existing ones. */
export const NEW_REQUEST_CHANNEL = "request_new";
export const REQUEST_CHANGED_CHANNEL = "request_changed";
/** Channel for deliveries to the CRM, which change nothing that staff act on. */
export const REQUEST_SYNCED_CHANNEL = "request_synced";
/** Channels for alarms that were raised or ended, and for alerts to some members. */
export const ALARMS_CHANNEL = "inbox_alarms";
export const ALERT_CHANNEL = "inbox_alert";

const PUBLISH_DELAY_MS = 20;
/** A notification holds 8000 bytes; an id and its comma are 37. */
const IDS_PER_NOTIFICATION = 200;
/** Of requests, and of members, in one alert. */
const IDS_PER_ALERT = 80;
/** For each merged request that changed there may be another id. */
const CHANGED_PER_NOTIFICATION = IDS_PER_NOTIFICATION / 2;

/** `at`: when the event was received, ms since 1970 on the server's clock. */
export type RequestChange = { kind: "new" | "changed" | "synced"; ids: string[]; at: number };
/** The request that was stored last, and when, ms since 1970; null where there is none. */
export type NewestRequest = { id: string; at: number } | null;

/**
 * `missed`: the LISTEN connection was down, so events may have been lost; `newest`: the newest request
 * when a stream begins.
 */
export type FeedEvent =
  | RequestChange
  | { kind: "missed" }
  | { kind: "newest"; newest: NewestRequest }
  | { kind: "presence"; requests: PresentPeople[] }
  | { kind: "alarms"; summary: AlarmSummary }
  | ({ kind: "counts" } & LiveViewCounts)
  | { kind: "alert"; alert: InboxAlert };
/** The event as a stream sends it: encoded once, for all streams. */
type FeedListener = (event: FeedEvent, frame: Uint8Array) => void;

export type RequestFeed = {
  /** Notifies every instance of a new request, after its commit. Never waits, never fails. */
  publishCreated: (id: string) => void;
  /**
   * Notifies every instance of a changed request, after the commit, and of the one that it was merged
   * into. Never waits, never fails.
   */
  publishChange: (id: string) => void;
  /** Notifies every instance of a delivery to the CRM, after the commit. Never waits, never fails. */
  publishSynced: (id: string) => void;
  /** Sends an alert to the open portals of some members, on every instance. */
  publishAlert: (alert: InboxAlert) => void;
  /** Passes on a notification of new requests: ids separated by commas. */
  handleCreated: (payload: string) => void;
  /** Passes on a notification of changed requests: ids separated by commas. */
  handleChanged: (payload: string) => void;
  /** Passes on a notification of deliveries: ids separated by commas. */
  handleSynced: (payload: string) => void;
  /** Passes on a notification of an alert. */
  handleAlert: (payload: string) => void;
  /** Notifies subscribers that the LISTEN connection was down for a while. */
  handleMissed: () => void;
  /** The latest new and changed requests, for a stream that begins. */
  listRecent: () => RequestChange[];
  /** Sends an event to the streams of this process. */
  emit: (event: FeedEvent) => void;
  /** Calls back for each event until the returned function is called. */
  subscribe: (listener: FeedListener) => () => void;
  /** How many subscribers there are. */
  countListeners: () => number;
};

const encoder = new TextEncoder();

const getData = (event: FeedEvent): unknown => {
  if (event.kind === "missed") return [];
  if (event.kind === "newest") return event.newest;
  if (event.kind === "presence") return event.requests;
  if (event.kind === "alarms") return event.summary;
  if (event.kind === "counts") return { counts: event.counts, mine: event.mine, at: event.at };
  return event.kind === "alert" ? event.alert : { ids: event.ids, at: event.at };
};
/** The bytes of an event in a stream of server-sent events. */
export const encodeEvent = (event: FeedEvent): Uint8Array =>
  encoder.encode(`event: ${event.kind}\ndata: ${JSON.stringify(getData(event))}\n\n`);

const alertSchema = z.object({
  kind: z.enum(ALARM_KINDS),
  requestIds: z.array(z.string()),
  userIds: z.array(z.string()),
});

/** Passes events about requests, from all instances, to the streams of this one. */
export function createRequestFeed(options: {
  db: Database;
  onNew: (count: number) => void;
}): RequestFeed {
  const { db } = options;
  const listeners = new Set<FeedListener>();
  const emit = (event: FeedEvent) => {
    if (listeners.size === 0) return;
    const frame = encodeEvent(event);
    for (const listener of listeners) listener(event, frame);
  };
  const recent = createRecentChanges();
  const emitChange = (kind: RequestChange["kind"], ids: string[]) => {
    const event = { kind, ids, at: Date.now() };
    recent.add(event);
    emit(event);
  };
  return {
    publishCreated: createPublisher(db, NEW_REQUEST_CHANNEL),
    publishChange: createBatcher(CHANGED_PER_NOTIFICATION, (ids) => {
      notifyChanged.run(db, { channel: REQUEST_CHANGED_CHANNEL, ids }).catch(() => {});
    }),
    publishSynced: createPublisher(db, REQUEST_SYNCED_CHANNEL),
    publishAlert: ({ kind, requestIds, userIds }) => {
      const limited = {
        kind,
        requestIds: requestIds.slice(0, IDS_PER_ALERT),
        userIds: userIds.slice(0, IDS_PER_ALERT),
      };
      notify(db, ALERT_CHANNEL, JSON.stringify(limited));
    },
    handleCreated(payload) {
      const ids = parseIds(payload);
      if (ids.length === 0) return;
      options.onNew(ids.length);
      emitChange("new", ids);
    },
    handleChanged(payload) {
      const ids = parseIds(payload);
      if (ids.length > 0) emitChange("changed", ids);
    },
    handleSynced(payload) {
      const ids = parseIds(payload);
      if (ids.length > 0) emitChange("synced", ids);
    },
    handleAlert(payload) {
      const alert = alertSchema.safeParse(parseJson(payload));
      if (alert.success) emit({ kind: "alert", alert: alert.data });
    },
    handleMissed: () => emit({ kind: "missed" }),
    listRecent: recent.list,
    emit,
    countListeners: () => listeners.size,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const parseIds = (payload: string) => payload.split(",").filter(Boolean);

/** Notifies every instance; a failure loses the notification. */
const notify = (db: Database, channel: string, payload: string): void =>
  void db.execute(sql`select pg_notify(${channel}, ${payload})`).catch(() => {});

/**
 * Notifies every instance of alarms that the transaction raises or ends: with its commit, so that
 * none goes on showing what is over.
 */
export async function notifyAlarms(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${ALARMS_CHANNEL}, '')`);
}

/** Returns a function that passes on the entries of a short interval together, at most `most`. */
function createBatcher<Entry>(
  most: number,
  send: (entries: Entry[]) => void,
): (entry: Entry) => void {
  const waiting: Entry[] = [];
  let isScheduled = false;
  const sendAll = () => {
    isScheduled = false;
    while (waiting.length > 0) send(waiting.splice(0, most));
  };
  return (entry) => {
    waiting.push(entry);
    if (!isScheduled) setTimeout(sendAll, PUBLISH_DELAY_MS).unref();
    isScheduled = true;
  };
}

/**
 * Returns a function that sends the entries of a short interval in as few notifications as possible.
 * @param options.join builds one payload of at most 8000 bytes from `perNotification` entries
 */
export const createBatchPublisher = <Entry>(
  db: Database,
  options: { channel: string; perNotification: number; join: (entries: Entry[]) => string },
): ((entry: Entry) => void) =>
  createBatcher(options.perNotification, (entries) =>
    notify(db, options.channel, options.join(entries)),
  );

const createPublisher = (db: Database, channel: string): ((id: string) => void) =>
  createBatchPublisher<string>(db, {
    channel,
    perNotification: IDS_PER_NOTIFICATION,
    join: (ids) => ids.join(","),
  });
