import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import type { ProviderRole } from "#app/features/provider-accounts/constants.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { insertProvider } from "./providers.ts";

/**
 * Creates a person of a provider with a session, as a sign-in does without its mail; without a
 * `providerId` for a new provider.
 * @returns the person, and the headers of their requests
 */
export async function createSignedInPerson(
  db: pg.Client,
  {
    role = "owner",
    providerId,
    name = "Test Person",
  }: { role?: ProviderRole; providerId?: string; name?: string } = {},
) {
  const provider = providerId ?? (await insertProvider(db)).id;
  const userId = randomUUID();
  const email = `${role}-${userId.slice(0, 8)}@pro.example`;
  await db.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, $4, $5, now())",
    [userId, provider, email, name, role],
  );
  const token = randomBytes(32).toString("base64url");
  const sessionId = randomUUID();
  await db.query(
    `insert into provider_sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '14 days')`,
    [sessionId, hashToken(token), userId],
  );
  return {
    providerId: provider,
    userId,
    sessionId,
    email,
    name,
    token,
    headers: { Cookie: `pro=${token}` },
  };
}
