import { eq, isNotNull } from "drizzle-orm";
import { providerSettings } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { getKeyLocation } from "./queries.server.ts";

/**
 * Encrypts the integration keys of all providers with another vault; a key that cannot be decrypted
 * stays as it is. @returns how many were encrypted again
 */
export async function resealKeys(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { providerId, apiIntegrationKeys } = providerSettings;
  const rows = await tx
    .select({ providerId, keys: apiIntegrationKeys })
    .from(providerSettings)
    .where(isNotNull(apiIntegrationKeys))
    .for("update");
  let resealed = 0;
  for (const row of rows) {
    const keys = Object.entries(row.keys ?? {}).map(([name, sealed]) => {
      const location = getKeyLocation(row.providerId, name);
      const secret = from.open(sealed, location);
      if (secret !== null) resealed += 1;
      return [name, secret === null ? sealed : to.seal(secret, location)];
    });
    await tx
      .update(providerSettings)
      .set({ apiIntegrationKeys: Object.fromEntries(keys) })
      .where(eq(providerId, row.providerId));
  }
  return resealed;
}
