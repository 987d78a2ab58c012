import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/** Former paths of pages and their replacements; gone for good (410) if `toPath` is null. */
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
