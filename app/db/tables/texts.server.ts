import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { offers } from "./offers.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const TEXT_STATES = ["waiting", "sent", "dead", "dropped"] as const;

/**
 * Texts to customers: one for each offer that a provider accepted. The row has no number and no
 * words: both are read when it is sent.
 */
export const customerTexts = pgTable(
  "customer_texts",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    offerId: uuid("offer_id")
      .notNull()
      .unique()
      .references(() => offers.id, { onDelete: "cascade" }),
    /** `dropped`: there is nothing to tell any more, or nobody who may be texted. */
    state: text({ enum: TEXT_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** While set and in the future, a worker is sending this text. */
    leaseUntil: instant("lease_until"),
    /**
     * When it was handed to the provider of texts, who did not refuse it: it may have arrived, and
     * counts as an attempt to reach the customer.
     */
    handedOverAt: instant("handed_over_at"),
    /** A code without personal data. */
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("customer_texts_request_id").on(table.requestId),
    index("customer_texts_handed_over_at")
      .on(table.handedOverAt)
      .where(sql`handed_over_at is not null`),
    index("customer_texts_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    check("customer_texts_state", sql`${table.state} in ('waiting', 'sent', 'dead', 'dropped')`),
  ],
);

/**
 * Texts that arrived, so that each counts once. They are kept: the signature of a call has no time,
 * so one that somebody recorded could come again years later.
 */
export const inboundTexts = pgTable(
  "inbound_texts",
  {
    id: uuid().primaryKey(),
    /** Hash of the provider's id of the text. */
    sidHash: text("sid_hash").notNull().unique(),
    /** No open request has the number, or several have it: staff read it at the provider. */
    isUnmatched: boolean("is_unmatched").notNull().default(false),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("inbound_texts_unmatched").on(table.id).where(sql`is_unmatched`)],
);
