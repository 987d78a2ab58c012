import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

export const WEBHOOK_PAUSE_REASONS = ["staff", "failures", "gone"] as const;
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

/** Endpoints of other systems that receive events. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    url: text().notNull(),
    /** The types of events that it gets. */
    events: text().array().notNull(),
    /** Encrypted. The earlier one also signs, until it ends, so that a receiver can change over. */
    secret: text().notNull(),
    earlierSecret: text("earlier_secret"),
    earlierSecretUntil: instant("earlier_secret_until"),
    createdBy: uuid("created_by").references(() => staffUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** Since when every attempt failed; null after one that worked. */
    failingSince: instant("failing_since"),
    /** Set: nothing is sent. Its events wait. */
    pausedAt: instant("paused_at"),
    /** `failures`: none worked for days; `gone`: the receiver answered 410. */
    pauseReason: text("pause_reason", { enum: WEBHOOK_PAUSE_REASONS }),
  },
  () => [
    check(
      "webhook_endpoints_paused",
      sql`(paused_at is null) = (pause_reason is null) and pause_reason in ('staff', 'failures', 'gone')`,
    ),
  ],
);

/**
 * What happened, written by triggers in the transaction of the change where an endpoint wants it.
 * No personal data: ids, states and numbers.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: uuid().primaryKey(),
    type: text().notNull(),
    /** The row that it is about. */
    subjectId: uuid("subject_id").notNull(),
    /** The `data` of the message. */
    data: json<Record<string, unknown>>("data").notNull(),
    /** Of the change: a row that one transaction changes several times is one event. */
    transactionId: bigint("transaction_id", { mode: "bigint" }).notNull(),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    // With the time of its start: a restored database counts transactions from the start again.
    uniqueIndex("webhook_events_once").on(
      table.subjectId,
      table.type,
      table.transactionId,
      table.occurredAt,
    ),
    index("webhook_events_occurred_at").on(table.occurredAt),
  ],
);

/** An event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey(),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => webhookEvents.id, { onDelete: "cascade" }),
    state: text({ enum: DELIVERY_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    leaseUntil: instant("lease_until"),
    lastAttemptAt: instant("last_attempt_at"),
    /** The status of the last response; null where there was none. */
    lastStatus: smallint("last_status"),
    /** Why the last attempt failed: a code, such as "timeout". */
    lastError: text("last_error"),
    /** How long the last attempt took. */
    lastMs: integer("last_ms"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_endpoint_id").on(
      table.endpointId,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("webhook_deliveries_event_id").on(table.eventId),
    check("webhook_deliveries_state", sql`${table.state} in ('waiting', 'delivered', 'failed')`),
  ],
);
