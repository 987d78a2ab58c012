import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const OUTBOX_STATES = ["waiting", "held", "delivered", "dead"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** The truth about deliveries: one row a request and target. Workers are only woken. */
export const crmOutbox = pgTable(
  "crm_outbox",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id),
    target: text().notNull(),
    state: text({ enum: OUTBOX_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** While set and in the future, a worker is sending this row. */
    leaseUntil: instant("lease_until"),
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    deliveredAt: instant("delivered_at"),
  },
  (table) => [
    uniqueIndex("crm_outbox_request_id_target").on(table.requestId, table.target),
    index("crm_outbox_due").on(table.target, table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("crm_outbox_held").on(table.requestId).where(sql`state = 'held'`),
    check("crm_outbox_state", sql`${table.state} in ('waiting', 'held', 'delivered', 'dead')`),
  ],
);

export const ATTEMPT_OUTCOMES = ["delivered", "failed", "refused", "paused"] as const;

export const crmAttempts = pgTable(
  "crm_attempts",
  {
    id: uuid().primaryKey(),
    outboxId: uuid("outbox_id")
      .notNull()
      .references(() => crmOutbox.id, { onDelete: "cascade" }),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at").notNull(),
    outcome: text({ enum: ATTEMPT_OUTCOMES }).notNull(),
    httpStatus: integer("http_status"),
    error: text(),
  },
  (table) => [index("crm_attempts_outbox_id").on(table.outboxId, table.startedAt)],
);

/** Circuit breaker and rate window of one delivery target, shared by all instances. */
export const crmTargets = pgTable("crm_targets", {
  target: text().primaryKey(),
  state: text({ enum: ["closed", "open", "paused"] })
    .notNull()
    .default("closed"),
  reason: text(),
  since: instant("since").notNull(),
  nextProbeAt: instant("next_probe_at"),
  consecutiveFailures: integer("consecutive_failures").notNull().default(0),
  /** When each call of the current rate window was claimed. */
  recentCalls: instant("recent_calls").array().notNull().default([]),
});
