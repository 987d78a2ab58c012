import type pg from "pg";

/** Channel of the database on which instances hear of each other's new requests. */
export const NEW_REQUEST_CHANNEL = "request_new";

const ANNOUNCE_DELAY_MS = 20;
/** A notification holds 8000 bytes; an id and its comma are 37. */
const IDS_PER_NOTIFICATION = 200;

export type FeedEvent = { kind: "new"; ids: string[] } | { kind: "missed" };

export type RequestFeed = {
  /** Tells every instance of a stored request, after its commit. Never waits, never fails. */
  announce: (id: string) => void;
  /** What LISTEN has received: ids with commas between. */
  receive: (payload: string) => void;
  /** The connection of LISTEN was away: there may be requests that nobody told of. */
  missed: () => void;
  /** Calls back for each event until the returned function is called. */
  subscribe: (listener: (event: FeedEvent) => void) => () => void;
};

/** New requests, from whichever instance stored them to the open portals of this one. */
export function createRequestFeed(options: { pool: pg.Pool; onNew: (count: number) => void }): RequestFeed {
  const listeners = new Set<(event: FeedEvent) => void>();
  const waiting: string[] = [];
  let isScheduled = false;
  const tell = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  // One notification for many requests, as for the outbox.
  const send = () => {
    isScheduled = false;
    while (waiting.length > 0) {
      const ids = waiting.splice(0, IDS_PER_NOTIFICATION).join(",");
      options.pool.query("select pg_notify($1, $2)", [NEW_REQUEST_CHANNEL, ids]).catch(() => {});
    }
  };
  return {
    announce(id) {
      waiting.push(id);
      if (!isScheduled) setTimeout(send, ANNOUNCE_DELAY_MS).unref();
      isScheduled = true;
    },
    receive(payload) {
      const ids = payload.split(",").filter(Boolean);
      if (ids.length === 0) return;
      options.onNew(ids.length);
      tell({ kind: "new", ids });
    },
    missed: () => tell({ kind: "missed" }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
