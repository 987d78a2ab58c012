import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/tables/api-keys.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";

/** For a query of `adminUsers`: active members whose role may work on requests. */
export const canWorkOnRequests = and(
  eq(adminUsers.isActive, true),
  inArray(adminUsers.role, ["staff", "superadmin"]),
);

/** For a query that joins `adminUsers` and `staffUsers`: display name, else email address. */
export const MEMBER_NAME = sql<string>`coalesce(${adminUsers.displayName}, ${staffUsers.email})`;

/** SQL: the id of a member who acts; null for everybody else, such as a program. */
export const selectMemberId = (actor: string): SQL<string | null> =>
  sql`(select ${staffUsers.id} from ${staffUsers} where ${staffUsers.id}::text = ${actor})`;

/**
 * For a query of events or notes that joins both: the member, or the program whose key acted.
 * @param actorId the column of who acted
 */
export const selectActorName = (actorId: SQLWrapper): SQL<string | null> =>
  sql`coalesce(${MEMBER_NAME}, (select 'API key ' || ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${actorId}))`;

/** Members whom a request can be assigned to, ordered by name. */
export function listAssignees(db: Database) {
  return db
    .select({ id: adminUsers.userId, name: MEMBER_NAME })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .where(canWorkOnRequests)
    .orderBy(asc(adminUsers.displayName), asc(staffUsers.email));
}
