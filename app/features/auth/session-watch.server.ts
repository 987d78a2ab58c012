import type pg from "pg";
import { RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";

/** A browser holds one, also with many tabs; where it cannot, each tab has its own. */
export const STREAMS_PER_PERSON = 6;
export const LOOK_EVERY_MS = 500;
/** A query without an answer is given up, and its connection with it. */
const LOOK_TIMEOUT_MS = 2_000;

/** `replaced`: the person has opened more streams than one may have, and this was the oldest. */
export type StreamEnd = "ended" | "replaced";
type Watched = {
  userId: string;
  sessionId: string;
  role: StaffRole;
  end: (why: StreamEnd) => void;
};

export type SessionWatch = {
  /**
   * Calls `end` once when the session is over or the person has lost the rank, within a second.
   * @returns how to stop watching
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
 * Ends streams with their session, wherever and however it ended: all sessions with a stream are
 * looked up together, twice a second, while there are any. Streams are counted in this process.
 */
export function createSessionWatch({
  pool,
  now,
  everyMs = LOOK_EVERY_MS,
  timeoutMs = LOOK_TIMEOUT_MS,
}: WatchOptions): SessionWatch {
  const streams = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  /**
   * The only place that sets the timer: one look is ahead while there are streams, none while one
   * is under way.
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
    // While the database does not answer nothing is known; the heartbeat of each stream ends it
    // then.
    const roles = await readRoles(pool, {
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

type Look = { sessionIds: string[]; now: Date; timeoutMs: number };

/**
 * The roles of the persons whose sessions still stand. Looking is no activity: nothing is renewed.
 */
async function readRoles(
  pool: WatchOptions["pool"],
  { sessionIds, now, timeoutMs }: Look,
): Promise<Map<string, StaffRole>> {
  // The driver knows this timeout for a single query, too; its types do not.
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
