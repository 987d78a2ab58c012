import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";

/** For a query of `adminUsers`: active members whose role may work on requests. */
export const canWorkOnRequests = and(
  eq(adminUsers.isActive, true),
  inArray(adminUsers.role, ["staff", "superadmin"]),
);

/** For a query that joins `adminUsers` and `staffUsers`: display name, else email address. */
export const MEMBER_NAME = sql<string>`coalesce(${adminUsers.displayName}, ${staffUsers.email})`;

/** Members whom a request can be assigned to, ordered by name. */
export function listAssignees(db: Database) {
  return db
    .select({ id: adminUsers.userId, name: MEMBER_NAME })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(canWorkOnRequests)
    .orderBy(asc(adminUsers.displayName), asc(staffUsers.email));
}
