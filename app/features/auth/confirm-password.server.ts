import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { staffSessions } from "#app/db/tables/auth.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { runAsKnownCaller, verifyPassword } from "./password.server.ts";
import {
  consumePasswordAttempt,
  formatSessionAttemptsKey,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from "./password-attempts.server.ts";
import { isPasswordRecent } from "./recent-password.ts";
import { getPasswordHash } from "./stored-password.server.ts";

type PasswordContext = ActionContext & Pick<AppContext, "security">;

/**
 * Checks the person's own password, with the same limits as a sign-in: an open session must not be
 * a way to guess it.
 */
export async function checkPassword(
  { db, actor, now, httpRequestId, security }: PasswordContext,
  { password, address }: { password: string; address: string },
): Promise<"ok" | "wait" | "password" | "busy"> {
  const key = formatSessionAttemptsKey(actor);
  const caller = { staffId: actor, address, requestId: httpRequestId };
  if (await consumePasswordAttempt(db, { key, now })) {
    security.record("lock", { ...caller, detail: "password in a session" });
    return "wait";
  }
  const hash = (await getPasswordHash(db, actor)) ?? "";
  const result = await withBusyFallback(
    () => runAsKnownCaller(() => verifyPassword({ hash, password })),
    "busy" as const,
  );
  if (result === "busy") {
    await refundPasswordAttempt(db, { key, now });
    return "busy";
  }
  if (!result) {
    security.record("failed-password", caller);
    return "password";
  }
  await resetPasswordAttempts(db, [key]);
  return "ok";
}

export type PasswordCheck = "ok" | "needed" | "password" | "wait" | "busy";

/** Whether the person has confirmed the password: typed it recently, or sent it with this form. */
export async function confirmPassword(
  context: PasswordContext,
  input: { sessionId: string; address: string; passwordAt: Date | null; password: string },
): Promise<PasswordCheck> {
  if (isPasswordRecent(input, context.now)) return "ok";
  if (!input.password) return "needed";
  const checked = await checkPassword(context, input);
  if (checked === "ok") await recordPasswordTime(context.db, { ...input, now: context.now });
  return checked;
}

/** Records that the password was just typed in this session. */
export async function recordPasswordTime(
  db: Connection,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  await db.update(staffSessions).set({ passwordAt: now }).where(eq(staffSessions.id, sessionId));
}
