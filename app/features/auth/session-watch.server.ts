import type { SqlConnection } from "#app/lib/sql-statement.server.ts";
import { ROLE_RANK, type StaffRole } from "./constants.ts";
import { getSessionRoles } from "./live-session.server.ts";

/** A browser has one even with many tabs; a browser that cannot share it has one for each tab. */
export const STREAMS_PER_PERSON = 6;
export const CHECK_EVERY_MS = 500;
/** A query without a response is abandoned, and its connection closed. */
const CHECK_TIMEOUT_MS = 2_000;

/** `replaced`: the person has more streams than allowed, and this was the oldest. */
export type StreamEnd = "ended" | "replaced";
type WatchedStream = {
  userId: string;
  sessionId: string;
  role: StaffRole;
  end: (why: StreamEnd) => void;
};

export type SessionWatch = {
  /**
   * Calls `end` once, within a second after the session is over or the person lost the role.
   * @returns a function that stops watching
   */
  watch: (stream: WatchedStream) => () => void;
};

type WatchOptions = {
  db: SqlConnection;
  now: () => Date;
  everyMs?: number;
  timeoutMs?: number;
};

/**
 * Ends streams when their session ends, on whichever instance: all sessions with a stream are
 * checked in one query, twice a second while there are any. Streams are counted in this process.
 */
export function createSessionWatch({
  db,
  now,
  everyMs = CHECK_EVERY_MS,
  timeoutMs = CHECK_TIMEOUT_MS,
}: WatchOptions): SessionWatch {
  const streams = new Set<WatchedStream>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  /**
   * The only place that sets the timer: one check is scheduled while there are streams, none while
   * one is running.
   */
  const schedule = () => {
    if (isChecking) return;
    if (streams.size > 0) timer ??= setTimeout(check, everyMs).unref();
    else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const remove = (stream: WatchedStream) => {
    streams.delete(stream);
    schedule();
  };
  const end = (stream: WatchedStream, why: StreamEnd) => {
    remove(stream);
    stream.end(why);
  };
  const check = async () => {
    timer = undefined;
    isChecking = true;
    const checked = [...streams];
    // While the database is unavailable, the heartbeat of each stream ends it.
    const sessionIds = checked.map(({ sessionId }) => sessionId);
    const roles = await getSessionRoles(db, { sessionIds, now: now(), timeoutMs }).catch(
      () => null,
    );
    isChecking = false;
    schedule();
    if (!roles) return;
    for (const stream of checked) {
      const role = roles.get(stream.sessionId);
      if (streams.has(stream) && (!role || ROLE_RANK[role] < ROLE_RANK[stream.role]))
        end(stream, "ended");
    }
  };

  return {
    watch(stream) {
      const own = [...streams].filter(({ userId }) => userId === stream.userId);
      for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1)))
        end(oldest, "replaced");
      streams.add(stream);
      schedule();
      return () => remove(stream);
    },
  };
}
