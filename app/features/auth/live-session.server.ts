import type pg from "pg";
import { RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";

/**
 * Whether a session is still valid and the person still has the role. Checking is not activity:
 * nothing is renewed.
 */
export async function isSessionLive(
  pool: pg.Pool,
  options: { sessionId: string; role: StaffRole; now: Date },
): Promise<boolean> {
  const { rows } = await pool.query<{ role: StaffRole }>(
    `select a.role from staff_sessions s join admin_users a on a.user_id = s.user_id and a.is_active
     where s.id = $1 and s.expires_at > $2 and s.created_at > $3`,
    [options.sessionId, options.now, new Date(options.now.getTime() - SESSION_ABSOLUTE_MS)],
  );
  return rows[0] !== undefined && RANK[rows[0].role] >= RANK[options.role];
}
