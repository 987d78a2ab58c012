import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";

/** Offers a request to a provider. @returns the path of the provider's link */
export async function insertOffer(
  db: pg.Client,
  { requestId, providerId }: { requestId: string; providerId: string },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.query(
    "insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at) values (gen_random_uuid(), $1, $2, $3, 25, 'test', now(), now() + interval '1 hour')",
    [requestId, providerId, createHash("sha256").update(token).digest("base64url")],
  );
  return `/offers/${token}`;
}
