import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const OUTBOX_STATES = ["waiting", "held", "delivered", "dead"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** Completed steps of a delivery: the next worker continues from there. */
export type DeliveryProgress = {
  /** The CRM location of the contact; progress in another location does not count. */
  locationId?: string;
  contactId?: string;
  tagged?: boolean;
  /** A note may have been written: the next worker looks for it first. */
  noting?: boolean;
  /** Names of fields whose values in the CRM differ from what was sent. */
  differences?: string[];
};

/**
 * The source of truth about deliveries: one row per request, for one target. Notifications only
 * wake workers.
 */
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

export const BREAKER_STATES = ["closed", "open", "paused"] as const;
/** `open`: the target failed several times in a row; `paused`: it accepts nothing at present. */
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Circuit breaker and rate window of one delivery target, shared by all instances. */
export const crmTargets = pgTable("crm_targets", {
  target: text().primaryKey(),
  state: text({ enum: BREAKER_STATES }).notNull().default("closed"),
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

/** Connections to the CRM's API. At most one is active; tokens are encrypted by the vault. */
export const crmConnections = pgTable(
  "crm_connections",
  {
    id: uuid().primaryKey(),
    locationId: text("location_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    expiresAt: instant("expires_at").notNull(),
    /** Version of the token pair: a refresh names the pair that it replaces. */
    version: integer().notNull().default(1),
    refreshedAt: instant("refreshed_at"),
    refreshError: text("refresh_error"),
    connectedAt: instant("connected_at").notNull(),
    connectedBy: text("connected_by").notNull(),
    disconnectedAt: instant("disconnected_at"),
  },
  () => [
    uniqueIndex("crm_connections_one_active")
      .on(sql`(disconnected_at is null)`)
      .where(sql`disconnected_at is null`),
  ],
);

export const OPT_OUT_STATES = ["waiting", "delivered", "dead", "superseded"] as const;

/** Opt-outs to set in the CRM (do not disturb): one delivery per opt-out and contact. */
export const crmOptOuts = pgTable(
  "crm_opt_outs",
  {
    id: uuid().primaryKey(),
    contactId: text("contact_id").notNull(),
    state: text({ enum: OPT_OUT_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    leaseUntil: instant("lease_until"),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("crm_opt_outs_waiting").on(table.contactId).where(sql`state = 'waiting'`),
    index("crm_opt_outs_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("crm_opt_outs_contact_id").on(table.contactId, table.finishedAt),
    check(
      "crm_opt_outs_state",
      sql`${table.state} in ('waiting', 'delivered', 'dead', 'superseded')`,
    ),
  ],
);

/** Ids of the CRM's webhook events that were processed, so that each counts once. */
export const crmEvents = pgTable("crm_events", {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: instant("received_at").notNull(),
});

/** Results of the nightly comparison with the CRM. */
export const crmReconciliations = pgTable(
  "crm_reconciliations",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull(),
    /** Requests that should be delivered and have no outbox row. */
    notQueued: integer("not_queued").notNull(),
    undelivered: integer().notNull(),
    sampled: integer().notNull(),
    missing: integer().notNull(),
    /** Ids of some of those requests. */
    requestIds: json<{ notQueued: string[]; missing: string[] }>("request_ids").notNull(),
  },
  (table) => [index("crm_reconciliations_at").on(table.at.desc())],
);
