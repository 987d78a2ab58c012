import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { deleteChallenges } from "#app/features/auth/challenges.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { createLink, formatJoinPath } from "#app/features/auth/links.server.ts";
import { formatAttemptsKey } from "#app/features/auth/password-attempts.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { MemberChange, MemberRefusal } from "./constants.ts";
import { inviteSchema, memberChangeSchema } from "./schema.ts";

type Refusal = { ok: false; reason: MemberRefusal };
/** `link` is the path of a one-time link: shown once, never stored. */
export type MemberResult = { ok: true; link?: string; ended: number } | Refusal;
export type InviteResult =
  | { ok: true; link: string; email: string }
  | Refusal
  | { ok: false; reason: "fields"; errors: Partial<Record<"email" | "role", string>> };

type Target = { userId: string; email: string; role: StaffRole; isActive: boolean };

/**
 * Locks the rows of all active superadmins: of two concurrent changes the second sees the first.
 */
async function lockSuperadmins(tx: pg.PoolClient): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    "select user_id from admin_users where role = 'superadmin' and is_active order by user_id for update",
  );
  return rows.map((row) => row.user_id);
}

/** Invites a person by a one-time link. */
export function inviteMember(
  context: ActionContext,
  { values }: { values: unknown },
): Promise<InviteResult> {
  const { actor, now } = context;
  const parsed = inviteSchema.safeParse(values);
  if (!parsed.success) {
    const message = (field: string) =>
      parsed.error.issues.find(({ path }) => path[0] === field)?.message;
    return Promise.resolve({
      ok: false,
      reason: "fields",
      errors: { email: message("email"), role: message("role") },
    });
  }
  const { email, role } = parsed.data;
  return inTransaction(context.db.$client, async (tx): Promise<InviteResult> => {
    if (!(await lockSuperadmins(tx)).includes(actor)) return { ok: false, reason: "denied" };
    const { rowCount } = await tx.query("select 1 from staff_users where email = $1", [email]);
    if (rowCount) return { ok: false, reason: "email-taken" };
    const token = await createLink(tx, { purpose: "invite", email, role, createdBy: actor, now });
    await recordAudit(tx, context, { action: "invite", entity: "staff", changes: { role } });
    return { ok: true, link: formatJoinPath(token), email };
  });
}

/** Withdraws an invitation: its link stops working. */
export function withdrawInvitation(
  context: ActionContext,
  { email }: { email: string },
): Promise<MemberResult> {
  return inTransaction(context.db.$client, async (tx): Promise<MemberResult> => {
    if (!(await lockSuperadmins(tx)).includes(context.actor))
      return { ok: false, reason: "denied" };
    const { rowCount } = await tx.query(
      "delete from staff_links where purpose = 'invite' and email = $1 and used_at is null",
      [email],
    );
    if (!rowCount) return { ok: false, reason: "unknown" };
    await recordAudit(tx, context, { action: "withdraw-invitation", entity: "staff" });
    return { ok: true, ended: 0 };
  });
}

/**
 * Changes one member. The last active superadmin cannot be changed, nor can one's own account.
 * Losing a role or a second factor signs the person out everywhere.
 */
export function changeMember(
  context: ActionContext,
  { values }: { values: unknown },
): Promise<MemberResult> {
  const parsed = memberChangeSchema.safeParse(values);
  if (!parsed.success) return Promise.resolve({ ok: false, reason: "invalid" });
  const { intent, userId, role } = parsed.data;
  const { actor } = context;
  return inTransaction(context.db.$client, async (tx): Promise<MemberResult> => {
    const superadmins = await lockSuperadmins(tx);
    if (!superadmins.includes(actor)) return { ok: false, reason: "denied" };
    const { rows } = await tx.query<Target>(
      `select a.user_id as "userId", u.email, a.role, a.is_active as "isActive" from admin_users a join staff_users u on u.id = a.user_id where a.user_id = $1 for update of a`,
      [userId],
    );
    const [target] = rows;
    if (!target) return { ok: false, reason: "unknown" };
    const losesRank = intent === "disable" || (intent === "set-role" && role !== "superadmin");
    if (losesRank && superadmins.length === 1 && superadmins[0] === userId)
      return { ok: false, reason: "last-superadmin" };
    if (userId === actor) return { ok: false, reason: "self" };
    return CHANGES[intent](tx, { context, target, role: role ?? target.role });
  });
}

/**
 * Removes a person's second factor; the password alone works until they enroll again.
 * @returns whether there was one
 */
export async function removeFactor(
  tx: pg.PoolClient,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query("delete from staff_two_factors where user_id = $1", [userId]);
  await tx.query(
    "update staff_users set two_factor_enabled = false, updated_at = $2 where id = $1",
    [userId, now],
  );
  await tx.query("update admin_users set code_failures = 0 where user_id = $1", [userId]);
  return Boolean(rowCount);
}

type Step = { context: ActionContext; target: Target; role: StaffRole };
const CHANGES: Record<MemberChange, (tx: pg.PoolClient, step: Step) => Promise<MemberResult>> = {
  async "set-role"(tx, step) {
    const { target, role } = step;
    if (role === target.role) return { ok: true, ended: 0 };
    await tx.query("update admin_users set role = $2 where user_id = $1", [target.userId, role]);
    return finishChange(tx, step, {
      action: "set-role",
      changes: { role: { from: target.role, to: role } },
      signOut: true,
    });
  },
  async disable(tx, step) {
    const { userId, email, isActive } = step.target;
    await tx.query("update admin_users set is_active = false where user_id = $1", [userId]);
    await tx.query("delete from staff_links where email = $1 and used_at is null", [email]);
    return finishChange(tx, step, {
      action: "disable",
      changes: { is_active: { from: isActive, to: false } },
      signOut: true,
    });
  },
  async enable(tx, step) {
    const { userId, isActive } = step.target;
    await tx.query("update admin_users set is_active = true where user_id = $1", [userId]);
    return finishChange(tx, step, {
      action: "enable",
      changes: { is_active: { from: isActive, to: true } },
      signOut: true,
    });
  },
  async "send-reset"(tx, step) {
    const { email, role, isActive } = step.target;
    if (!isActive) return { ok: false, reason: "disabled" };
    const token = await createLink(tx, {
      purpose: "reset",
      email,
      role,
      createdBy: step.context.actor,
      now: step.context.now,
    });
    const result = await finishChange(tx, step, {
      action: "send-reset",
      changes: { fields: ["password"] },
      signOut: false,
    });
    return result.ok ? { ...result, link: formatJoinPath(token) } : result;
  },
  async "reset-factor"(tx, step) {
    const { userId } = step.target;
    await removeFactor(tx, { userId, now: step.context.now });
    return finishChange(tx, step, {
      action: "reset-factor",
      changes: { fields: ["two_factor", "code_failures"] },
      signOut: true,
    });
  },
  async unlock(tx, step) {
    const { userId, email } = step.target;
    await tx.query("update admin_users set code_failures = 0 where user_id = $1", [userId]);
    await tx.query(
      "update staff_two_factors set failed_verification_count = 0, locked_until = null where user_id = $1",
      [userId],
    );
    const keys = [email, `session ${userId}`, `code ${userId}`].map((value) =>
      formatAttemptsKey("account", value),
    );
    await tx.query("delete from staff_password_tries where key = any($1)", [keys]);
    return finishChange(tx, step, {
      action: "unlock",
      changes: { fields: ["code_failures", "password_tries"] },
      signOut: false,
    });
  },
  "end-sessions": (tx, step) =>
    finishChange(tx, step, { action: "end-sessions", changes: {}, signOut: true }),
};

/**
 * Ends the person's sessions and sign-ins between password and code where the change requires it,
 * then writes the audit row.
 */
async function finishChange(
  tx: pg.PoolClient,
  step: Step,
  change: { action: string; changes: Record<string, unknown>; signOut: boolean },
): Promise<MemberResult> {
  const { userId } = step.target;
  let ended = 0;
  if (change.signOut) {
    ended =
      (await tx.query("delete from staff_sessions where user_id = $1", [userId])).rowCount ?? 0;
    await deleteChallenges(tx, userId);
  }
  const changes = change.signOut ? { ...change.changes, sessions: ended } : change.changes;
  await recordAudit(tx, step.context, {
    action: change.action,
    entity: "staff",
    entityId: userId,
    changes,
  });
  return { ok: true, ended };
}
