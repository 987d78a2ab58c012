import type pg from "pg";
import { RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";

/** A browser holds one, also with many tabs; where it cannot, each tab has its own. */
export const STREAMS_PER_PERSON = 6;
const LOOK_EVERY_MS = 500;

/** `replaced`: the person has opened more streams than one may have, and this was the oldest. */
export type StreamEnd = "ended" | "replaced";
type Watched = { userId: string; sessionId: string; role: StaffRole; end: (why: StreamEnd) => void };

export type SessionWatch = {
  /** Calls `end` once when the session is over or the person has lost the rank, within a second. @returns how to stop watching */
  watch: (stream: Watched) => () => void;
};

/**
 * Ends streams with their session, wherever and however it ended: all sessions with a stream are looked up together, twice a
 * second, while there are any. Streams are counted in this process.
 */
export function createSessionWatch({ pool, now, everyMs = LOOK_EVERY_MS }: { pool: pg.Pool; now: () => Date; everyMs?: number }): SessionWatch {
  const streams = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  const remove = (stream: Watched) => {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
  const end = (stream: Watched, why: StreamEnd) => {
    remove(stream);
    stream.end(why);
  };
  const look = async () => {
    const looked = [...streams];
    // While the database does not answer nothing is known; the heartbeat of each stream ends it then.
    const roles = await readRoles(pool, { sessionIds: looked.map(({ sessionId }) => sessionId), now: now() }).catch(() => null);
    if (roles)
      for (const stream of looked) {
        const role = roles.get(stream.sessionId);
        if (streams.has(stream) && (!role || RANK[role] < RANK[stream.role])) end(stream, "ended");
      }
    timer = streams.size > 0 ? setTimeout(look, everyMs).unref() : undefined;
  };

  return {
    watch(stream) {
      const own = [...streams].filter(({ userId }) => userId === stream.userId);
      for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1))) end(oldest, "replaced");
      streams.add(stream);
      timer ??= setTimeout(look, everyMs).unref();
      return () => remove(stream);
    },
  };
}

/** The roles of the persons whose sessions still stand. Looking is no activity: nothing is renewed. */
async function readRoles(pool: pg.Pool, { sessionIds, now }: { sessionIds: string[]; now: Date }): Promise<Map<string, StaffRole>> {
  const { rows } = await pool.query<{ id: string; role: StaffRole }>({
    name: "watched-sessions",
    text: `select s.id, a.role from staff_sessions s join admin_users a on a.user_id = s.user_id and a.is_active
      where s.id = any($1) and s.expires_at > $2 and s.created_at > $3`,
    values: [[...new Set(sessionIds)], now, new Date(now.getTime() - SESSION_ABSOLUTE_MS)],
  });
  return new Map(rows.map(({ id, role }) => [id, role]));
}
