import { pgTable, text } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: json<unknown>("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});
