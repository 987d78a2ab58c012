import type { SqlConnection } from "#app/lib/sql-statement.server.ts";
import { ROLE_RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";
import { listSessionRoles } from "./queries.sql.ts";

/**
 * The roles of the staff members whose sessions are still valid, by session. Checking is not
 * activity: nothing is renewed.
 * @param options.timeoutMs a query without a response by then is abandoned
 */
export async function getSessionRoles(
  db: SqlConnection,
  options: { sessionIds: string[]; now: Date; timeoutMs?: number },
): Promise<Map<string, StaffRole>> {
  const { sessionIds, now, timeoutMs } = options;
  const startedAfter = new Date(now.getTime() - SESSION_ABSOLUTE_MS);
  const values = { sessionIds: [...new Set(sessionIds)], now, startedAfter };
  const rows = await listSessionRoles.rows(db, values, { timeoutMs });
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** Whether a session is still valid and the person still has the role. */
export async function isSessionLive(
  db: SqlConnection,
  options: { sessionId: string; role: StaffRole; now: Date },
): Promise<boolean> {
  const { sessionId, role, now } = options;
  const current = (await getSessionRoles(db, { sessionIds: [sessionId], now })).get(sessionId);
  return current !== undefined && ROLE_RANK[current] >= ROLE_RANK[role];
}
