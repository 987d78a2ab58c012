import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo } from "../columns.server.ts";

export const callAttributions = pgTable(
  "call_attributions",
  {
    id: uuid().primaryKey(),
    /** The id of the call at the phone system; the same event twice is one row. */
    externalId: text("external_id").unique(),
    source: text(),
    startedAt: instant("started_at").notNull(),
    connectedAt: instant("connected_at"),
    endedAt: instant("ended_at"),
    isDemo: isDemo(),
  },
  (table) => [index("call_attributions_started_at").on(table.startedAt)],
);
