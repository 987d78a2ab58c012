import type pg from "pg";
import { RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";

/** A browser has one even with many tabs; a browser that cannot share it has one for each tab. */
export const STREAMS_PER_PERSON = 6;
export const CHECK_EVERY_MS = 500;
/** A query without a response is abandoned, and its connection closed. */
const CHECK_TIMEOUT_MS = 2_000;

/** `replaced`: the person has more streams than allowed, and this was the oldest. */
export type StreamEnd = "ended" | "replaced";
type Watched = {
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
  watch: (stream: Watched) => () => void;
};

type WatchOptions = {
  pool: Pick<pg.Pool, "query">;
  now: () => Date;
  everyMs?: number;
  timeoutMs?: number;
};

/**
 * Ends streams when their session ends, on whichever instance: all sessions with a stream are
 * checked in one query, twice a second while there are any. Streams are counted in this process.
 */
export function createSessionWatch({
  pool,
  now,
  everyMs = CHECK_EVERY_MS,
  timeoutMs = CHECK_TIMEOUT_MS,
}: WatchOptions): SessionWatch {
  const streams = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  /**
   * The only place that sets the timer: one check is scheduled while there are streams, none while
   * one is running.
   */
  const schedule = () => {
    if (isLooking) return;
    if (streams.size > 0) timer ??= setTimeout(look, everyMs).unref();
    else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const remove = (stream: Watched) => {
    streams.delete(stream);
    schedule();
  };
  const end = (stream: Watched, why: StreamEnd) => {
    remove(stream);
    stream.end(why);
  };
  const look = async () => {
    timer = undefined;
    isLooking = true;
    const looked = [...streams];
    // While the database is unavailable nothing is known; then the heartbeat of each stream ends
    // it.
    const roles = await listSessionRoles(pool, {
      sessionIds: looked.map(({ sessionId }) => sessionId),
      now: now(),
      timeoutMs,
    }).catch(() => null);
    isLooking = false;
    schedule();
    if (!roles) return;
    for (const stream of looked) {
      const role = roles.get(stream.sessionId);
      if (streams.has(stream) && (!role || RANK[role] < RANK[stream.role])) end(stream, "ended");
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

type SessionQuery = { sessionIds: string[]; now: Date; timeoutMs: number };

/**
 * The roles of the staff members whose sessions are still valid. Checking is not activity: nothing
 * is renewed.
 */
async function listSessionRoles(
  pool: WatchOptions["pool"],
  { sessionIds, now, timeoutMs }: SessionQuery,
): Promise<Map<string, StaffRole>> {
  // The driver supports this timeout for a single query; its types omit it.
  const query: pg.QueryConfig & { query_timeout: number } = {
    name: "watched-sessions",
    text: `select s.id, a.role from staff_sessions s join admin_users a on a.user_id = s.user_id and a.is_active
      where s.id = any($1) and s.expires_at > $2 and s.created_at > $3`,
    values: [[...new Set(sessionIds)], now, new Date(now.getTime() - SESSION_ABSOLUTE_MS)],
    query_timeout: timeoutMs,
  };
  const { rows } = await pool.query<{ id: string; role: StaffRole }>(query);
  return new Map(rows.map(({ id, role }) => [id, role]));
}
