import { createECDH } from "node:crypto";
import { eq } from "drizzle-orm";
import { pushSubscriptions } from "#app/db/tables/push.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import type { Vault } from "#app/lib/vault.server.ts";

/** The keys that messages to one browser are encrypted with, in base64url. */
export type SubscriptionKeys = { p256dh: string; auth: string };

const locate = (id: string) => ({
  table: "push_subscriptions",
  row: id,
  column: "encrypted_keys",
});

/** Whether a public key of a browser is usable: a point on the curve. */
export function isUsableKey(p256dh: string): boolean {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    return false;
  }
}

export const sealSubscriptionKeys = (
  vault: Vault,
  { id, keys }: { id: string; keys: SubscriptionKeys },
): string => vault.seal(JSON.stringify(keys), locate(id));

/** @returns null where the vault cannot open them */
export function openSubscriptionKeys(
  vault: Vault,
  { id, encryptedKeys }: { id: string; encryptedKeys: string },
): SubscriptionKeys | null {
  const text = vault.open(encryptedKeys, locate(id));
  return text === null ? null : (parseJson(text) as SubscriptionKeys);
}

/** Encrypts the keys of all browsers with another vault. @returns how many browsers */
export async function resealSubscriptionKeys(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { id, encryptedKeys } = pushSubscriptions;
  const rows = await tx.select({ id, encryptedKeys }).from(pushSubscriptions).for("update");
  let resealed = 0;
  for (const row of rows) {
    const keys = openSubscriptionKeys(from, row);
    if (!keys) continue;
    await tx
      .update(pushSubscriptions)
      .set({ encryptedKeys: sealSubscriptionKeys(to, { id: row.id, keys }) })
      .where(eq(id, row.id));
    resealed += 1;
  }
  return resealed;
}
