import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  numeric,
  pgTable,
  pgView,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { providers } from "./providers.server.ts";
import { serviceRequests } from "./requests.server.ts";

const money = (name: string) => numeric(name, { precision: 12, scale: 2, mode: "number" });
/** Rows that `npm run seed:demo` made; they never reach a real system. */
const demo = () => boolean("is_demo").notNull().default(false);
const ofProvider = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

export const providerSettings = pgTable("provider_settings", {
  providerId: uuid("provider_id")
    .primaryKey()
    .references(() => providers.id, { onDelete: "cascade" }),
  callRoutingPhone: text("call_routing_phone"),
  calendarIntegrationUrl: text("calendar_integration_url"),
  /** Encrypted where it is written; never sent to a browser. */
  apiIntegrationKeys: json<Record<string, string>>("api_integration_keys"),
  emailNotifications: boolean("email_notifications").notNull().default(true),
  smsNotifications: boolean("sms_notifications").notNull().default(false),
  minJobValue: money("min_job_value"),
  maxJobValue: money("max_job_value"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

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
    providerId: ofProvider(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default("none"),
    packageTier: text("package_tier"),
    currentPeriodEnd: instant("current_period_end"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    /** Time of the newest event that was taken: older ones change nothing. */
    eventAt: instant("event_at"),
    isDemo: demo(),
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

export const homeowners = pgTable(
  "homeowners",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    setupCompleted: boolean("setup_completed").notNull().default(false),
    isDemo: demo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("homeowners_created_at").on(table.createdAt)],
);

export const JOB_STATUSES = ["in_progress", "completed", "other"] as const;

export const jobs = pgTable(
  "jobs",
  {
    id: uuid().primaryKey(),
    serviceType: text("service_type").notNull(),
    status: text({ enum: JOB_STATUSES }).notNull(),
    homeownerId: uuid("homeowner_id").references(() => homeowners.id, { onDelete: "set null" }),
    providerId: uuid("provider_id").references(() => providers.id, { onDelete: "set null" }),
    requestId: uuid("request_id").references(() => serviceRequests.id, { onDelete: "set null" }),
    isDemo: demo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("jobs_provider_id").on(table.providerId, table.createdAt.desc())],
);

export const bids = pgTable(
  "bids",
  {
    id: uuid().primaryKey(),
    providerId: ofProvider(),
    jobId: uuid("job_id").references(() => jobs.id, { onDelete: "set null" }),
    status: text().notNull(),
    amount: money("amount").notNull(),
    isDemo: demo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("bids_provider_id").on(table.providerId, table.status, table.createdAt)],
);

export const bidUnlocks = pgTable(
  "bid_unlocks",
  {
    id: uuid().primaryKey(),
    providerId: ofProvider(),
    bidId: uuid("bid_id").references(() => bids.id, { onDelete: "set null" }),
    amountPaid: money("amount_paid").notNull(),
    paidAt: instant("paid_at").notNull(),
    isDemo: demo(),
  },
  (table) => [index("bid_unlocks_paid_at").on(table.paidAt)],
);

export const callAttributions = pgTable(
  "call_attributions",
  {
    id: uuid().primaryKey(),
    /** The id of the call at the phone system; the same event twice is one row. */
    externalId: text("external_id").unique(),
    source: text(),
    startedAt: instant("started_at").notNull(),
    connectedAt: instant("connected_at"),
    endedAt: instant("ended_at"),
    isDemo: demo(),
  },
  (table) => [index("call_attributions_started_at").on(table.startedAt)],
);

export const NOTIFICATION_CHANNELS = ["email", "sms"] as const;

/** Messages that our own system sent. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    channel: text({ enum: NOTIFICATION_CHANNELS }).notNull(),
    kind: text().notNull(),
    recipientId: uuid("recipient_id"),
    subjectId: uuid("subject_id"),
    sentAt: instant("sent_at").notNull(),
    isDemo: demo(),
  },
  (table) => [
    index("notifications_sent_at").on(table.sentAt, table.channel),
    index("notifications_kind_recipient_id").on(table.kind, table.recipientId, table.sentAt.desc()),
    check("notifications_channel", sql`${table.channel} in ('email', 'sms')`),
  ],
);

/** Providers who may get work now: verified, not past their date, with a subscription that runs. */
export const providerActive = pgView("provider_active", {
  providerId: uuid("provider_id").notNull(),
  verifiedUntil: timestamp("verified_until", { withTimezone: true }),
}).as(
  sql`select p.id as provider_id, p.verified_until from ${providers} p join payments_subscriptions s on s.provider_id = p.id
    where p.verification_status = 'verified' and (p.verified_until is null or p.verified_until > now()) and s.status in ('active', 'trialing')`,
);
