import type pg from "pg";
import { CODE_FAILURES_LIMIT, FREE_TRIES, type StaffRole } from "#app/features/auth/constants.ts";
import { formatAttemptsKey } from "#app/features/auth/password-attempts.server.ts";

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
  pool: pg.Pool,
  { now }: { now: Date },
): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const [people, invitations] = await Promise.all([
    pool.query<Omit<Member, "isLocked"> & { failures: number }>(
      `select u.id as "userId", coalesce(a.display_name, u.name) as name, u.email, a.role, a.is_active as "isActive", u.two_factor_enabled as "hasFactor",
         a.code_failures as failures,
         (select count(*)::int from staff_sessions s where s.user_id = u.id and s.expires_at > $1) as sessions,
         greatest((select max(s.updated_at) from staff_sessions s where s.user_id = u.id), (select max(d.last_seen_at) from staff_devices d where d.user_id = u.id)) as "lastSeenAt"
       from admin_users a join staff_users u on u.id = a.user_id
       order by a.is_active desc, lower(coalesce(a.display_name, u.name)), u.email`,
      [now],
    ),
    pool.query<Invitation>(
      `select email, role, expires_at as "expiresAt" from staff_links where purpose = 'invite' and used_at is null and expires_at > $1 order by email`,
      [now],
    ),
  ]);
  const waiting = await listDelayedAddresses(pool, {
    emails: people.rows.map(({ email }) => email),
    now,
  });
  const members = people.rows.map(({ failures, ...member }) => ({
    ...member,
    isLocked: failures >= CODE_FAILURES_LIMIT || waiting.has(member.email),
  }));
  return { members, invitations: invitations.rows };
}

/** Addresses whose next password attempt is delayed. */
async function listDelayedAddresses(
  pool: pg.Pool,
  { emails, now }: { emails: string[]; now: Date },
): Promise<Set<string>> {
  const keys = new Map(emails.map((email) => [formatAttemptsKey("account", email), email]));
  const { rows } = await pool.query<{ key: string }>(
    "select key from staff_password_tries where key = any($1) and failures >= $2 and next_at > $3",
    [[...keys.keys()], FREE_TRIES, now],
  );
  return new Set(rows.flatMap(({ key }) => keys.get(key) ?? []));
}
