import { createHmac } from "node:crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import { and, eq, notLike } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { staffTwoFactors } from "#app/db/tables/auth.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { deriveKey } from "#app/lib/secret.server.ts";

const HASH_PREFIX = "h1:";
const codesSchema = z.array(z.string());

/**
 * Recovery codes are stored only as keyed hashes. The library compares stored codes with its input,
 * so it is given the hash of the typed code; a hash read from the database is hashed once more and
 * matches nothing.
 * @param secret the library's own, with which earlier versions encrypted codes
 */
export function createRecoveryCodes(secret: string) {
  const key = deriveKey(secret, "recovery-codes");
  const hash = (code: string) =>
    HASH_PREFIX + createHmac("sha256", key).update(code.trim()).digest("base64url");
  const hashAll = (json: string) =>
    JSON.stringify(
      codesSchema
        .parse(JSON.parse(json))
        .map((code) => (code.startsWith(HASH_PREFIX) ? code : hash(code))),
    );
  const readStored = async (stored: string) =>
    hashAll(
      stored.startsWith("[") ? stored : await symmetricDecrypt({ key: secret, data: stored }),
    );
  return {
    /** The value that the library gets instead of a typed code. */
    hash,
    /** Writes codes for the library, and reads those stored before they were hashed. */
    storage: { encrypt: async (json: string) => hashAll(json), decrypt: readStored },
    /**
     * Hashes the codes that an older version stored encrypted. A concurrent change wins: it wrote
     * hashes.
     */
    async hashStored(db: Database, log: Pick<Logger, "warn">): Promise<void> {
      const { id: factorId, backupCodes } = staffTwoFactors;
      const rows = await db
        .select({ id: factorId, stored: backupCodes })
        .from(staffTwoFactors)
        .where(notLike(backupCodes, "[%"));
      for (const { id, stored } of rows) {
        const hashed = await readStored(stored).catch(() => null);
        if (hashed)
          await db
            .update(staffTwoFactors)
            .set({ backupCodes: hashed })
            .where(and(eq(factorId, id), eq(backupCodes, stored)));
        else
          log.warn(
            { id },
            "recovery codes cannot be read with this APP_SECRET; their owner needs new ones",
          );
      }
    },
  };
}
