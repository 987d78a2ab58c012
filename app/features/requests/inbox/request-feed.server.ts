import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";

/** PostgreSQL notification channels for new requests and for changes to existing ones. */
export const NEW_REQUEST_CHANNEL = "request_new";
export const REQUEST_CHANGED_CHANNEL = "request_changed";

const PUBLISH_DELAY_MS = 20;
/** A notification holds 8000 bytes; an id and its comma are 37. */
const IDS_PER_NOTIFICATION = 200;

/** `missed`: the LISTEN connection was down, so events may have been lost. */
export type FeedEvent = { kind: "new" | "changed"; ids: string[] } | { kind: "missed" };

export type RequestFeed = {
  /** Notifies every instance of a new request, after its commit. Never waits, never fails. */
  publishCreated: (id: string) => void;
  /** Notifies every instance of a changed request, after the commit. Never waits, never fails. */
  publishChange: (id: string) => void;
  /** Passes on a notification of new requests: ids separated by commas. */
  handleCreated: (payload: string) => void;
  /** Passes on a notification of changed requests: ids separated by commas. */
  handleChanged: (payload: string) => void;
  /** Notifies subscribers that the LISTEN connection was down for a while. */
  handleMissed: () => void;
  /** Calls back for each event until the returned function is called. */
  subscribe: (listener: (event: FeedEvent) => void) => () => void;
  /** How many subscribers there are. */
  countListeners: () => number;
};

/** Passes events about new and changed requests, from all instances, to the streams of this one. */
export function createRequestFeed(options: {
  db: Database;
  onNew: (count: number) => void;
}): RequestFeed {
  const listeners = new Set<(event: FeedEvent) => void>();
  const emit = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    publishCreated: createPublisher(options.db, NEW_REQUEST_CHANNEL),
    publishChange: createPublisher(options.db, REQUEST_CHANGED_CHANNEL),
    handleCreated(payload) {
      const ids = parseIds(payload);
      if (ids.length === 0) return;
      options.onNew(ids.length);
      emit({ kind: "new", ids });
    },
    handleChanged(payload) {
      const ids = parseIds(payload);
      if (ids.length > 0) emit({ kind: "changed", ids });
    },
    handleMissed: () => emit({ kind: "missed" }),
    countListeners: () => listeners.size,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const parseIds = (payload: string) => payload.split(",").filter(Boolean);

/** Returns a function that sends the ids of a short interval in one notification. */
function createPublisher(db: Database, channel: string): (id: string) => void {
  const waiting: string[] = [];
  let isScheduled = false;
  const send = () => {
    isScheduled = false;
    while (waiting.length > 0) {
      const ids = waiting.splice(0, IDS_PER_NOTIFICATION).join(",");
      db.execute(sql`select pg_notify(${channel}, ${ids})`).catch(() => {});
    }
  };
  return (id) => {
    waiting.push(id);
    if (!isScheduled) setTimeout(send, PUBLISH_DELAY_MS).unref();
    isScheduled = true;
  };
}
