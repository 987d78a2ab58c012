import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffSessions } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { RANK, SESSION_ABSOLUTE_MS, type StaffRole } from "./constants.ts";

/**
 * Whether a session is still valid and the person still has the role. Checking is not activity:
 * nothing is renewed.
 */
export async function isSessionLive(
  db: Database,
  options: { sessionId: string; role: StaffRole; now: Date },
): Promise<boolean> {
  const { sessionId, role, now } = options;
  const { id, userId, expiresAt, createdAt } = staffSessions;
  const [session] = await db
    .select({ role: adminUsers.role })
    .from(staffSessions)
    .innerJoin(adminUsers, and(eq(adminUsers.userId, userId), eq(adminUsers.isActive, true)))
    .where(
      and(
        eq(id, sessionId),
        gt(expiresAt, now),
        gt(createdAt, new Date(now.getTime() - SESSION_ABSOLUTE_MS)),
      ),
    );
  return session !== undefined && RANK[session.role] >= RANK[role];
}
