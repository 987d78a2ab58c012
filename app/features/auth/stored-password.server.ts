import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffAccounts } from "#app/db/tables/auth.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

/** The library's name for an account with email and password. */
const PROVIDER = "credential";
const isPasswordOf = (userId: string) =>
  and(eq(staffAccounts.userId, userId), eq(staffAccounts.providerId, PROVIDER));

type NewHash = { userId: string; hash: string; now: Date };

/** The hash of a person's password; null for somebody without one. */
export async function getPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ hash: staffAccounts.password })
    .from(staffAccounts)
    .where(isPasswordOf(userId));
  return account?.hash ?? null;
}

export async function insertPasswordHash(
  tx: Transaction,
  { userId, hash, now }: NewHash,
): Promise<void> {
  await tx.insert(staffAccounts).values({
    id: randomUUID(),
    accountId: userId,
    providerId: PROVIDER,
    userId,
    password: hash,
    createdAt: now,
    updatedAt: now,
  });
}

export async function updatePasswordHash(
  tx: Transaction,
  { userId, hash, now }: NewHash,
): Promise<void> {
  await tx
    .update(staffAccounts)
    .set({ password: hash, updatedAt: now })
    .where(isPasswordOf(userId));
}
