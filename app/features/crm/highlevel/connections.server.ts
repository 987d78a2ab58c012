import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { closeBreaker } from "../outbox/circuit-breaker.server.ts";
import type { TokenPair } from "./oauth-client.server.ts";

export type ConnectionFacts = {
  id: string;
  locationId: string;
  version: number;
  expiresAt: Date;
  connectedAt: Date;
  refreshedAt: Date | null;
  refreshError: string | null;
};
/** A connection with its tokens; null if the vault cannot decrypt them. */
export type Connection = ConnectionFacts & { tokens: { access: string; refresh: string } | null };
type Row = ConnectionFacts & { accessToken: string | null; refreshToken: string | null };

const TABLE = "crm_connections";
const vaultLocation = (row: string, column: "access_token" | "refresh_token") => ({
  table: TABLE,
  row,
  column,
});

const sealTokens = (vault: Vault, id: string, { accessToken, refreshToken }: TokenPair) => [
  vault.seal(accessToken, vaultLocation(id, "access_token")),
  vault.seal(refreshToken, vaultLocation(id, "refresh_token")),
];

/** The active connection, or null. */
export async function getConnection({
  db,
  vault,
}: {
  db: Database;
  vault: Vault;
}): Promise<Connection | null> {
  const { rows } = await db.$client.query<Row>(
    `select id, location_id as "locationId", version, expires_at as "expiresAt", connected_at as "connectedAt", refreshed_at as "refreshedAt",
       refresh_error as "refreshError", access_token as "accessToken", refresh_token as "refreshToken"
     from crm_connections where disconnected_at is null`,
  );
  const [row] = rows;
  if (!row) return null;
  const { accessToken, refreshToken, ...facts } = row;
  const access = accessToken && vault.open(accessToken, vaultLocation(row.id, "access_token"));
  const refresh = refreshToken && vault.open(refreshToken, vaultLocation(row.id, "refresh_token"));
  return { ...facts, tokens: access && refresh ? { access, refresh } : null };
}

/** Stores a new connection and ends the previous one. Deliveries that waited become due. */
export function saveConnection(
  context: ActionContext & { vault: Vault },
  input: { tokens: TokenPair; locationId: string; withoutState: boolean },
): Promise<void> {
  const { tokens, locationId, withoutState } = input;
  const { vault, actor, now } = context;
  return inTransaction(context.db.$client, async (tx) => {
    await endConnections(tx, now);
    const id = randomUUIDv7();
    await tx.query(
      "insert into crm_connections (id, location_id, access_token, refresh_token, expires_at, connected_at, connected_by) values ($1, $2, $3, $4, $5, $6, $7)",
      [
        id,
        locationId,
        ...sealTokens(vault, id, tokens),
        new Date(now.getTime() + tokens.expiresInMs),
        now,
        actor,
      ],
    );
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
  return inTransaction(context.db.$client, async (tx) => {
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
async function endConnections(tx: pg.PoolClient, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "update crm_connections set disconnected_at = $1, access_token = null, refresh_token = null where disconnected_at is null returning id",
    [now],
  );
  return rows.map((row) => row.id);
}

/** Replaces a used token pair with a new one. */
export async function replaceTokens(
  { db, vault }: { db: Database; vault: Vault },
  options: { id: string; version: number; tokens: TokenPair; now: Date },
): Promise<void> {
  const { id, version, tokens, now } = options;
  await db.$client.query(
    `update crm_connections set access_token = $3, refresh_token = $4, expires_at = $5, refreshed_at = $6, version = version + 1, refresh_error = null
     where id = $1 and version = $2 and disconnected_at is null`,
    [
      id,
      version,
      ...sealTokens(vault, id, tokens),
      new Date(now.getTime() + tokens.expiresInMs),
      now,
    ],
  );
}

export async function recordRefreshError(
  { db }: { db: Database },
  { id, error }: { id: string; error: string },
): Promise<void> {
  await db.$client.query("update crm_connections set refresh_error = $2 where id = $1", [
    id,
    error,
  ]);
}
