import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

/** API keys. The key itself is shown once and never stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** The beginning of the key, which names it and is no secret. */
    prefix: text().notNull(),
    /** Hash of the rest of the key. */
    secretHash: text("secret_hash").notNull(),
    scopes: text().array().notNull(),
    limitPerMinute: integer("limit_per_minute").notNull(),
    createdBy: uuid("created_by").references(() => staffUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Written at most once a minute. */
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_prefix").on(table.prefix),
    check("api_keys_limit", sql`${table.limitPerMinute} > 0`),
  ],
);

const keyReference = () =>
  uuid("key_id")
    .notNull()
    .references(() => apiKeys.id, { onDelete: "cascade" });

/** Every call with a known key. No personal data: ids, words of this program and numbers. */
export const apiCalls = pgTable(
  "api_calls",
  {
    id: uuid().primaryKey(),
    keyId: keyReference(),
    at: instant("at").notNull(),
    /** The `operationId` of the OpenAPI document. */
    operation: text().notNull(),
    /** Id of the row that was read or changed; null for lists, and where the id was none. */
    targetId: text("target_id"),
    status: smallint().notNull(),
    /** Whether the response could contain personal data. */
    isPersonal: boolean("is_personal").notNull(),
    httpRequestId: text("http_request_id").notNull(),
  },
  (table) => [
    index("api_calls_key_id").on(table.keyId, table.at.desc(), table.id.desc()),
    index("api_calls_at").on(table.at),
  ],
);

/** Writes that carried an `Idempotency-Key`, so that none runs twice. */
export const apiWrites = pgTable(
  "api_writes",
  {
    keyId: keyReference(),
    /** Hash of the header: its sender may have put anything into it. */
    idempotencyHash: text("idempotency_hash").notNull(),
    /** Hash of operation, path and body: the same header with another request is a mistake. */
    fingerprint: text().notNull(),
    startedAt: instant("started_at").notNull(),
    /** Null while it runs. */
    doneAt: instant("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.idempotencyHash] }),
    index("api_writes_started_at").on(table.startedAt),
  ],
);
