import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { deleteChallenges } from "#app/features/auth/challenges.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { createLink, formatJoinPath } from "#app/features/auth/links.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { removeFactor } from "./mutations.server.ts";
import { listMembers, type Member } from "./queries.server.ts";
import type { StaffCommand } from "./read-staff-command.ts";

const ACTOR = "command-line";

type Person = { id: string; role: StaffRole | null; active: boolean | null };
type Result<T> = ({ ok: true } & T) | { ok: false; reason: string };

export type StaffLine = {
  email: string;
  name: string;
  role: string;
  state: string;
  "second factor": string;
  sessions: number;
  "last seen": string;
};

/** Finds a staff member by e-mail address. */
async function findPerson(tx: pg.PoolClient, email: string): Promise<Person | null> {
  const { rows } = await tx.query<Person>(
    "select u.id, a.role, a.is_active as active from staff_users u left join admin_users a on a.user_id = u.id where u.email = $1",
    [email],
  );
  return rows[0] ?? null;
}

/**
 * Invites a person.
 * @returns the path of a page that works once, for an hour
 */
export function inviteFromCommandLine(
  pool: pg.Pool,
  { email, role, now }: { email: string; role: StaffRole; now: Date },
): Promise<Result<{ path: string }>> {
  return inTransaction(pool, async (tx): Promise<Result<{ path: string }>> => {
    if (await findPerson(tx, email))
      return { ok: false, reason: `${email} has an account already; reset gives a new password.` };
    const token = await createLink(tx, { purpose: "invite", email, role, createdBy: ACTOR, now });
    await writeAudit(tx, {
      actor: ACTOR,
      action: "invite",
      entity: "staff",
      changes: { role },
      now,
    });
    return { ok: true, path: formatJoinPath(token) };
  });
}

/**
 * Creates a password reset link, and unlocks an account that wrong codes had locked. Sessions end
 * when the link is used.
 */
export function resetFromCommandLine(
  pool: pg.Pool,
  { email, now }: { email: string; now: Date },
): Promise<Result<{ path: string }>> {
  return inTransaction(pool, async (tx): Promise<Result<{ path: string }>> => {
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!person.active)
      return {
        ok: false,
        reason: `${email} is disabled; a superadmin enables the account in Settings first.`,
      };
    const token = await createLink(tx, {
      purpose: "reset",
      email,
      role: person.role,
      createdBy: ACTOR,
      now,
    });
    await tx.query("update admin_users set code_failures = 0 where user_id = $1", [person.id]);
    await writeAudit(tx, {
      actor: ACTOR,
      action: "send-reset",
      entity: "staff",
      entityId: person.id,
      changes: { fields: ["password", "code_failures"] },
      now,
    });
    return { ok: true, path: formatJoinPath(token) };
  });
}

/**
 * Removes the second factor of a person who has lost it, and signs them out; the password alone
 * works until they enroll again.
 */
export function resetFactorFromCommandLine(
  pool: pg.Pool,
  { email, now }: { email: string; now: Date },
): Promise<Result<{ sessions: number }>> {
  return inTransaction(pool, async (tx): Promise<Result<{ sessions: number }>> => {
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!(await removeFactor(tx, { userId: person.id, now })))
      return { ok: false, reason: `${email} has no second factor.` };
    const sessions = await endSessions(tx, person.id);
    await writeAudit(tx, {
      actor: ACTOR,
      action: "reset-factor",
      entity: "staff",
      entityId: person.id,
      changes: { fields: ["two_factor", "code_failures"], sessions },
      now,
    });
    return { ok: true, sessions };
  });
}

/** Ends a person's sessions, and sign-ins between password and code. */
async function endSessions(tx: pg.PoolClient, userId: string): Promise<number> {
  const { rowCount } = await tx.query("delete from staff_sessions where user_id = $1", [userId]);
  await deleteChallenges(tx, userId);
  return rowCount ?? 0;
}

/**
 * Disables an account and ends its sessions; its open links stop working. The last active
 * superadmin cannot be disabled.
 */
export function disableFromCommandLine(
  pool: pg.Pool,
  { email, now }: { email: string; now: Date },
): Promise<Result<{ sessions: number }>> {
  return inTransaction(pool, async (tx): Promise<Result<{ sessions: number }>> => {
    // All superadmins are locked: of two concurrent commands the second sees the first.
    const { rows: superadmins } = await tx.query<{ user_id: string }>(
      "select user_id from admin_users where role = 'superadmin' and is_active order by user_id for update",
    );
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!person.active) return { ok: false, reason: `${email} is disabled already.` };
    if (superadmins.length === 1 && superadmins[0]?.user_id === person.id)
      return {
        ok: false,
        reason: `${email} is the last active superadmin; create another one first.`,
      };
    await tx.query("update admin_users set is_active = false where user_id = $1", [person.id]);
    const sessions = await endSessions(tx, person.id);
    await tx.query("delete from staff_links where email = $1 and used_at is null", [email]);
    await writeAudit(tx, {
      actor: ACTOR,
      action: "disable",
      entity: "staff",
      entityId: person.id,
      changes: { is_active: { from: true, to: false }, sessions },
      now,
    });
    return { ok: true, sessions };
  });
}

const countSessions = (count: number) =>
  `${count} ${count === 1 ? "session has" : "sessions have"}`;

/** All staff members, and open invitations. */
async function listStaffLines(pool: pg.Pool, { now }: { now: Date }): Promise<StaffLine[]> {
  const { members, invitations } = await listMembers(pool, { now });
  const stateOf = ({ isActive, isLocked }: Member) =>
    !isActive ? "disabled" : isLocked ? "locked" : "active";
  return [
    ...members.map((member) => ({
      email: member.email,
      name: member.name,
      role: member.role,
      state: stateOf(member),
      "second factor": member.hasFactor ? "on" : "off",
      sessions: member.sessions,
      "last seen": member.lastSeenAt
        ? member.lastSeenAt.toISOString().slice(0, 16).replace("T", " ")
        : "",
    })),
    ...invitations.map(({ email, role }) => ({
      email,
      name: "",
      role,
      state: "invited",
      "second factor": "",
      sessions: 0,
      "last seen": "",
    })),
  ];
}

/**
 * Runs one command of `npm run staff`.
 * @param options.origin prefixed to the path of a link
 * @param options.print prints a sentence or a table for the operator
 */
export async function runStaffCommand(
  pool: pg.Pool,
  options: {
    command: StaffCommand;
    origin: string;
    now: Date;
    print: (what: string | StaffLine[]) => void;
  },
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const { command, origin, now, print } = options;
  if (command.verb === "list") {
    const lines = await listStaffLines(pool, { now });
    print(
      lines.length > 0
        ? lines
        : "There is nobody yet: npm run staff -- create --email <address> --role superadmin",
    );
    return { ok: true };
  }
  if (command.verb === "reset-factor") {
    const result = await resetFactorFromCommandLine(pool, { email: command.email, now });
    if (result.ok)
      print(
        `The second factor of ${command.email} is removed; ${countSessions(result.sessions)} ended. The password alone signs in now: enrol a new one at once.`,
      );
    return result;
  }
  if (command.verb === "disable") {
    const result = await disableFromCommandLine(pool, { email: command.email, now });
    if (result.ok) print(`${command.email} is disabled; ${countSessions(result.sessions)} ended.`);
    return result;
  }
  const result =
    command.verb === "create"
      ? await inviteFromCommandLine(pool, { ...command, now })
      : await resetFromCommandLine(pool, { ...command, now });
  if (result.ok)
    print(
      `Give this link to ${command.email}. It works once, for an hour:\n${origin}${result.path}`,
    );
  return result;
}
