import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

/** Every saved version of quizzes and advertorials. */
export const contentVersions = pgTable(
  "content_versions",
  {
    contentId: uuid("content_id").notNull(),
    version: integer().notNull(),
    snapshot: json<Record<string, unknown>>("snapshot").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.version] })],
);

/**
 * Unsaved input of an editor: one draft per person and item; `key` is the item's id, or "new-quiz",
 * "new-advertorial".
 */
export const contentDrafts = pgTable(
  "content_drafts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    key: text().notNull(),
    data: json<Record<string, unknown>>("data").notNull(),
    baseVersion: integer("base_version").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
