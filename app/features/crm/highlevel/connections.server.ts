import { randomUUIDv7 } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { crmConnections } from "#app/db/tables/crm.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { closeBreaker } from "../outbox/circuit-breaker.server.ts";
import type { TokenPair } from "./oauth-client.server.ts";

const CONNECTION_COLUMNS = {
  id: crmConnections.id,
  locationId: crmConnections.locationId,
  version: crmConnections.version,
  expiresAt: crmConnections.expiresAt,
  connectedAt: crmConnections.connectedAt,
  refreshedAt: crmConnections.refreshedAt,
  refreshError: crmConnections.refreshError,
};

type ConnectionRow = Pick<typeof crmConnections.$inferSelect, keyof typeof CONNECTION_COLUMNS>;
/** A connection with its tokens; null if the vault cannot decrypt them. */
export type Connection = ConnectionRow & { tokens: { access: string; refresh: string } | null };

const vaultLocation = (row: string, column: "access_token" | "refresh_token") => ({
  table: "crm_connections",
  row,
  column,
});

/** The columns of a connection's tokens, encrypted. */
export const sealTokens = (
  vault: Vault,
  id: string,
  { accessToken, refreshToken }: Pick<TokenPair, "accessToken" | "refreshToken">,
) => ({
  accessToken: vault.seal(accessToken, vaultLocation(id, "access_token")),
  refreshToken: vault.seal(refreshToken, vaultLocation(id, "refresh_token")),
});

type SealedTokens = { id: string; accessToken: string | null; refreshToken: string | null };

/** The tokens of a connection; null if the vault cannot decrypt them. */
export function openTokens(vault: Vault, row: SealedTokens): Connection["tokens"] {
  const { accessToken, refreshToken } = row;
  const access = accessToken && vault.open(accessToken, vaultLocation(row.id, "access_token"));
  const refresh = refreshToken && vault.open(refreshToken, vaultLocation(row.id, "refresh_token"));
  return access && refresh ? { access, refresh } : null;
}

/** The active connection, or null. */
export async function getConnection({
  db,
  vault,
}: {
  db: Database;
  vault: Vault;
}): Promise<Connection | null> {
  const [row] = await db
    .select({
      ...CONNECTION_COLUMNS,
      accessToken: crmConnections.accessToken,
      refreshToken: crmConnections.refreshToken,
    })
    .from(crmConnections)
    .where(isNull(crmConnections.disconnectedAt));
  if (!row) return null;
  const { accessToken, refreshToken, ...connection } = row;
  return { ...connection, tokens: openTokens(vault, row) };
}

/** Stores a new connection and ends the previous one. Waiting deliveries become due. */
export function saveConnection(
  context: ActionContext & { vault: Vault },
  input: { tokens: TokenPair; locationId: string; withoutState: boolean },
): Promise<void> {
  const { tokens, locationId, withoutState } = input;
  const { vault, actor, now } = context;
  return withTransaction(context.db, async (tx) => {
    await endConnections(tx, now);
    const id = randomUUIDv7();
    await tx.insert(crmConnections).values({
      id,
      locationId,
      ...sealTokens(vault, id, tokens),
      expiresAt: new Date(now.getTime() + tokens.expiresInMs),
      connectedAt: now,
      connectedBy: actor,
    });
    await closeBreaker(tx, { target: HIGHLEVEL_TARGET, now });
    await recordAudit(tx, context, {
      action: "connect",
      entity: "crm-connection",
      entityId: id,
      changes: { locationId, withoutState },
    });
  });
}

/** @returns false if there was no connection */
export function disconnectHighLevel(context: ActionContext): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    const [id] = await endConnections(tx, context.now);
    if (id)
      await recordAudit(tx, context, {
        action: "disconnect",
        entity: "crm-connection",
        entityId: id,
      });
    return id !== undefined;
  });
}

/** Ends the active connection and deletes its tokens. */
async function endConnections(tx: Transaction, now: Date): Promise<string[]> {
  const ended = await tx
    .update(crmConnections)
    .set({ disconnectedAt: now, accessToken: null, refreshToken: null })
    .where(isNull(crmConnections.disconnectedAt))
    .returning({ id: crmConnections.id });
  return ended.map((row) => row.id);
}

/** Replaces a used token pair with a new one. */
export async function replaceTokens(
  { db, vault }: { db: Database; vault: Vault },
  options: { id: string; version: number; tokens: TokenPair; now: Date },
): Promise<void> {
  const { id, version, tokens, now } = options;
  await db
    .update(crmConnections)
    .set({
      ...sealTokens(vault, id, tokens),
      expiresAt: new Date(now.getTime() + tokens.expiresInMs),
      refreshedAt: now,
      version: sql`${crmConnections.version} + 1`,
      refreshError: null,
    })
    .where(
      and(
        eq(crmConnections.id, id),
        eq(crmConnections.version, version),
        isNull(crmConnections.disconnectedAt),
      ),
    );
}

export async function recordRefreshError(
  { db }: { db: Database },
  { id, error }: { id: string; error: string },
): Promise<void> {
  await db.update(crmConnections).set({ refreshError: error }).where(eq(crmConnections.id, id));
}
