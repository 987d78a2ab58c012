import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
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
/** A connection with its tokens; null where the vault cannot open them. */
export type Connection = ConnectionFacts & { tokens: { access: string; refresh: string } | null };
type Row = ConnectionFacts & { accessToken: string | null; refreshToken: string | null };

const TABLE = "crm_connections";
const placeOf = (row: string, column: "access_token" | "refresh_token") => ({
  table: TABLE,
  row,
  column,
});

const sealPair = (vault: Vault, id: string, { accessToken, refreshToken }: TokenPair) => [
  vault.seal(accessToken, placeOf(id, "access_token")),
  vault.seal(refreshToken, placeOf(id, "refresh_token")),
];

/** The connection in use, or null. */
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
  const access = accessToken && vault.open(accessToken, placeOf(row.id, "access_token"));
  const refresh = refreshToken && vault.open(refreshToken, placeOf(row.id, "refresh_token"));
  return { ...facts, tokens: access && refresh ? { access, refresh } : null };
}

type By = { actor: string; requestId: string; now: Date };

/** Keeps a new connection; the one before ends. What waited for it becomes due. */
export function saveConnection(
  { db, vault }: { db: Database; vault: Vault },
  options: By & { tokens: TokenPair; locationId: string; withoutState: boolean },
): Promise<void> {
  const { tokens, locationId, withoutState, actor, requestId, now } = options;
  return inTransaction(db.$client, async (tx) => {
    await endConnections(tx, now);
    const id = randomUUIDv7();
    await tx.query(
      "insert into crm_connections (id, location_id, access_token, refresh_token, expires_at, connected_at, connected_by) values ($1, $2, $3, $4, $5, $6, $7)",
      [
        id,
        locationId,
        ...sealPair(vault, id, tokens),
        new Date(now.getTime() + tokens.expiresInMs),
        now,
        actor,
      ],
    );
    await closeBreaker(tx, { target: HIGHLEVEL_TARGET, now });
    await writeAudit(tx, {
      actor,
      action: "connect",
      entity: "crm-connection",
      entityId: id,
      changes: { locationId, withoutState },
      requestId,
      now,
    });
  });
}

/** @returns false where there was no connection */
export function disconnect(
  { db }: { db: Database },
  { actor, requestId, now }: By,
): Promise<boolean> {
  return inTransaction(db.$client, async (tx) => {
    const [id] = await endConnections(tx, now);
    if (id)
      await writeAudit(tx, {
        actor,
        action: "disconnect",
        entity: "crm-connection",
        entityId: id,
        requestId,
        now,
      });
    return id !== undefined;
  });
}

/** Tokens of an ended connection are forgotten. */
async function endConnections(tx: pg.PoolClient, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "update crm_connections set disconnected_at = $1, access_token = null, refresh_token = null where disconnected_at is null returning id",
    [now],
  );
  return rows.map((row) => row.id);
}

/** Puts a new pair in the place of the one that was used up. */
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
      ...sealPair(vault, id, tokens),
      new Date(now.getTime() + tokens.expiresInMs),
      now,
    ],
  );
}

export async function noteRefreshError(
  { db }: { db: Database },
  { id, error }: { id: string; error: string },
): Promise<void> {
  await db.$client.query("update crm_connections set refresh_error = $2 where id = $1", [
    id,
    error,
  ]);
}
