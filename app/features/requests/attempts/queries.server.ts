import { desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { MEMBER_NAME } from "../staff-members.server.ts";

/** Null where a left join finds no member. */
const memberName: SQL<string | null> = MEMBER_NAME;

/** More than anybody makes; older ones are in the export of the person's data. */
const ATTEMPTS_SHOWN = 100;

/** The attempts to reach the customer of a request, newest first; `actor` null: former staff. */
export const listContactAttempts = (db: Database, requestIds: readonly string[]) =>
  db
    .select({
      id: contactAttempts.id,
      requestId: contactAttempts.requestId,
      at: contactAttempts.at,
      channel: contactAttempts.channel,
      result: contactAttempts.result,
      rule: contactAttempts.rule,
      reason: contactAttempts.reason,
      actor: memberName,
    })
    .from(contactAttempts)
    .leftJoin(staffUsers, eq(staffUsers.id, contactAttempts.actorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, contactAttempts.actorId))
    .where(inArray(contactAttempts.requestId, [...requestIds]))
    .orderBy(desc(contactAttempts.at), desc(contactAttempts.id))
    .limit(ATTEMPTS_SHOWN);
