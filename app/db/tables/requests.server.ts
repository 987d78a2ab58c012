import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, isDemo, json, keyVersion } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

export const REQUEST_STATUSES = ["new", "contacted", "closed"] as const;
/** Why the customer ended a request on their own page. */
export const REQUEST_OUTCOMES = ["canceled-by-customer", "stopped-by-customer"] as const;
/** A snooze ends at a time, or when the customer does something; what the customer does ends both. */
export const SNOOZE_KINDS = ["time", "customer"] as const;

export const serviceRequests = pgTable(
  "service_requests",
  {
    id: uuid().primaryKey(),
    /** `record.id` as the client sent it: a prefix and a timestamp. Not unique. */
    clientReference: text("client_reference"),
    idempotencyKey: text("idempotency_key"),
    /**
     * sha256 of the canonical record without id and created_at: the same key with another body is a
     * conflict.
     */
    bodyHash: text("body_hash").notNull(),
    customerName: text("customer_name").notNull(),
    customerPhone: text("customer_phone").notNull(),
    customerEmail: text("customer_email"),
    address: text(),
    city: text(),
    state: text(),
    zipCode: text("zip_code"),
    serviceType: text("service_type").notNull(),
    projectType: text("project_type").notNull(),
    projectSize: text("project_size").notNull(),
    timeframe: text(),
    description: text(),
    isPropertyOwner: boolean("is_property_owner"),
    sendTemplate: text("send_template"),
    additionalDetails: json<Record<string, unknown>>("additional_details").notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default("new"),
    /** Null while the request is open, and where staff closed it. */
    outcome: text({ enum: REQUEST_OUTCOMES }),
    /** When the status became "closed"; null while it is another. */
    closedAt: instant("closed_at"),
    ghlContactId: text("ghl_contact_id"),
    /** When the CRM accepted the request; stays when its contact id is erased. */
    syncedAt: instant("synced_at"),
    /** Normalized copies; the columns above store what was typed. */
    phoneE164: text("phone_e164"),
    emailNormalized: text("email_normalized"),
    zipValid: text("zip_valid"),
    /** Keyed hashes that suppressions are compared with. */
    phoneHash: text("phone_hash"),
    emailHash: text("email_hash"),
    contactKeyVersion: keyVersion("contact_key_version"),
    flags: text().array().notNull().default(sql`'{}'::text[]`),
    gpc: boolean().notNull().default(false),
    assigneeId: uuid("assignee_id").references(() => staffUsers.id, { onDelete: "set null" }),
    /** When the assignment ends if nobody tries to reach the customer; null: it does not. */
    returnDueAt: instant("return_due_at"),
    /** When an assignment ended that way; null once somebody has the request, tried, or it is not new. */
    returnedAt: instant("returned_at"),
    /** The customer called it an emergency. */
    isEmergency: boolean("is_emergency").generatedAlwaysAs(
      sql`coalesce(lower(btrim(timeframe)) = 'emergency', false)`,
    ),
    /** When staff first tried to reach the customer. */
    firstAttemptAt: instant("first_attempt_at"),
    /** How long that took, counting business hours only. */
    firstResponseMinutes: integer("first_response_minutes"),
    lastAttemptAt: instant("last_attempt_at"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** Hidden from the queue until then, or until the customer does something. */
    snoozedUntil: instant("snoozed_until"),
    snoozeKind: text("snooze_kind", { enum: SNOOZE_KINDS }),
    /** The request of the same person that this one was merged into; lists leave it out. */
    mergedIntoId: uuid("merged_into_id").references((): AnyPgColumn => serviceRequests.id, {
      onDelete: "set null",
    }),
    isDemo: isDemo(),
    /** What the staff search covers: name, service and the digits of the phone. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(customer_name || ' ' || service_type || ' ' || regexp_replace(customer_phone, '\\D', '', 'g'))`,
    ),
    /** The slug, at that time, of the quiz that the request came from. */
    quizSlug: text("quiz_slug").generatedAlwaysAs(sql`additional_details ->> 'quiz_slug'`),
    clientCreatedAt: instant("client_created_at"),
    createdAt: instant("created_at").notNull(),
    /**
     * Counts up, with the database's time, when something changes that the API returns. Triggers set
     * both, so that no writer can forget it.
     */
    version: integer().notNull().default(1),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("service_requests_idempotency_key").on(table.idempotencyKey),
    index("service_requests_created_at_id").on(table.createdAt.desc(), table.id.desc()),
    // Programs that follow changes read it from a time on.
    index("service_requests_changed_at").on(table.changedAt, table.id),
    index("service_requests_phone_e164").on(table.phoneE164, table.createdAt),
    index("service_requests_status_created_at").on(
      table.status,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("service_requests_search_text").using("gin", table.searchText.op("gin_trgm_ops")),
    index("service_requests_assignee_id")
      .on(table.assigneeId, table.createdAt.desc(), table.id.desc())
      .where(sql`assignee_id is not null`),
    // What each person has to do, without what they closed.
    index("service_requests_assigned_open")
      .on(table.assigneeId, table.createdAt.desc(), table.id.desc())
      .where(
        sql`assignee_id is not null and merged_into_id is null and status in ('new', 'contacted')`,
      ),
    index("service_requests_email_normalized")
      .on(table.emailNormalized, table.createdAt)
      .where(sql`email_normalized is not null`),
    // Few requests name a property contact; the privacy tools search with exactly these
    // expressions.
    index("service_requests_property_contact_email")
      .on(sql`lower(btrim(additional_details ->> 'property_contact_email'))`)
      .where(sql`additional_details ? 'property_contact_email'`),
    index("service_requests_property_contact_phone")
      .on(
        sql`right(regexp_replace(additional_details ->> 'property_contact_phone', '\\D', '', 'g'), 4)`,
      )
      .where(sql`additional_details ? 'property_contact_phone'`),
    // Set when a request is synced, so storing a new request does not pay for them.
    index("service_requests_ghl_contact_id")
      .on(table.ghlContactId)
      .where(sql`ghl_contact_id is not null`),
    index("service_requests_synced_phone_hash")
      .on(table.phoneHash)
      .where(sql`ghl_contact_id is not null`),
    index("service_requests_synced_email_hash")
      .on(table.emailHash)
      .where(sql`ghl_contact_id is not null`),
    // Counting the synced ones reads this small index and no rows.
    index("service_requests_synced_at").on(table.syncedAt).where(sql`synced_at is not null`),
    // The job that asks for reviews reads only what was closed lately.
    index("service_requests_closed_at").on(table.closedAt).where(sql`closed_at is not null`),
    // Quizzes count the requests that came from them.
    index("service_requests_quiz_slug")
      .on(table.quizSlug, table.createdAt)
      .where(sql`quiz_slug is not null`),
    // The groups of the inbox: what waits for a first attempt, and emergencies.
    index("service_requests_unattempted")
      .on(table.createdAt, table.id)
      .where(sql`status = 'new' and first_attempt_at is null and merged_into_id is null`),
    // New requests that were tried without success.
    index("service_requests_tried")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`status = 'new' and first_attempt_at is not null and merged_into_id is null`),
    index("service_requests_emergencies")
      .on(table.createdAt, table.id)
      .where(sql`status = 'new' and is_emergency and merged_into_id is null`),
    index("service_requests_returned_at").on(table.returnedAt).where(sql`returned_at is not null`),
    index("service_requests_return_due_at")
      .on(table.returnDueAt)
      .where(sql`return_due_at is not null`),
    index("service_requests_snoozed_until")
      .on(table.snoozedUntil)
      .where(sql`snoozed_until is not null`),
    index("service_requests_merged_into_id")
      .on(table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    index("service_requests_first_attempt_at")
      .on(table.firstAttemptAt)
      .where(sql`first_attempt_at is not null`),
    check(
      "service_requests_snooze",
      sql`(${table.snoozedUntil} is null) = (${table.snoozeKind} is null)`,
    ),
    check("service_requests_snooze_kind", sql`${table.snoozeKind} in ('time', 'customer')`),
    check("service_requests_status", sql`${table.status} in ('new', 'contacted', 'closed')`),
    check(
      "service_requests_outcome",
      sql`${table.outcome} in ('canceled-by-customer', 'stopped-by-customer')`,
    ),
  ],
);

export const requestReference = () =>
  uuid("request_id")
    .notNull()
    .references(() => serviceRequests.id, { onDelete: "cascade" });

/** Internal notes of staff about a request. */
export const requestNotes = pgTable(
  "request_notes",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    authorId: uuid("author_id"),
    text: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("request_notes_request_id").on(table.requestId, table.createdAt)],
);

/** The timeline of a request: every change staff made. */
export const requestEvents = pgTable(
  "request_events",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    at: instant("at").notNull(),
    actorId: uuid("actor_id"),
    /** Such as "status", "assignee", "note", "released", "sent-again". */
    kind: text().notNull(),
    detail: json<Record<string, unknown>>("detail").notNull(),
  },
  (table) => [
    index("request_events_request_id").on(table.requestId, table.at),
    index("request_events_corrections")
      .on(table.requestId)
      .where(sql`kind in ('corrected', 'phone-changed')`),
    // The job that tells providers of erasures reads only these.
    index("request_events_erasure_noted").on(table.at).where(sql`kind = 'erasure-noted'`),
  ],
);
