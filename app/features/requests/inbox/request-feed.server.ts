import type pg from "pg";

/**
 * Channels of the database on which instances hear of each other's new requests, and of what
 * happens to those that are there.
 */
export const NEW_REQUEST_CHANNEL = "request_new";
export const REQUEST_CHANGED_CHANNEL = "request_changed";

const ANNOUNCE_DELAY_MS = 20;
/** A notification holds 8000 bytes; an id and its comma are 37. */
const IDS_PER_NOTIFICATION = 200;

/** `changed`: something has happened to these requests meanwhile. */
export type FeedEvent = { kind: "new" | "changed"; ids: string[] } | { kind: "missed" };

export type RequestFeed = {
  /** Tells every instance of a stored request, after its commit. Never waits, never fails. */
  announce: (id: string) => void;
  /**
   * Tells every instance that something has happened to a request, after the commit. Never waits,
   * never fails.
   */
  announceChange: (id: string) => void;
  /** What LISTEN has received of new requests: ids with commas between. */
  receive: (payload: string) => void;
  /** What LISTEN has received of changed requests: ids with commas between. */
  receiveChanges: (payload: string) => void;
  /** The connection of LISTEN was away: there may be requests that nobody told of. */
  missed: () => void;
  /** Calls back for each event until the returned function is called. */
  subscribe: (listener: (event: FeedEvent) => void) => () => void;
  /** How many listen now. */
  listeners: () => number;
};

/**
 * New requests and what happens to them, from whichever instance stored them to the open portals of
 * this one.
 */
export function createRequestFeed(options: {
  pool: pg.Pool;
  onNew: (count: number) => void;
}): RequestFeed {
  const listeners = new Set<(event: FeedEvent) => void>();
  const tell = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    announce: createAnnouncer(options.pool, NEW_REQUEST_CHANNEL),
    announceChange: createAnnouncer(options.pool, REQUEST_CHANGED_CHANNEL),
    receive(payload) {
      const ids = readIds(payload);
      if (ids.length === 0) return;
      options.onNew(ids.length);
      tell({ kind: "new", ids });
    },
    receiveChanges(payload) {
      const ids = readIds(payload);
      if (ids.length > 0) tell({ kind: "changed", ids });
    },
    missed: () => tell({ kind: "missed" }),
    listeners: () => listeners.size,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const readIds = (payload: string) => payload.split(",").filter(Boolean);

/** Notifies of many requests at once, as the outbox does. */
function createAnnouncer(pool: pg.Pool, channel: string): (id: string) => void {
  const waiting: string[] = [];
  let isScheduled = false;
  const send = () => {
    isScheduled = false;
    while (waiting.length > 0) {
      const ids = waiting.splice(0, IDS_PER_NOTIFICATION).join(",");
      pool.query("select pg_notify($1, $2)", [channel, ids]).catch(() => {});
    }
  };
  return (id) => {
    waiting.push(id);
    if (!isScheduled) setTimeout(send, ANNOUNCE_DELAY_MS).unref();
    isScheduled = true;
  };
}
