import { sql } from "drizzle-orm";
import { check, date, index, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { bids, jobs } from "./marketplace.server.ts";
import { providers } from "./providers.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const OFFER_STATES = [
  "open",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
  "refused",
] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/**
 * A request offered to one provider at a time: the customer agreed to one professional, not to a
 * crowd.
 */
export const offers = pgTable(
  "offers",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => providers.id, { onDelete: "cascade" }),
    state: text({ enum: OFFER_STATES }).notNull().default("open"),
    /** Hash of the key in the provider's link. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Credits that accepting costs. */
    cost: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
    jobId: uuid("job_id").references(() => jobs.id, { onDelete: "set null" }),
    bidId: uuid("bid_id").references(() => bids.id, { onDelete: "set null" }),
    offeredBy: text("offered_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    decidedAt: instant("decided_at"),
    /**
     * When the customer said yes to this professional, and who of staff wrote it down. Until then
     * nobody sees their details.
     */
    releasedAt: instant("released_at"),
    releasedBy: text("released_by"),
    /** Why its credits came back, and when. */
    refundReason: text("refund_reason"),
    refundedAt: instant("refunded_at"),
  },
  (table) => [
    uniqueIndex("offers_one_open").on(table.requestId).where(sql`state in ('open', 'accepted')`),
    index("offers_provider_id").on(table.providerId, table.createdAt.desc()),
    index("offers_request_id").on(table.requestId, table.createdAt),
    index("offers_expires_at").on(table.expiresAt).where(sql`state = 'open'`),
    index("offers_unreleased")
      .on(table.requestId)
      .where(sql`state = 'accepted' and released_at is null`),
    check(
      "offers_state",
      sql`${table.state} in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'refused')`,
    ),
    check(
      "offers_released",
      sql`(released_at is null) = (released_by is null) and (released_at is null or state = 'accepted')`,
    ),
  ],
);

export const LEDGER_KINDS = ["opening", "purchase", "adjustment", "offer", "refund"] as const;

/** Double-entry ledger of credits: the lines of an entry sum up to zero. Rows are only added. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** What it was for, once: an offer's id, a payment's id. */
    reference: text(),
    actor: text().notNull(),
    note: text(),
  },
  (table) => [
    uniqueIndex("ledger_entries_reference")
      .on(table.kind, table.reference)
      .where(sql`reference is not null`),
    index("ledger_entries_at").on(table.at),
  ],
);

export const LEDGER_ACCOUNTS = ["provider", "cash", "earned", "adjustments", "opening"] as const;

export const ledgerLines = pgTable(
  "ledger_lines",
  {
    id: uuid().primaryKey(),
    entryId: uuid("entry_id")
      .notNull()
      .references(() => ledgerEntries.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Of the account "provider"; the row outlives the provider. */
    providerId: uuid("provider_id"),
    amount: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
  },
  (table) => [
    index("ledger_lines_entry_id").on(table.entryId),
    index("ledger_lines_provider_id").on(table.providerId),
    check("ledger_lines_provider", sql`(account = 'provider') = (provider_id is not null)`),
  ],
);

export const EVIDENCE_CHECKS = [
  "license",
  "insurance",
  "identity",
  "background",
  "references",
] as const;

/** Proof that a provider was checked: what, by whom, and until when it holds. */
export const verificationEvidence = pgTable(
  "verification_evidence",
  {
    id: uuid().primaryKey(),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => providers.id, { onDelete: "cascade" }),
    check: text({ enum: EVIDENCE_CHECKS }).notNull(),
    what: text().notNull(),
    checkedBy: text("checked_by").notNull(),
    validUntil: date("valid_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("verification_evidence_provider_id").on(table.providerId, table.createdAt.desc()),
  ],
);

/** Events of the payment company that were taken, each once. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When it happened there. */
    createdAt: instant("created_at").notNull(),
    receivedAt: instant("received_at").notNull(),
    detail: json<Record<string, unknown>>("detail"),
  },
  (table) => [
    index("stripe_events_subscription").on(sql`(detail ->> 'subscription')`, table.createdAt),
  ],
);
