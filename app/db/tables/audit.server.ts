import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

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
    httpRequestId: text("http_request_id"),
  },
  (table) => [
    index("audit_log_at_id").on(table.at.desc(), table.id.desc()),
    index("audit_log_entity").on(table.entity, table.entityId),
  ],
);
