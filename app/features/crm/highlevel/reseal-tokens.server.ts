import { eq, isNull } from "drizzle-orm";
import { crmConnections } from "#app/db/tables/crm.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { openTokens, sealTokens } from "./connections.server.ts";

/**
 * Encrypts the tokens of the connection with another vault; tokens that cannot be decrypted stay as
 * they are. @returns how many connections were encrypted again
 */
export async function resealTokens(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { id, accessToken, refreshToken, disconnectedAt } = crmConnections;
  const rows = await tx
    .select({ id, accessToken, refreshToken })
    .from(crmConnections)
    .where(isNull(disconnectedAt))
    .for("update");
  let resealed = 0;
  for (const row of rows) {
    const tokens = openTokens(from, row);
    if (!tokens) continue;
    resealed += 1;
    const sealed = sealTokens(to, row.id, {
      accessToken: tokens.access,
      refreshToken: tokens.refresh,
    });
    await tx.update(crmConnections).set(sealed).where(eq(id, row.id));
  }
  return resealed;
}
