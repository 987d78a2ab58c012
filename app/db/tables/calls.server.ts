import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo } from "../columns.server.ts";

export const callAttributions = pgTable(
  "call_attributions",
  {
    id: uuid().primaryKey(),
    /** The id of the call at the phone system; the same event twice is one row. */
    externalId: text("external_id").unique(),
    source: text(),
    /** Our number that was called, in E.164. */
    calledNumber: text("called_number"),
    /** The label of that number when the call came; null for one that Settings does not list. */
    numberLabel: text("number_label"),
    /** Keyed hash of the SHA-256 of the caller's number: it is found only by who knows the number. */
    callerHash: text("caller_hash"),
    /** Which version of the contact key the hash was made with; null without one. */
    keyVersion: smallint("key_version"),
    startedAt: instant("started_at").notNull(),
    connectedAt: instant("connected_at"),
    endedAt: instant("ended_at"),
    isDemo: isDemo(),
  },
  (table) => [
    index("call_attributions_started_at").on(table.startedAt),
    index("call_attributions_caller_hash")
      .on(table.callerHash, table.startedAt)
      .where(sql`caller_hash is not null`),
    check(
      "call_attributions_key_version",
      sql`(${table.callerHash} is null) = (${table.keyVersion} is null)`,
    ),
  ],
);
