import { eq } from "drizzle-orm";
import webPush from "web-push";
import { pushKeys } from "#app/db/tables/push.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";

/** The pair that this site signs its messages to push services with, in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const ROW = 1;
const LOCATION = { table: "push_keys", row: String(ROW), column: "encrypted_private_key" };

/**
 * The pair of all instances. The first start makes it; of several that start at once, one wins.
 * @throws where the vault cannot open the stored key
 */
export async function openVapidKeys(
  db: Connection,
  { vault, now }: { vault: Vault; now: Date },
): Promise<VapidKeys> {
  const stored = await readKeys(db);
  if (stored) return openKeys(vault, stored);
  const made = webPush.generateVAPIDKeys();
  await db
    .insert(pushKeys)
    .values({
      id: ROW,
      publicKey: made.publicKey,
      encryptedPrivateKey: vault.seal(made.privateKey, LOCATION),
      createdAt: now,
    })
    .onConflictDoNothing();
  const agreed = await readKeys(db);
  if (!agreed) throw new Error("the push keys that were just stored are gone");
  return openKeys(vault, agreed);
}

type StoredKeys = { publicKey: string; encryptedPrivateKey: string };

async function readKeys(db: Connection): Promise<StoredKeys | undefined> {
  const { publicKey, encryptedPrivateKey } = pushKeys;
  const [row] = await db
    .select({ publicKey, encryptedPrivateKey })
    .from(pushKeys)
    .where(eq(pushKeys.id, ROW));
  return row;
}

function openKeys(vault: Vault, { publicKey, encryptedPrivateKey }: StoredKeys): VapidKeys {
  const privateKey = vault.open(encryptedPrivateKey, LOCATION);
  if (privateKey === null)
    throw new Error(
      "The stored push keys do not fit APP_SECRET: `delete from push_keys` makes new ones, and everybody turns notifications on again.",
    );
  return { publicKey, privateKey };
}

/** Encrypts the private key with another vault. @returns how many keys: one, or none yet */
export async function resealVapidKeys(
  tx: Transaction,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const stored = await readKeys(tx);
  const privateKey = stored && from.open(stored.encryptedPrivateKey, LOCATION);
  if (!privateKey) return 0;
  await tx
    .update(pushKeys)
    .set({ encryptedPrivateKey: to.seal(privateKey, LOCATION) })
    .where(eq(pushKeys.id, ROW));
  return 1;
}
