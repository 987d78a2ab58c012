import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { SCOPES, type Scope } from "#app/features/api-keys/constants.ts";
import { formatKey, KEY_BYTES } from "#app/features/api-keys/key-format.ts";
import { hashToken } from "#app/lib/secret.server.ts";

type KeyOptions = {
  scopes?: readonly Scope[];
  limit?: number;
  expiresAt?: Date;
  revokedAt?: Date;
};

export const ALL_SCOPES = SCOPES;

/** Inserts a key as the page of keys does. @returns its id, and the key as its program gets it */
export async function insertApiKey(
  db: Pick<pg.ClientBase, "query">,
  { scopes = SCOPES, limit = 1_200, expiresAt, revokedAt }: KeyOptions = {},
): Promise<{ id: string; key: string }> {
  const id = randomUUID();
  const { key, prefix, secret } = formatKey(randomBytes(KEY_BYTES));
  await db.query(
    `insert into api_keys (id, name, prefix, secret_hash, scopes, limit_per_minute, created_at, expires_at, revoked_at)
     values ($1, $2, $3, $4, $5, $6, now(), coalesce($7, now() + interval '1 day'), $8)`,
    [
      id,
      `Program ${id.slice(0, 8)}`,
      prefix,
      hashToken(secret),
      scopes,
      limit,
      expiresAt,
      revokedAt,
    ],
  );
  return { id, key };
}
