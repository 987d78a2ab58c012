import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { contactKeys } from "#app/db/tables/consent.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import { deriveKeys } from "#app/lib/secret.server.ts";
import { createVault } from "#app/lib/vault.server.ts";

const KEY_BYTES = 32;

/** Stops the start with one sentence that says what to do. */
export class SecretMismatchError extends Error {
  constructor() {
    super(
      "APP_SECRET does not fit this database, which was written with another one: start with that one, or run `npm run rotate-secret` with that one as OLD_APP_SECRET (docs/operations.md).",
    );
  }
}

const getLocation = (version: number) => ({
  table: "contact_keys",
  row: String(version),
  column: "encrypted_key",
});

type StoredKey = { version: number; encryptedKey: string };

/** The keys as stored, version 1 first. */
const listStoredKeys = (db: Connection): Promise<StoredKey[]> =>
  db
    .select({ version: contactKeys.version, encryptedKey: contactKeys.encryptedKey })
    .from(contactKeys)
    .orderBy(asc(contactKeys.version));

const sealKey = (secret: string, version: number, key: Buffer): string =>
  createVault(deriveKeys(secret).contactKeys).seal(key.toString("base64url"), getLocation(version));

/** The keys of stored rows; null where there is none, or the secret does not open them. */
function openKeys(secret: string, stored: StoredKey[]): ContactKeys | null {
  const vault = createVault(deriveKeys(secret).contactKeys);
  const keys = stored.flatMap(({ version, encryptedKey }) => {
    const key = vault.open(encryptedKey, getLocation(version));
    return key === null ? [] : [Buffer.from(key, "base64url")];
  });
  const [first, ...later] = keys;
  return first && keys.length === stored.length ? [first, ...later] : null;
}

/** The stored keys of contacts; null where they were encrypted with another secret. */
export const readContactKeys = async (
  db: Connection,
  secret: string,
): Promise<ContactKeys | null> => openKeys(secret, await listStoredKeys(db));

/**
 * The keys of contacts, for the life of a process. A database without any gets version 1, which is
 * derived from the secret: hashes from before there was a table of keys stay valid.
 * @throws SecretMismatchError where the keys were encrypted with another secret
 */
export async function openContactKeys(
  db: Connection,
  { secret, now }: { secret: string; now: Date },
): Promise<ContactKeys> {
  await db
    .insert(contactKeys)
    .values({
      version: 1,
      encryptedKey: sealKey(secret, 1, deriveKeys(secret).firstContactKey),
      createdAt: now,
    })
    .onConflictDoNothing();
  const keys = await readContactKeys(db, secret);
  if (!keys) throw new SecretMismatchError();
  return keys;
}

/**
 * Adds one random key, and encrypts all of them with the new secret.
 * @returns the keys with the new one
 */
export async function addContactKey(
  tx: Transaction,
  { keys, secret, now }: { keys: ContactKeys; secret: string; now: Date },
): Promise<ContactKeys> {
  for (const [index, key] of keys.entries())
    await tx
      .update(contactKeys)
      .set({ encryptedKey: sealKey(secret, index + 1, key) })
      .where(eq(contactKeys.version, index + 1));
  const added = randomBytes(KEY_BYTES);
  const version = keys.length + 1;
  const encryptedKey = sealKey(secret, version, added);
  await tx.insert(contactKeys).values({ version, encryptedKey, createdAt: now });
  return [...keys, added];
}
