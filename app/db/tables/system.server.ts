import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
  (table) => [index("audit_log_at").on(table.at.desc()), index("audit_log_entity").on(table.entity, table.entityId)],
);

/** Fixed windows; UNLOGGED, so that counting costs no durable write (a crash starts all windows anew). */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  windowStart: instant("window_start").notNull(),
  hits: integer().notNull(),
});
