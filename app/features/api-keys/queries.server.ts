import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { apiCalls, apiKeys } from "#app/db/tables/api-keys.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { SHOWN_CALLS } from "./constants.ts";

export type KeyState = "working" | "expired" | "revoked";

const selectKeys = (db: Database) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      scopes: apiKeys.scopes,
      limitPerMinute: apiKeys.limitPerMinute,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      createdBy: adminUsers.displayName,
      createdByEmail: staffUsers.email,
    })
    .from(apiKeys)
    .leftJoin(staffUsers, eq(staffUsers.id, apiKeys.createdBy))
    .leftJoin(adminUsers, eq(adminUsers.userId, apiKeys.createdBy))
    .$dynamic();

type StoredKey = Awaited<ReturnType<typeof selectKeys>>[number];
export type ListedKey = Omit<StoredKey, "createdByEmail"> & { state: KeyState };

function toListedKey({ createdByEmail, ...key }: StoredKey, now: Date): ListedKey {
  const isOver = key.expiresAt <= now;
  return {
    ...key,
    createdBy: key.createdBy ?? createdByEmail,
    state: key.revokedAt ? "revoked" : isOver ? "expired" : "working",
  };
}

/** All keys, the newest first. Ended ones stay, as their calls name them. */
export async function listKeys(db: Database, { now }: { now: Date }): Promise<ListedKey[]> {
  const rows = await selectKeys(db).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map((row) => toListedKey(row, now));
}

const listCalls = (db: Database, keyId: string) =>
  db
    .select({
      id: apiCalls.id,
      at: apiCalls.at,
      operation: apiCalls.operation,
      targetId: apiCalls.targetId,
      status: apiCalls.status,
      isPersonal: apiCalls.isPersonal,
    })
    .from(apiCalls)
    .where(eq(apiCalls.keyId, keyId))
    // As in the index; otherwise PostgreSQL would sort all calls of the key.
    .orderBy(sql`${apiCalls.at} desc nulls last`, sql`${apiCalls.id} desc nulls last`)
    .limit(SHOWN_CALLS);
export type ListedCall = Awaited<ReturnType<typeof listCalls>>[number];

/** A key with its latest calls, or null. */
export async function getKeyPage(
  db: Database,
  { id, now }: { id: string; now: Date },
): Promise<{ key: ListedKey; calls: ListedCall[] } | null> {
  if (!isUuid(id)) return null;
  const [row] = await selectKeys(db).where(eq(apiKeys.id, id));
  return row ? { key: toListedKey(row, now), calls: await listCalls(db, id) } : null;
}
