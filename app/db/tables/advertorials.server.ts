import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo, json } from "../columns.server.ts";

export const advertorialContent = pgTable(
  "advertorial_content",
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    slug: text().notNull(),
    previousSlugs: text("previous_slugs").array().notNull().default([]),
    isActive: boolean("is_active").notNull().default(false),
    version: integer().notNull().default(1),
    topic: text(),
    contentData: json<Record<string, unknown>>("content_data").notNull(),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("advertorial_content_slug").on(table.slug).where(sql`deleted_at is null`),
    index("advertorial_content_previous_slugs").using("gin", table.previousSlugs),
  ],
);
