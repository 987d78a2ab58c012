import { and, desc, eq, ne } from "drizzle-orm";
import { staffSessions, staffVerifications } from "#app/db/tables/auth.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { hasFactorGrace } from "./factor-rule.server.ts";

/**
 * Ends a person's sign-ins that await their code: the password they were started with no longer
 * counts.
 */
export async function deleteChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(staffVerifications).where(eq(staffVerifications.value, userId));
}

/**
 * Ends a person's sessions, and sign-ins that await their code.
 * @returns how many sessions ended
 */
export async function endAllSessions(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(staffSessions).where(eq(staffSessions.userId, userId));
  await deleteChallenges(tx, userId);
  return rowCount ?? 0;
}

/** Ends a person's sessions except one. */
export async function endOtherSessions(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.userId, userId), ne(staffSessions.id, sessionId)));
}

/**
 * Ends a person's sessions except the newest, which the library gives the browser that changes the
 * second factor.
 */
export async function endAllButNewestSession(
  tx: Transaction,
  { userId, passwordAt }: { userId: string; passwordAt: Date | null },
): Promise<void> {
  const { id, createdAt, userId: owner } = staffSessions;
  const newest = tx
    .select({ id })
    .from(staffSessions)
    .where(eq(owner, userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  await tx.delete(staffSessions).where(and(eq(owner, userId), ne(id, newest)));
  const factorGrace = await hasFactorGrace(tx, userId);
  await tx.update(staffSessions).set({ passwordAt, factorGrace }).where(eq(owner, userId));
}
