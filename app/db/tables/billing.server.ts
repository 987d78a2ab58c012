import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo, json, money } from "../columns.server.ts";
import { providers } from "./providers.server.ts";

const providerReference = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "past_due",
  "canceled",
  "none",
] as const;

export const paymentsSubscriptions = pgTable(
  "payments_subscriptions",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default("none"),
    packageTier: text("package_tier"),
    currentPeriodEnd: instant("current_period_end"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    /** Time of the newest event that was applied: older ones are ignored. */
    eventAt: instant("event_at"),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("payments_subscriptions_provider_id").on(table.providerId),
    check(
      "payments_subscriptions_status",
      sql`${table.status} in ('active', 'trialing', 'past_due', 'canceled', 'none')`,
    ),
  ],
);

export const LEDGER_KINDS = ["opening", "purchase", "adjustment", "offer", "refund"] as const;

/** Double-entry ledger of credits: the lines of an entry sum to zero. INSERT only. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** The id of the offer or payment behind the entry; unique per kind. */
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
    /** Set on the account "provider"; the row outlives the provider. */
    providerId: uuid("provider_id"),
    amount: money("amount").notNull(),
  },
  (table) => [
    index("ledger_lines_entry_id").on(table.entryId),
    index("ledger_lines_provider_id").on(table.providerId),
    check("ledger_lines_provider", sql`(account = 'provider') = (provider_id is not null)`),
  ],
);

/** Stripe's webhook events that were processed, so that each counts once. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When it happened at Stripe. */
    createdAt: instant("created_at").notNull(),
    receivedAt: instant("received_at").notNull(),
    detail: json<Record<string, unknown>>("detail"),
  },
  (table) => [
    index("stripe_events_subscription").on(sql`(detail ->> 'subscription')`, table.createdAt),
  ],
);
