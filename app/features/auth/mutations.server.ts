import { and, eq, ne, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffDevices, staffSessions } from "#app/db/tables/auth.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { checkPassword, recordPasswordTime } from "./confirm-password.server.ts";
import { deleteChallenges, endOtherSessions } from "./end-sessions.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { hashPassword, runAsKnownCaller } from "./password.server.ts";
import { findPasswordProblem } from "./password-choice.server.ts";
import { updatePasswordHash } from "./stored-password.server.ts";

/** `message`: why this person may not use the new password. */
export type PasswordResult =
  | { ok: true }
  | { ok: false; reason: "password" | "wait" | "busy" }
  | { ok: false; reason: "choice"; message: string };

/**
 * Changes the acting person's password, and ends every other session and every sign-in that awaits
 * its code. The caller then sends the mail about it.
 */
export async function changePassword(
  context: ActionContext & Pick<AppContext, "security" | "settings">,
  input: { sessionId: string; address: string; email: string; current: string; next: string },
): Promise<PasswordResult> {
  const { actor: userId, now } = context;
  const { sessionId, address, email, current, next } = input;
  const { brand } = await context.settings.get();
  const message = findPasswordProblem(next, { email, brand });
  if (message) return { ok: false, reason: "choice", message };
  const checked = await checkPassword(context, { password: current, address });
  if (checked !== "ok") return { ok: false, reason: checked };
  const hash = await withBusyFallback(() => runAsKnownCaller(() => hashPassword(next)), null);
  if (hash === null) return { ok: false, reason: "busy" };
  await withTransaction(context.db, async (tx) => {
    await updatePasswordHash(tx, { userId, hash, now });
    await recordPasswordTime(tx, { sessionId, now });
    await endOtherSessions(tx, { userId, sessionId });
    await deleteChallenges(tx, userId);
    await recordAudit(tx, context, {
      action: "change-password",
      entity: "staff",
      entityId: userId,
    });
  });
  return { ok: true };
}

/** Ends one other session of the acting person, or all others. */
export async function endSessions(
  context: ActionContext,
  { sessionId, target }: { sessionId: string; target: string | "others" },
): Promise<void> {
  const { actor: userId } = context;
  await withTransaction(context.db, async (tx) => {
    if (target === "others") await endOtherSessions(tx, { userId, sessionId });
    else {
      const { id, userId: owner } = staffSessions;
      const isTarget = sql`${id}::text = ${target}`;
      await tx.delete(staffSessions).where(and(eq(owner, userId), isTarget, ne(id, sessionId)));
    }
    await recordAudit(tx, context, { action: "end-sessions", entity: "staff", entityId: userId });
  });
}

/** Forgets a known browser, which counts as new at its next sign-in. */
export async function forgetDevice(
  context: ActionContext,
  { device }: { device: string },
): Promise<void> {
  const { actor: userId } = context;
  await withTransaction(context.db, async (tx) => {
    const { rowCount } = await tx
      .delete(staffDevices)
      .where(and(eq(staffDevices.userId, userId), eq(staffDevices.tokenHash, device)));
    if (rowCount)
      await recordAudit(tx, context, {
        action: "forget-device",
        entity: "staff",
        entityId: userId,
      });
  });
}
