import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, isDemo, json, money } from "../columns.server.ts";
import { providerUsers } from "./provider-accounts.server.ts";
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

/**
 * `offer` charges an accepted offer and `refund` gives that back; `reversal` takes back bought credits
 * whose payment was refunded or charged back, and gives them back where a chargeback is won.
 */
export const LEDGER_KINDS = [
  "opening",
  "purchase",
  "adjustment",
  "offer",
  "refund",
  "reversal",
] as const;

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
    /** On the account "provider": the line's place in the provider's statement, from 1 without gaps. */
    number: integer(),
    /** On the account "provider": the balance after this line. */
    balance: money("balance"),
  },
  (table) => [
    index("ledger_lines_entry_id").on(table.entryId),
    uniqueIndex("ledger_lines_provider_number").on(table.providerId, table.number),
    check("ledger_lines_provider", sql`(account = 'provider') = (provider_id is not null)`),
    check("ledger_lines_has_number", sql`(account = 'provider') = (number is not null)`),
    check("ledger_lines_has_balance", sql`(account = 'provider') = (balance is not null)`),
  ],
);

export const PURCHASE_STATES = ["open", "paid", "expired"] as const;

/**
 * Purchases of credits: those that providers began in the portal, `open` until Stripe says that they are
 * paid, and paid ones by other links.
 */
export const creditPurchases = pgTable(
  "credit_purchases",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    boughtBy: uuid("bought_by").references(() => providerUsers.id, { onDelete: "set null" }),
    credits: money("credits").notNull(),
    cents: integer().notNull(),
    state: text({ enum: PURCHASE_STATES }).notNull().default("open"),
    /** Stripe's id of the Checkout session; null where it could not be created. */
    checkoutSessionId: text("checkout_session_id"),
    /** Stripe's id of the payment, which the ledger entry has as its reference. */
    paymentId: text("payment_id"),
    createdAt: instant("created_at").notNull(),
    paidAt: instant("paid_at"),
  },
  (table) => [
    index("credit_purchases_provider_id").on(table.providerId, table.createdAt.desc()),
    uniqueIndex("credit_purchases_payment_id").on(table.paymentId),
    check("credit_purchases_state", sql`${table.state} in ('open', 'paid', 'expired')`),
  ],
);

export const CHARGEBACK_STATES = ["none", "open", "won", "lost"] as const;

/**
 * What went back of a payment, according to all its events: refunds that did not fail, and chargebacks
 * until they are won. Each payment has a row, which may be older than the purchase, since events arrive
 * in any order; its lock is what they wait for.
 */
export const paymentReversals = pgTable(
  "payment_reversals",
  {
    paymentId: text("payment_id").primaryKey(),
    /** Refunded so far, in cents; falls where a refund fails. */
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    chargeback: text({ enum: CHARGEBACK_STATES }).notNull().default("none"),
    /** How much open and lost chargebacks are about, in cents. */
    chargebackCents: bigint("chargeback_cents", { mode: "number" }).notNull().default(0),
    /** How many entries were posted for it; part of their references. */
    entries: integer().notNull().default(0),
    /** Credits that are taken back now. */
    reversedCredits: money("reversed_credits").notNull().default(0),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check(
      "payment_reversals_chargeback",
      sql`${table.chargeback} in ('none', 'open', 'won', 'lost')`,
    ),
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
    index("stripe_events_payment")
      .on(sql`(detail ->> 'payment')`)
      .where(sql`detail ->> 'payment' is not null`),
  ],
);
