import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const OUTBOX_STATES = ["waiting", "held", "delivered", "dead"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** Steps of a delivery that are done: a worker that takes over goes on from there. */
export type DeliveryProgress = {
  /** The CRM location that the contact is in; progress in another one counts for nothing. */
  locationId?: string;
  contactId?: string;
  tagged?: boolean;
  /** A note may have been written: the next worker looks for it first. */
  noting?: boolean;
  /** Fields that the CRM keeps otherwise than they were sent, by name. */
  differences?: string[];
};

/** The truth about deliveries: one row a request, for one target. Workers are only woken. */
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
    progress: json<DeliveryProgress>("progress").notNull().default({}),
    createdAt: instant("created_at").notNull(),
    deliveredAt: instant("delivered_at"),
  },
  (table) => [
    uniqueIndex("crm_outbox_request_id").on(table.requestId),
    index("crm_outbox_due").on(table.target, table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("crm_outbox_dead").on(table.id).where(sql`state = 'dead'`),
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
  /** Calls of the day that began then, for targets with a daily limit. */
  dayStartedAt: instant("day_started_at"),
  dayCalls: integer("day_calls").notNull().default(0),
});

/**
 * Connections to the CRM's own API. At most one is not disconnected; tokens are sealed by the
 * vault.
 */
export const crmConnections = pgTable(
  "crm_connections",
  {
    id: uuid().primaryKey(),
    locationId: text("location_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    expiresAt: instant("expires_at").notNull(),
    /** Counts token pairs: who refreshes says which one was used up. */
    version: integer().notNull().default(1),
    refreshedAt: instant("refreshed_at"),
    refreshError: text("refresh_error"),
    connectedAt: instant("connected_at").notNull(),
    connectedBy: text("connected_by").notNull(),
    disconnectedAt: instant("disconnected_at"),
  },
  () => [
    uniqueIndex("crm_connections_one")
      .on(sql`(disconnected_at is null)`)
      .where(sql`disconnected_at is null`),
  ],
);

export const STOP_STATES = ["waiting", "delivered", "dead", "lifted"] as const;

/** Contacts that the CRM must not disturb any more: a delivery order for each stop and contact. */
export const crmOptOuts = pgTable(
  "crm_stops",
  {
    id: uuid().primaryKey(),
    contactId: text("contact_id").notNull(),
    state: text({ enum: STOP_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    leaseUntil: instant("lease_until"),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("crm_stops_waiting").on(table.contactId).where(sql`state = 'waiting'`),
    index("crm_stops_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("crm_stops_contact_id").on(table.contactId, table.finishedAt),
    check("crm_stops_state", sql`${table.state} in ('waiting', 'delivered', 'dead', 'lifted')`),
  ],
);

/** Events of the CRM about our contacts that were taken, each once. */
export const crmEvents = pgTable("crm_events", {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: instant("received_at").notNull(),
});

/** What the nightly comparison with the CRM found. */
export const crmReports = pgTable(
  "crm_reports",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull(),
    withoutOrder: integer("without_order").notNull(),
    undelivered: integer().notNull(),
    sampled: integer().notNull(),
    missing: integer().notNull(),
    /** Ids of some of those requests. */
    requestIds: json<{ withoutOrder: string[]; missing: string[] }>("request_ids").notNull(),
  },
  (table) => [index("crm_reports_at").on(table.at.desc())],
);
