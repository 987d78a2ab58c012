import { randomBytes, randomUUIDv7 } from "node:crypto";
import { and, count, eq, gt, isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { apiKeys } from "#app/db/tables/api-keys.server.ts";
import { lockInTransaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { MAX_KEYS } from "./constants.ts";
import { formatKey, KEY_BYTES } from "./key-format.ts";
import { type KeyField, newKeySchema } from "./schema.ts";

export type CreateKeyResult =
  /** `key` is shown once and never stored. */
  | { ok: true; id: string; name: string; key: string }
  | { ok: false; reason: "fields"; errors: Partial<Record<KeyField, string>> }
  | { ok: false; reason: "too-many" };

/** Creates a key. The audit row says what it may do, not what it is. */
export function createKey(
  context: ActionContext,
  { values }: { values: unknown },
): Promise<CreateKeyResult> {
  const parsed = newKeySchema.safeParse(values);
  if (!parsed.success)
    return Promise.resolve({
      ok: false,
      reason: "fields",
      errors: listFieldErrors(parsed.error.issues),
    });
  const { actor, now } = context;
  const { name, scopes, limit, days } = parsed.data;
  const id = randomUUIDv7();
  const { key, prefix, secret } = formatKey(randomBytes(KEY_BYTES));
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  return withTransaction(context.db, async (tx): Promise<CreateKeyResult> => {
    await lockInTransaction(tx, ADVISORY_LOCKS.createApiKey);
    const [working] = await tx
      .select({ count: count() })
      .from(apiKeys)
      .where(and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now)));
    if ((working?.count ?? 0) >= MAX_KEYS) return { ok: false, reason: "too-many" };
    await tx.insert(apiKeys).values({
      id,
      name,
      prefix,
      secretHash: hashToken(secret),
      scopes,
      limitPerMinute: limit,
      createdBy: actor,
      createdAt: now,
      expiresAt,
    });
    await recordAudit(tx, context, {
      action: "create",
      entity: "api-key",
      entityId: id,
      changes: { name, prefix, scopes, limit, expires: expiresAt.toISOString() },
    });
    return { ok: true, id, name, key };
  });
}

/** Revokes a key: its next call is refused. One that was revoked before stays as it is. */
export function revokeKey(
  context: ActionContext,
  { id }: { id: string },
): Promise<{ ok: true; name: string } | { ok: false; reason: "not-found" }> {
  return withTransaction(context.db, async (tx) => {
    const [key] = await tx
      .select({ name: apiKeys.name, revokedAt: apiKeys.revokedAt })
      .from(apiKeys)
      .where(eq(apiKeys.id, id))
      .for("update");
    if (!key) return { ok: false, reason: "not-found" } as const;
    if (!key.revokedAt) {
      await tx.update(apiKeys).set({ revokedAt: context.now }).where(eq(apiKeys.id, id));
      await recordAudit(tx, context, { action: "revoke", entity: "api-key", entityId: id });
    }
    return { ok: true, name: key.name } as const;
  });
}
