import { eq, isNotNull } from "drizzle-orm";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { getSeedLocation } from "./factor-codes.server.ts";

/**
 * Encrypts the seeds of authenticator apps with another vault; those that the old one cannot open stay
 * as they are. Recovery codes are keyed hashes of the old secret, which nothing can match any more, so
 * they are deleted. @returns how many seeds
 */
export async function resealSeeds(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { id: userId, totpSecret } = providerUsers;
  const rows = await tx
    .select({ id: userId, sealed: totpSecret })
    .from(providerUsers)
    .where(isNotNull(totpSecret))
    .for("update");
  let count = 0;
  for (const { id, sealed } of rows) {
    const seed = from.open(sealed ?? "", getSeedLocation(id));
    if (seed === null) continue;
    count += 1;
    await tx
      .update(providerUsers)
      .set({ totpSecret: to.seal(seed, getSeedLocation(id)), recoveryCodes: [] })
      .where(eq(userId, id));
  }
  return count;
}
