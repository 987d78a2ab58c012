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
import { instant, keyVersion } from "../columns.server.ts";
import { providers } from "./providers.server.ts";

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

/**
 * `request`: the consent that came with a request, one each. `named`: the customer's yes to one
 * provider, one for each offer. `phone`: the consent for another phone number.
 */
export const CONSENT_KINDS = ["request", "named", "phone"] as const;

/** INSERT only (trigger, and the application's role has no UPDATE or DELETE). */
export const consentRecords = pgTable(
  "consent_records",
  {
    id: uuid().primaryKey(),
    serviceRequestId: uuid("service_request_id").notNull(),
    kind: text({ enum: CONSENT_KINDS }).notNull().default("request"),
    /** Of a named consent: to whom the customer said yes. */
    company: text(),
    providerId: uuid("provider_id"),
    offerId: uuid("offer_id"),
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
    /** The key that opened the page of a later consent, and where it went; null in older records. */
    linkId: uuid("link_id"),
    linkOrigin: text("link_origin"),
    createdAt: instant("created_at").notNull(),
    /** sha256 of the canonical record: every column above. */
    recordHash: text("record_hash").notNull(),
  },
  (table) => [
    uniqueIndex("consent_records_service_request_id")
      .on(table.serviceRequestId)
      .where(sql`kind = 'request'`),
    uniqueIndex("consent_records_offer_id").on(table.offerId).where(sql`offer_id is not null`),
    index("consent_records_later")
      .on(table.serviceRequestId, table.createdAt)
      .where(sql`kind <> 'request'`),
    index("consent_records_created_at").on(table.createdAt),
    index("consent_records_phone_e164").on(table.phoneE164),
    index("consent_records_text_id").on(table.textId, table.agreedAt),
    check("consent_records_status", sql`${table.status} in ('captured', 'not captured')`),
    check(
      "consent_records_kind",
      sql`${table.kind} in ('request', 'named', 'phone') and (kind = 'named') = (offer_id is not null) and (kind = 'named') = (provider_id is not null) and (kind = 'named') = (company is not null)`,
    ),
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

/** `company`: only our own messages; `all`: also the professional who has the details. */
export const OPT_OUT_SCOPES = ["all", "company"] as const;
export type OptOutScope = (typeof OPT_OUT_SCOPES)[number];

/** Contacts, as keyed hashes, that opted out of messages and calls. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["phone", "email"] }).notNull(),
    contactHash: text("contact_hash").notNull(),
    keyVersion: keyVersion("key_version"),
    scope: text({ enum: OPT_OUT_SCOPES }).notNull().default("all"),
    source: text().notNull(),
    optedOutAt: instant("opted_out_at").notNull(),
  },
  (table) => [
    index("suppressions_contact_hash").on(table.contactHash, table.optedOutAt),
    index("suppressions_opted_out_at").on(table.optedOutAt),
    check("suppressions_scope", sql`${table.scope} in ('all', 'company')`),
  ],
);

/** Contacts, as keyed hashes, that opted out of one provider: no offer of theirs goes there. */
export const providerOptOuts = pgTable(
  "provider_opt_outs",
  {
    id: uuid().primaryKey(),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => providers.id, { onDelete: "cascade" }),
    contactHash: text("contact_hash").notNull(),
    keyVersion: keyVersion("key_version"),
    source: text().notNull(),
    optedOutAt: instant("opted_out_at").notNull(),
  },
  (table) => [
    index("provider_opt_outs_contact_hash").on(table.contactHash, table.providerId),
    index("provider_opt_outs_opted_out_at").on(table.optedOutAt),
  ],
);

/**
 * Keys of the hashes of contacts and of customers' links, encrypted with the application secret. A
 * hash of version n was keyed with the keys 1 to n, one after the other, so that a new key is applied
 * to stored hashes without the contacts behind them.
 */
export const contactKeys = pgTable("contact_keys", {
  version: integer().primaryKey(),
  encryptedKey: text("encrypted_key").notNull(),
  createdAt: instant("created_at").notNull(),
});
