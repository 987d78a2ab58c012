import { eq } from "drizzle-orm";
import { webhookEndpoints } from "#app/db/tables/webhooks.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";

type SecretColumn = "secret" | "earlier_secret";
const locate = (id: string, column: SecretColumn) => ({
  table: "webhook_endpoints",
  row: id,
  column,
});

export const sealSecret = (vault: Vault, { id, secret }: { id: string; secret: string }): string =>
  vault.seal(secret, locate(id, "secret"));

export type StoredSecrets = {
  id: string;
  secret: string;
  earlierSecret: string | null;
  earlierSecretUntil: Date | null;
};

/** The current secret in the cell of the earlier one, or null where the vault cannot open it. */
export function sealAsEarlier(
  vault: Vault,
  { id, secret }: Pick<StoredSecrets, "id" | "secret">,
): string | null {
  const opened = vault.open(secret, locate(id, "secret"));
  return opened === null ? null : vault.seal(opened, locate(id, "earlier_secret"));
}

/**
 * The secrets that a message is signed with: the current one, and the earlier one until it ends. Empty
 * where the vault cannot open the current one.
 */
export function openSecrets(
  vault: Vault,
  { id, secret, earlierSecret, earlierSecretUntil }: StoredSecrets,
  now: Date,
): string[] {
  const current = vault.open(secret, locate(id, "secret"));
  if (current === null) return [];
  const isUsed = earlierSecret !== null && earlierSecretUntil !== null && earlierSecretUntil > now;
  const earlier = isUsed ? vault.open(earlierSecret, locate(id, "earlier_secret")) : null;
  return earlier === null ? [current] : [current, earlier];
}

/** Encrypts the secrets of all endpoints with another vault. @returns how many endpoints */
export async function resealWebhookSecrets(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { id, secret, earlierSecret } = webhookEndpoints;
  const rows = await tx.select({ id, secret, earlierSecret }).from(webhookEndpoints).for("update");
  let resealed = 0;
  for (const row of rows) {
    const current = from.open(row.secret, locate(row.id, "secret"));
    if (current === null) continue;
    const earlier =
      row.earlierSecret === null
        ? null
        : from.open(row.earlierSecret, locate(row.id, "earlier_secret"));
    await tx
      .update(webhookEndpoints)
      .set({
        secret: sealSecret(to, { id: row.id, secret: current }),
        earlierSecret: earlier === null ? null : to.seal(earlier, locate(row.id, "earlier_secret")),
      })
      .where(eq(id, row.id));
    resealed += 1;
  }
  return resealed;
}
