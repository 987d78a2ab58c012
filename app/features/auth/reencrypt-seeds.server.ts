import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffTwoFactors } from "#app/db/tables/auth.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

type ReencryptedSeed = { id: string; stored: string; seed: string };

/**
 * The seeds of all authenticators, encrypted with another secret of the library; those that the old
 * secret cannot decrypt are left out. Slow, so it belongs before a transaction.
 */
export async function reencryptSeeds(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<ReencryptedSeed[]> {
  const rows = await db
    .select({ id: staffTwoFactors.id, stored: staffTwoFactors.secret })
    .from(staffTwoFactors);
  const seeds = await Promise.all(
    rows.map(async ({ id, stored }) => {
      const plain = await symmetricDecrypt({ key: from, data: stored }).catch(() => null);
      return plain === null
        ? []
        : [{ id, stored, seed: await symmetricEncrypt({ key: to, data: plain }) }];
    }),
  );
  return seeds.flat();
}

/**
 * Stores what `reencryptSeeds` has made. Recovery codes are keyed hashes of the old secret, which
 * nothing can match any more, so they are deleted.
 * @returns false where a seed has changed since it was read
 */
export async function storeReencryptedSeeds(
  tx: Transaction,
  seeds: ReencryptedSeed[],
): Promise<boolean> {
  const { id: factorId, secret } = staffTwoFactors;
  for (const { id, stored, seed } of seeds) {
    const { rowCount } = await tx
      .update(staffTwoFactors)
      .set({ secret: seed, backupCodes: "[]" })
      .where(and(eq(factorId, id), eq(secret, stored)));
    if (rowCount !== 1) return false;
  }
  return true;
}
