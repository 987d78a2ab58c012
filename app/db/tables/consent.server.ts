import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/** Every version of the consent wording that was shown. INSERT only: a new wording is a new row. */
export const consentTexts = pgTable(
  "consent_texts",
  {
    id: text().primaryKey(),
    purpose: text().notNull(),
    version: integer().notNull(),
    sha256: text().notNull(),
    renderedText: text("rendered_text").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("consent_texts_purpose_sha256").on(table.purpose, table.sha256)],
);

export const CONSENT_STATUSES = ["captured", "not captured"] as const;

/** One per request, INSERT only (trigger, and the application's role has no UPDATE or DELETE). */
export const consentRecords = pgTable(
  "consent_records",
  {
    id: uuid().primaryKey(),
    serviceRequestId: uuid("service_request_id").notNull(),
    status: text({ enum: CONSENT_STATUSES }).notNull(),
    textId: text("text_id").references(() => consentTexts.id),
    textVersion: integer("text_version"),
    textSha256: text("text_sha256"),
    renderedText: text("rendered_text"),
    purpose: text().notNull(),
    name: text().notNull(),
    phoneRaw: text("phone_raw").notNull(),
    phoneE164: text("phone_e164"),
    pageUrl: text("page_url"),
    formVersion: text("form_version"),
    ip: text(),
    userAgent: text("user_agent"),
    gpc: boolean().notNull(),
    shownAt: instant("shown_at"),
    agreedAt: instant("agreed_at"),
    visibleMs: integer("visible_ms"),
    createdAt: instant("created_at").notNull(),
    /** sha256 of the canonical record: every column above. */
    recordHash: text("record_hash").notNull(),
  },
  (table) => [
    uniqueIndex("consent_records_service_request_id").on(table.serviceRequestId),
    index("consent_records_created_at").on(table.createdAt),
    index("consent_records_phone_e164").on(table.phoneE164),
    index("consent_records_text_id").on(table.textId, table.agreedAt),
    check("consent_records_status", sql`${table.status} in ('captured', 'not captured')`),
  ],
);

/** Links every record to the one before it; one instance at a time writes it, in batches. */
export const consentChain = pgTable(
  "consent_chain",
  {
    seq: bigint({ mode: "number" }).primaryKey(),
    recordId: uuid("record_id")
      .notNull()
      .references(() => consentRecords.id),
    prevHash: text("prev_hash").notNull(),
    hash: text().notNull(),
    sealedAt: instant("sealed_at").notNull(),
  },
  (table) => [uniqueIndex("consent_chain_record_id").on(table.recordId)],
);

/** Contacts, as keyed hashes, that opted out of messages and calls. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["phone", "email"] }).notNull(),
    contactHash: text("contact_hash").notNull(),
    source: text().notNull(),
    optedOutAt: instant("opted_out_at").notNull(),
  },
  (table) => [index("suppressions_contact_hash").on(table.contactHash, table.optedOutAt)],
);
