import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/** Fixed windows; UNLOGGED, so counting costs no durable write (a crash resets all windows). */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  windowStart: instant("window_start").notNull(),
  hits: integer().notNull(),
});
