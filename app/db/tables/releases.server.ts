import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/** Which releases have run on this database, for `npm run upgrade-check`. */
export const startedReleases = pgTable(
  "started_releases",
  {
    version: text().notNull(),
    /** Empty where the site runs from its sources. */
    commit: text().notNull(),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.commit] })],
);
