import { and, asc, eq, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffTwoFactors, staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers, staffLinks } from "#app/db/tables/members.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { resetCodeFailures } from "#app/features/auth/codes.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { endAllSessions } from "#app/features/auth/end-sessions.server.ts";
import { createLink, formatJoinPath } from "#app/features/auth/links.server.ts";
import {
  formatAttemptsKey,
  formatCodeAttemptsKey,
  formatSessionAttemptsKey,
  resetPasswordAttempts,
} from "#app/features/auth/password-attempts.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
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

/** Locks all active superadmins, so that concurrent changes run one by one. @returns their ids */
export async function lockSuperadmins(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ userId: adminUsers.userId })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, "superadmin"), eq(adminUsers.isActive, true)))
    .orderBy(asc(adminUsers.userId))
    .for("update");
  return rows.map(({ userId }) => userId);
}

/** Invites a person by a one-time link. */
export function inviteMember(
  context: ActionContext,
  { values }: { values: unknown },
): Promise<InviteResult> {
  const { actor, now } = context;
  const parsed = inviteSchema.safeParse(values);
  if (!parsed.success)
    return Promise.resolve({
      ok: false,
      reason: "fields",
      errors: listFieldErrors(parsed.error.issues),
    });
  const { email, role } = parsed.data;
  return withTransaction(context.db, async (tx): Promise<InviteResult> => {
    if (!(await lockSuperadmins(tx)).includes(actor)) return { ok: false, reason: "denied" };
    const [known] = await tx
      .select({ id: staffUsers.id })
      .from(staffUsers)
      .where(eq(staffUsers.email, email));
    if (known) return { ok: false, reason: "email-taken" };
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
  return withTransaction(context.db, async (tx): Promise<MemberResult> => {
    if (!(await lockSuperadmins(tx)).includes(context.actor))
      return { ok: false, reason: "denied" };
    const { rowCount } = await tx
      .delete(staffLinks)
      .where(and(eq(staffLinks.purpose, "invite"), isUnusedLinkOf(email)));
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
  return withTransaction(context.db, async (tx): Promise<MemberResult> => {
    const superadmins = await lockSuperadmins(tx);
    if (!superadmins.includes(actor)) return { ok: false, reason: "denied" };
    const target = await lockMember(tx, userId);
    if (!target) return { ok: false, reason: "unknown" };
    const losesRank = intent === "disable" || (intent === "set-role" && role !== "superadmin");
    if (losesRank && superadmins.length === 1 && superadmins[0] === userId)
      return { ok: false, reason: "last-superadmin" };
    if (userId === actor) return { ok: false, reason: "self" };
    return CHANGES[intent](tx, { context, target, role: role ?? target.role });
  });
}

async function lockMember(tx: Transaction, id: string): Promise<Target | undefined> {
  const { userId, role, isActive } = adminUsers;
  const [member] = await tx
    .select({ userId, email: staffUsers.email, role, isActive })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, userId))
    .where(eq(userId, id))
    .for("update", { of: adminUsers });
  return member;
}

const isUnusedLinkOf = (email: string) =>
  and(eq(staffLinks.email, email), isNull(staffLinks.usedAt));

/** Disables an account: its unused links stop working. The caller ends its sessions. */
export async function disableAccount(
  tx: Transaction,
  { userId, email }: Pick<Target, "userId" | "email">,
): Promise<void> {
  await tx.update(adminUsers).set({ isActive: false }).where(eq(adminUsers.userId, userId));
  await tx.delete(staffLinks).where(isUnusedLinkOf(email));
}

/**
 * Removes a person's second factor; the password alone works until they enroll again.
 * @returns whether there was one
 */
export async function removeFactor(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.delete(staffTwoFactors).where(eq(staffTwoFactors.userId, userId));
  await tx
    .update(staffUsers)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(eq(staffUsers.id, userId));
  await resetCodeFailures(tx, userId);
  return Boolean(rowCount);
}

type MemberAction = { context: ActionContext; target: Target; role: StaffRole };
const CHANGES: Record<
  MemberChange,
  (tx: Transaction, step: MemberAction) => Promise<MemberResult>
> = {
  async "set-role"(tx, step) {
    const { target, role } = step;
    if (role === target.role) return { ok: true, ended: 0 };
    await tx.update(adminUsers).set({ role }).where(eq(adminUsers.userId, target.userId));
    return finishChange(tx, step, {
      action: "set-role",
      changes: { role: { from: target.role, to: role } },
      endsSessions: true,
    });
  },
  async disable(tx, step) {
    await disableAccount(tx, step.target);
    return finishChange(tx, step, {
      action: "disable",
      changes: { is_active: { from: step.target.isActive, to: false } },
      endsSessions: true,
    });
  },
  async enable(tx, step) {
    const { userId, isActive } = step.target;
    await tx.update(adminUsers).set({ isActive: true }).where(eq(adminUsers.userId, userId));
    return finishChange(tx, step, {
      action: "enable",
      changes: { is_active: { from: isActive, to: true } },
      endsSessions: true,
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
      endsSessions: false,
    });
    return result.ok ? { ...result, link: formatJoinPath(token) } : result;
  },
  async "reset-factor"(tx, step) {
    const { userId } = step.target;
    await removeFactor(tx, { userId, now: step.context.now });
    return finishChange(tx, step, {
      action: "reset-factor",
      changes: { fields: ["two_factor", "code_failures"] },
      endsSessions: true,
    });
  },
  async unlock(tx, step) {
    const { userId, email } = step.target;
    await resetCodeFailures(tx, userId);
    await tx
      .update(staffTwoFactors)
      .set({ failedVerificationCount: 0, lockedUntil: null })
      .where(eq(staffTwoFactors.userId, userId));
    await resetPasswordAttempts(tx, [
      formatAttemptsKey("account", email),
      formatSessionAttemptsKey(userId),
      formatCodeAttemptsKey(userId),
    ]);
    return finishChange(tx, step, {
      action: "unlock",
      changes: { fields: ["code_failures", "password_attempts"] },
      endsSessions: false,
    });
  },
  "end-sessions": (tx, step) =>
    finishChange(tx, step, { action: "end-sessions", changes: {}, endsSessions: true }),
};

/** Ends the person's sessions where the change requires it, then writes the audit row. */
async function finishChange(
  tx: Transaction,
  step: MemberAction,
  change: { action: string; changes: Record<string, unknown>; endsSessions: boolean },
): Promise<MemberResult> {
  const { userId } = step.target;
  const ended = change.endsSessions ? await endAllSessions(tx, userId) : 0;
  const changes = change.endsSessions ? { ...change.changes, sessions: ended } : change.changes;
  await recordAudit(tx, step.context, {
    action: change.action,
    entity: "staff",
    entityId: userId,
    changes,
  });
  return { ok: true, ended };
}
