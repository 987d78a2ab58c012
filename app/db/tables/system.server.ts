import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: json<unknown>("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});

/** Append-only (trigger). */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text("entity_id"),
    changes: json<Record<string, unknown>>("changes"),
    requestId: text("request_id"),
  },
  (table) => [
    index("audit_log_at_id").on(table.at.desc(), table.id.desc()),
    index("audit_log_entity").on(table.entity, table.entityId),
  ],
);

/**
 * Fixed windows; UNLOGGED, so that counting costs no durable write (a crash starts all windows
 * anew).
 */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  windowStart: instant("window_start").notNull(),
  hits: integer().notNull(),
});

/**
 * Old addresses of pages: where they went, or that they are gone for good (410) where `toPath` is
 * null.
 */
export const redirects = pgTable(
  "redirects",
  {
    fromPath: text("from_path").primaryKey(),
    toPath: text("to_path"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    check(
      "redirects_from_path",
      sql`${table.fromPath} like '/%' and ${table.fromPath} not like '%?%'`,
    ),
    check(
      "redirects_to_path",
      sql`${table.toPath} like '/%' and ${table.toPath} not like '//%' and ${table.toPath} <> ${table.fromPath}`,
    ),
  ],
);
