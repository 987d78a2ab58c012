import type { Database } from "#app/db/client.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { countSharedViews } from "./inbox.server.ts";
import type { RequestFeed } from "./request-feed.server.ts";

/** Shortest pause between two counts: one is enough for the changes of a second. */
const PAUSE_MS = 1_000;

export type LiveCounts = {
  /** Counts the views again soon, for the open portals. Never waits, never fails. */
  refresh: () => void;
};

/**
 * Counts the views that are the same for everybody after requests have changed, once for all streams
 * of this process, and sends the counts to them.
 */
export function createLiveCounts(options: {
  db: Database;
  feed: Pick<RequestFeed, "emit" | "countListeners">;
  now: () => Date;
  log: Pick<Logger, "warn">;
}): LiveCounts {
  const { db, feed, now, log } = options;
  let isScheduled = false;
  const send = async () => {
    // What changes from here on is in the next count.
    isScheduled = false;
    try {
      feed.emit({ kind: "counts", counts: await countSharedViews(db, { now: now() }) });
    } catch (error) {
      log.warn({ err: error }, "the views of the inbox could not be counted");
    }
  };
  return {
    refresh() {
      if (isScheduled || feed.countListeners() === 0) return;
      isScheduled = true;
      setTimeout(() => void send(), PAUSE_MS).unref();
    },
  };
}
