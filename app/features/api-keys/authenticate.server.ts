import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/tables/api-keys.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { countRateLimit, type RateLimitState } from "#app/lib/rate-limit.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { SCOPES, type Scope, WRONG_KEYS_PER_MINUTE } from "./constants.ts";
import { splitKey } from "./key-format.ts";

const WINDOW_SECONDS = 60;
/** Compared where no key has the prefix, so that both take the same time. */
const NO_HASH = hashToken("");

/** A key that works, as a call sees it. */
export type CallingKey = { id: string; scopes: readonly Scope[]; limitPerMinute: number };

export type Authentication =
  | { ok: true; key: CallingKey; limit: RateLimitState }
  /** `address`: it sent too many wrong keys. */
  | { ok: false; reason: "missing" | "wrong" | "address"; resetSeconds?: number }
  /** The key is the right one, so its holder may learn why it does not work. */
  | { ok: false; reason: "expired" | "revoked"; keyId: string };

type Caller = { authorization: string | null; address: string; now: Date };

/**
 * The key of a call, with one hit of its limit. Wrong keys count for the address, and never keep a
 * right one of that address from working: nobody guesses 200 bits.
 */
export async function authenticateCall(
  db: Database,
  { authorization, address, now }: Caller,
): Promise<Authentication> {
  if (authorization === null) return { ok: false, reason: "missing" };
  const [, token = ""] = /^Bearer ([\w-]+)$/i.exec(authorization) ?? [];
  const found = await findKey(db, token);
  if (!found) {
    const state = await countRateLimit(db, {
      key: `api-wrong-key:${rateKey(address)}`,
      limit: WRONG_KEYS_PER_MINUTE,
      windowSeconds: WINDOW_SECONDS,
      now,
    });
    if (!state.isAllowed) return { ok: false, reason: "address", resetSeconds: state.resetSeconds };
    return { ok: false, reason: token ? "wrong" : "missing" };
  }
  const { id, limitPerMinute } = found;
  if (found.revokedAt) return { ok: false, reason: "revoked", keyId: id };
  if (found.expiresAt <= now) return { ok: false, reason: "expired", keyId: id };
  const limit = await countRateLimit(db, {
    key: `api-key:${id}`,
    limit: limitPerMinute,
    windowSeconds: WINDOW_SECONDS,
    now,
  });
  if (limit.isAllowed) await recordUse(db, { id, lastUsedAt: found.lastUsedAt, now });
  const scopes = SCOPES.filter((scope) => found.scopes.includes(scope));
  return { ok: true, key: { id, scopes, limitPerMinute }, limit };
}

async function findKey(db: Database, token: string) {
  const split = splitKey(token);
  if (!split) return null;
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.prefix, split.prefix));
  const given = Buffer.from(hashToken(split.secret));
  const isRight = timingSafeEqual(given, Buffer.from(row?.secretHash ?? NO_HASH));
  return row && isRight ? row : null;
}

/** Writes the last use at most once a minute: a busy key must not write one row with every call. */
async function recordUse(
  db: Database,
  { id, lastUsedAt, now }: { id: string; lastUsedAt: Date | null; now: Date },
): Promise<void> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  if (lastUsedAt && lastUsedAt > minuteAgo) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(apiKeys.id, id),
        // Another process may have written it since it was read.
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo)),
      ),
    );
}
