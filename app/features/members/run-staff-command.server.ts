import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { resetCodeFailures } from "#app/features/auth/codes.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { endAllSessions } from "#app/features/auth/end-sessions.server.ts";
import { createLink, formatJoinPath } from "#app/features/auth/links.server.ts";
import { disableAccount, lockSuperadmins, removeFactor } from "./mutations.server.ts";
import { listMembers, type Member } from "./queries.server.ts";
import type { StaffCommand } from "./read-staff-command.ts";

const COMMAND_LINE_ACTOR = "command-line";

type Person = { id: string; role: StaffRole | null; isActive: boolean | null };
type Result<T> = ({ ok: true } & T) | { ok: false; reason: string };

export type StaffRow = {
  email: string;
  name: string;
  role: string;
  state: string;
  "second factor": string;
  sessions: number;
  "last seen": string;
};

/** Finds a staff member by email address. */
async function findPerson(tx: Transaction, email: string): Promise<Person | null> {
  const [person] = await tx
    .select({ id: staffUsers.id, role: adminUsers.role, isActive: adminUsers.isActive })
    .from(staffUsers)
    .leftJoin(adminUsers, eq(adminUsers.userId, staffUsers.id))
    .where(eq(staffUsers.email, email));
  return person ?? null;
}

/**
 * Invites a person.
 * @returns the path of a page that works once, for an hour
 */
export function inviteFromCommandLine(
  context: ActionContext,
  { email, role }: { email: string; role: StaffRole },
): Promise<Result<{ path: string }>> {
  return withTransaction(context.db, async (tx): Promise<Result<{ path: string }>> => {
    if (await findPerson(tx, email))
      return {
        ok: false,
        reason: `${email} has an account already; use reset to set a new password.`,
      };
    const { actor, now } = context;
    const token = await createLink(tx, { purpose: "invite", email, role, createdBy: actor, now });
    await recordAudit(tx, context, { action: "invite", entity: "staff", changes: { role } });
    return { ok: true, path: formatJoinPath(token) };
  });
}

/**
 * Creates a password reset link, and unlocks an account that wrong codes had locked. Sessions end
 * when the link is used.
 */
export function resetFromCommandLine(
  context: ActionContext,
  { email }: { email: string },
): Promise<Result<{ path: string }>> {
  return withTransaction(context.db, async (tx): Promise<Result<{ path: string }>> => {
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!person.isActive)
      return {
        ok: false,
        reason: `${email} is disabled; a superadmin enables the account in Settings first.`,
      };
    const token = await createLink(tx, {
      purpose: "reset",
      email,
      role: person.role,
      createdBy: context.actor,
      now: context.now,
    });
    await resetCodeFailures(tx, person.id);
    await recordAudit(tx, context, {
      action: "send-reset",
      entity: "staff",
      entityId: person.id,
      changes: { fields: ["password", "code_failures"] },
    });
    return { ok: true, path: formatJoinPath(token) };
  });
}

/**
 * Removes the second factor of a person who has lost it, and signs them out; the password alone
 * works until they enroll again.
 */
export function resetFactorFromCommandLine(
  context: ActionContext,
  { email }: { email: string },
): Promise<Result<{ sessions: number }>> {
  return withTransaction(context.db, async (tx): Promise<Result<{ sessions: number }>> => {
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!(await removeFactor(tx, { userId: person.id, now: context.now })))
      return { ok: false, reason: `${email} has no second factor.` };
    const sessions = await endAllSessions(tx, person.id);
    await recordAudit(tx, context, {
      action: "reset-factor",
      entity: "staff",
      entityId: person.id,
      changes: { fields: ["two_factor", "code_failures"], sessions },
    });
    return { ok: true, sessions };
  });
}

/**
 * Disables an account and ends its sessions; its open links stop working. The last active
 * superadmin cannot be disabled.
 */
export function disableFromCommandLine(
  context: ActionContext,
  { email }: { email: string },
): Promise<Result<{ sessions: number }>> {
  return withTransaction(context.db, async (tx): Promise<Result<{ sessions: number }>> => {
    const superadmins = await lockSuperadmins(tx);
    const person = await findPerson(tx, email);
    if (!person?.role)
      return { ok: false, reason: `Nobody on the staff has the address ${email}.` };
    if (!person.isActive) return { ok: false, reason: `${email} is disabled already.` };
    if (superadmins.length === 1 && superadmins[0] === person.id)
      return {
        ok: false,
        reason: `${email} is the last active superadmin; create another one first.`,
      };
    await disableAccount(tx, { userId: person.id, email });
    const sessions = await endAllSessions(tx, person.id);
    await recordAudit(tx, context, {
      action: "disable",
      entity: "staff",
      entityId: person.id,
      changes: { is_active: { from: true, to: false }, sessions },
    });
    return { ok: true, sessions };
  });
}

const formatSessions = (count: number) =>
  `${count} ${count === 1 ? "session has" : "sessions have"}`;

/** All staff members, and open invitations. */
async function listStaffRows(db: Database, { now }: { now: Date }): Promise<StaffRow[]> {
  const { members, invitations } = await listMembers(db, { now });
  const getState = ({ isActive, isLocked }: Member) =>
    !isActive ? "disabled" : isLocked ? "locked" : "active";
  return [
    ...members.map((member) => ({
      email: member.email,
      name: member.name,
      role: member.role,
      state: getState(member),
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
  db: Database,
  options: {
    command: StaffCommand;
    origin: string;
    now: Date;
    print: (what: string | StaffRow[]) => void;
  },
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const { command, origin, now, print } = options;
  const context = { db, actor: COMMAND_LINE_ACTOR, now };
  if (command.verb === "list") {
    const lines = await listStaffRows(db, { now });
    print(
      lines.length > 0
        ? lines
        : "There is nobody yet: npm run staff -- create --email <address> --role superadmin",
    );
    return { ok: true };
  }
  if (command.verb === "reset-factor") {
    const result = await resetFactorFromCommandLine(context, command);
    if (result.ok)
      print(
        `The second factor of ${command.email} is removed; ${formatSessions(result.sessions)} ended. The password alone signs in now: enroll a new one at once.`,
      );
    return result;
  }
  if (command.verb === "disable") {
    const result = await disableFromCommandLine(context, command);
    if (result.ok) print(`${command.email} is disabled; ${formatSessions(result.sessions)} ended.`);
    return result;
  }
  const result =
    command.verb === "create"
      ? await inviteFromCommandLine(context, command)
      : await resetFromCommandLine(context, command);
  if (result.ok)
    print(
      `Give this link to ${command.email}. It works once, for an hour:\n${origin}${result.path}`,
    );
  return result;
}
