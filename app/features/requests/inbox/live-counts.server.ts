import type { Database } from "#app/db/client.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { countAssigned, countSharedViews, type ViewCounts } from "./inbox.server.ts";
import type { RequestFeed } from "./request-feed.server.ts";

/** Shortest pause between two counts: one is enough for the changes of a second. */
const PAUSE_MS = 1_000;
/** Time alone moves requests: from New to Waiting over 1 h, and out of a snooze. */
const RECOUNT_MS = MINUTE_MS;

export type LiveViewCounts = {
  counts: ViewCounts;
  /** "Assigned to me" of each member, by user id. */
  mine: Record<string, number>;
  /** When the count began, ms since 1970 on the server's clock. */
  at: number;
};
type Counted = Omit<LiveViewCounts, "at">;

export type LiveCounts = {
  /** Counts the views again soon, for the open portals. Never waits, never fails. */
  refresh: () => void;
  /** Waits until `getLatest` has counts that a stream can begin with. Never fails. */
  prepare: () => Promise<void>;
  /** The counts that were sent last; null before the first count. */
  getLatest: () => LiveViewCounts | null;
};

type LiveCountsOptions = {
  feed: Pick<RequestFeed, "emit" | "countListeners">;
  now: () => Date;
  log: Pick<Logger, "warn">;
  count: (now: Date) => Promise<Counted>;
  pauseMs?: number;
  recountMs?: number;
};

/**
 * Counts the views after requests have changed, and once a minute while portals are open; once for
 * all streams of this process, and never twice at a time, so that counts are sent in their order.
 */
export function createLiveCounts({
  feed,
  now,
  log,
  count,
  pauseMs = PAUSE_MS,
  recountMs = RECOUNT_MS,
}: LiveCountsOptions): LiveCounts {
  let latest: LiveViewCounts | null = null;
  let running: Promise<void> | undefined;
  /** Something changed after the running count had begun, or while nobody was listening. */
  let again = false;
  let isScheduled = false;
  let isRecountScheduled = false;

  const run = async () => {
    again = false;
    const at = now();
    try {
      latest = { ...(await count(at)), at: at.getTime() };
      feed.emit({ kind: "counts", ...latest });
    } catch (error) {
      log.warn({ err: error }, "the views of the inbox could not be counted");
    }
    running = undefined;
    if (again) schedule();
  };
  const start = () => {
    running ??= run();
    return running;
  };
  const schedule = () => {
    again = true;
    if (isScheduled || running || feed.countListeners() === 0) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      void start();
    }, pauseMs).unref();
  };
  const recountLater = () => {
    if (isRecountScheduled) return;
    isRecountScheduled = true;
    setTimeout(() => {
      isRecountScheduled = false;
      if (feed.countListeners() === 0) return;
      schedule();
      recountLater();
    }, recountMs).unref();
  };
  return {
    refresh: schedule,
    async prepare() {
      recountLater();
      const isFresh = latest && !again && now().getTime() - latest.at < recountMs;
      if (!isFresh) await start();
    },
    getLatest: () => latest,
  };
}

/** Counts with the database. */
export const createDatabaseLiveCounts = (
  db: Database,
  options: Omit<LiveCountsOptions, "count" | "pauseMs" | "recountMs">,
): LiveCounts =>
  createLiveCounts({
    ...options,
    count: async (now) => {
      const [counts, mine] = await Promise.all([
        countSharedViews(db, { now }),
        countAssigned(db, { now }),
      ]);
      return { counts, mine };
    },
  });
