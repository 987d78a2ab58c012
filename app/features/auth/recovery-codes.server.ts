import { createHmac } from "node:crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import type pg from "pg";
import { z } from "zod";
import type { Logger } from "#app/lib/logger.server.ts";
import { deriveKey } from "#app/lib/secret.server.ts";

const HASHED = "h1:";
const codesSchema = z.array(z.string());

/**
 * Recovery codes are kept as keyed hashes alone. The library compares what is kept with what it is
 * given, so that it is given the hash of what was typed; a hash that was read from the database is
 * hashed once more and opens nothing.
 * @param secret the library's own, with which it encrypted codes before
 */
export function createRecoveryCodes(secret: string) {
  const key = deriveKey(secret, "recovery-codes");
  const hash = (code: string) =>
    HASHED + createHmac("sha256", key).update(code.trim()).digest("base64url");
  const hashAll = (json: string) =>
    JSON.stringify(
      codesSchema
        .parse(JSON.parse(json))
        .map((code) => (code.startsWith(HASHED) ? code : hash(code))),
    );
  const readStored = async (stored: string) =>
    hashAll(
      stored.startsWith("[") ? stored : await symmetricDecrypt({ key: secret, data: stored }),
    );
  return {
    /** What the library is given in place of a typed code. */
    hash,
    /** How the library writes its codes, and reads those it wrote before they were hashed. */
    storage: { encrypt: async (json: string) => hashAll(json), decrypt: readStored },
    /**
     * Hashes the codes that an older version kept encrypted. A change at the same moment wins: it
     * wrote hashes.
     */
    async hashStored(pool: pg.Pool, log: Pick<Logger, "warn">): Promise<void> {
      const { rows } = await pool.query<{ id: string; backup_codes: string }>(
        "select id, backup_codes from staff_two_factors where backup_codes not like '[%'",
      );
      for (const { id, backup_codes: stored } of rows) {
        const hashed = await readStored(stored).catch(() => null);
        if (hashed)
          await pool.query(
            "update staff_two_factors set backup_codes = $3 where id = $1 and backup_codes = $2",
            [id, stored, hashed],
          );
        else
          log.warn(
            { id },
            "recovery codes cannot be read with this APP_SECRET; their owner needs new ones",
          );
      }
    },
  };
}
