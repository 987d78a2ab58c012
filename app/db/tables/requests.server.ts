import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, isDemo, json, keyVersion } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

export const REQUEST_STATUSES = ["new", "contacted", "closed"] as const;
/** Why the customer ended a request on their own page. */
export const REQUEST_OUTCOMES = ["canceled-by-customer", "stopped-by-customer"] as const;

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
    isDemo: isDemo(),
    /** What the staff search covers: name, service and the digits of the phone. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(customer_name || ' ' || service_type || ' ' || regexp_replace(customer_phone, '\\D', '', 'g'))`,
    ),
    clientCreatedAt: instant("client_created_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("service_requests_idempotency_key").on(table.idempotencyKey),
    index("service_requests_created_at_id").on(table.createdAt.desc(), table.id.desc()),
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
    check("service_requests_status", sql`${table.status} in ('new', 'contacted', 'closed')`),
    check(
      "service_requests_outcome",
      sql`${table.outcome} in ('canceled-by-customer', 'stopped-by-customer')`,
    ),
  ],
);

const requestReference = () =>
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

export const REQUEST_KEY_PURPOSES = ["page", "reply"] as const;

/**
 * Keys that open a customer's own page ("page"), or that only accept a reply by mail ("reply"). The
 * key itself is known to its holder alone; here is its keyed hash.
 */
export const requestKeys = pgTable(
  "request_keys",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    keyHash: text("key_hash").notNull(),
    keyVersion: keyVersion("key_version"),
    purpose: text({ enum: REQUEST_KEY_PURPOSES }).notNull().default("page"),
    /** Where the key went: "form", "mail" or "staff". */
    madeFor: text("made_for").notNull(),
    madeBy: uuid("made_by").references(() => staffUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("request_keys_key_hash").on(table.keyHash),
    index("request_keys_request_id").on(table.requestId, table.createdAt),
    check("request_keys_purpose", sql`${table.purpose} in ('page', 'reply')`),
  ],
);

/** `held`: the request looks like spam, and nobody has released it yet. */
export const MAIL_STATES = ["waiting", "held", "sent", "dead", "dropped"] as const;

/**
 * Mails to customers. The row has no address and no text: both are read when it is sent, so that a
 * corrected address counts and an erased person leaves nothing behind.
 */
export const customerMails = pgTable(
  "customer_mails",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    kind: text().notNull(),
    /** What the mail is about: an offer, a message, a code; each subject gets one mail of a kind. */
    subjectId: uuid("subject_id").notNull(),
    /** `dropped`: there is nothing to tell any more, or no address to tell it to. */
    state: text({ enum: MAIL_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** While set and in the future, a worker is sending this mail. */
    leaseUntil: instant("lease_until"),
    /** A code without personal data. */
    lastError: text("last_error"),
    /**
     * Keyed hash of the address that it was sent to, for the cap of mails a day. Without a version: a
     * new contact key only starts the count again.
     */
    recipientHash: text("recipient_hash"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("customer_mails_subject").on(table.requestId, table.kind, table.subjectId),
    index("customer_mails_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("customer_mails_recipient")
      .on(table.recipientHash, table.finishedAt)
      .where(sql`recipient_hash is not null`),
    check(
      "customer_mails_state",
      sql`${table.state} in ('waiting', 'held', 'sent', 'dead', 'dropped')`,
    ),
  ],
);

/** Codes that were sent to the address on file, as proof that the customer wants an erasure. */
export const customerCodes = pgTable(
  "customer_codes",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    /** Keyed hash of the address that the code was asked for. */
    contactHash: text("contact_hash"),
    /** Set when the code is mailed. */
    codeHash: text("code_hash"),
    attempts: integer().notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("customer_codes_request_id").on(table.requestId, table.createdAt),
    index("customer_codes_contact").on(table.contactHash, table.createdAt),
  ],
);

/**
 * Photos that a customer added. The images are in the row, so that they are deleted with the
 * request, in the same transaction, and no file has to be kept private.
 */
export const requestPhotos = pgTable(
  "request_photos",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    /** Encoded again by us: no EXIF, no GPS. JPEG. */
    image: bytes("image").notNull(),
    thumbnail: bytes("thumbnail").notNull(),
    /** Of the image, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("request_photos_request_id").on(table.requestId, table.createdAt)],
);

/** Times that suit the customer, each two hours long. */
export const requestWindows = pgTable(
  "request_windows",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("request_windows_request_id").on(table.requestId, table.startsAt)],
);

/** `unknown`: somebody who answered a mail from an address that is not the customer's. */
export const MESSAGE_AUTHORS = ["customer", "staff", "provider", "unknown"] as const;
export const MESSAGE_CHANNELS = ["page", "mail", "portal"] as const;

/** The thread between customer and staff and, once connected, the provider. */
export const requestMessages = pgTable(
  "request_messages",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    author: text({ enum: MESSAGE_AUTHORS }).notNull(),
    /** The member of staff, or the provider. */
    authorId: uuid("author_id"),
    /** The offer whose provider may read the message; null: only customer and staff. */
    offerId: uuid("offer_id"),
    text: text().notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("request_messages_request_id").on(table.requestId, table.createdAt),
    check(
      "request_messages_author",
      sql`${table.author} in ('customer', 'staff', 'provider', 'unknown')`,
    ),
    check("request_messages_channel", sql`${table.channel} in ('page', 'mail', 'portal')`),
  ],
);

/** Ids of mails that arrived at the inbound address, so that each counts once. */
export const inboundMails = pgTable(
  "inbound_mails",
  { id: text().primaryKey(), receivedAt: instant("received_at").notNull() },
  (table) => [index("inbound_mails_received_at").on(table.receivedAt)],
);
