import { and, eq, gt, gte, inArray, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffPasswordAttempts } from "#app/db/tables/auth.server.ts";
import { staffLinks } from "#app/db/tables/members.server.ts";
import {
  CODE_FAILURES_LIMIT,
  FREE_ATTEMPTS,
  type StaffRole,
} from "#app/features/auth/constants.ts";
import { formatAttemptsKey } from "#app/features/auth/password-attempts.server.ts";
import { listPeople } from "./queries.sql.ts";

export type Member = {
  userId: string;
  name: string;
  email: string;
  role: StaffRole;
  isActive: boolean;
  hasFactor: boolean;
  sessions: number;
  lastSeenAt: Date | null;
  /** Locked by wrong codes, or delayed by wrong passwords. */
  isLocked: boolean;
};
export type Invitation = { email: string; role: StaffRole; expiresAt: Date };

/** All staff members, and valid invitations. */
export async function listMembers(
  db: Database,
  { now }: { now: Date },
): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const [people, invitations] = await Promise.all([
    listPeople.rows(db, { now }),
    listInvitations(db, now),
  ]);
  const delayed = await listDelayedAddresses(db, {
    emails: people.map(({ email }) => email),
    now,
  });
  const members = people.map(({ codeFailures, ...member }) => ({
    ...member,
    isLocked: codeFailures >= CODE_FAILURES_LIMIT || delayed.has(member.email),
  }));
  return { members, invitations };
}

async function listInvitations(db: Database, now: Date): Promise<Invitation[]> {
  const { purpose, email, role, expiresAt, usedAt } = staffLinks;
  const rows = await db
    .select({ email, role, expiresAt })
    .from(staffLinks)
    .where(and(eq(purpose, "invite"), isNull(usedAt), gt(expiresAt, now)))
    .orderBy(email);
  return rows.map((row) => ({ ...row, email: row.email ?? "" }));
}

/** Addresses whose next password attempt is delayed. */
async function listDelayedAddresses(
  db: Database,
  { emails, now }: { emails: string[]; now: Date },
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [formatAttemptsKey("account", email), email]));
  const { key, failures, nextAt } = staffPasswordAttempts;
  const rows = await db
    .select({ key })
    .from(staffPasswordAttempts)
    .where(and(inArray(key, [...byKey.keys()]), gte(failures, FREE_ATTEMPTS), gt(nextAt, now)));
  return new Set(rows.flatMap((row) => byKey.get(row.key) ?? []));
}
