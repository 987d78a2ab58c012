import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  pgView,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, isDemo, json, money } from "../columns.server.ts";

export const VERIFICATION_STATUSES = ["pending", "verified", "rejected", "expired"] as const;

export const providers = pgTable(
  "providers",
  {
    id: uuid().primaryKey(),
    companyName: text("company_name").notNull(),
    contactName: text("contact_name").notNull(),
    contactEmail: text("contact_email"),
    phone: text().notNull(),
    businessAddress: text("business_address"),
    businessCity: text("business_city"),
    businessState: text("business_state"),
    businessZip: text("business_zip"),
    serviceCategories: text("service_categories").array().notNull().default(sql`'{}'::text[]`),
    serviceAreaZips: text("service_area_zips").array().notNull().default(sql`'{}'::text[]`),
    verificationStatus: text("verification_status", { enum: VERIFICATION_STATUSES })
      .notNull()
      .default("pending"),
    verifiedUntil: instant("verified_until"),
    /** The status that the nightly check of evidence proposes; staff decide. */
    proposedStatus: text("proposed_status", { enum: VERIFICATION_STATUSES }),
    proposedReason: text("proposed_reason"),
    /** Balance of the provider's ledger account, updated in the same transaction as the ledger. */
    credits: money("credits").notNull().default(0),
    reputation: numeric({ precision: 3, scale: 2, mode: "number" }),
    jobsCompleted: integer("jobs_completed").notNull().default(0),
    stripeCustomerId: text("stripe_customer_id"),
    isDemo: isDemo(),
    /** What the staff search covers: company, contact, city and the digits of the phone. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(company_name || ' ' || contact_name || ' ' || coalesce(business_city, '') || ' ' || regexp_replace(phone, '\\D', '', 'g'))`,
    ),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("providers_created_at_id").on(table.createdAt.desc(), table.id.desc()),
    index("providers_status_created_at").on(
      table.verificationStatus,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("providers_search_text").using("gin", table.searchText.op("gin_trgm_ops")),
    uniqueIndex("providers_stripe_customer_id").on(table.stripeCustomerId),
    index("providers_service_area_zips").using("gin", table.serviceAreaZips),
    check(
      "providers_verification_status",
      sql`${table.verificationStatus} in ('pending', 'verified', 'rejected', 'expired')`,
    ),
  ],
);

const providerReference = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

/** Minutes from midnight, by day of the week from Sunday; null for a day without offers. */
export type StoredOfferHours = ({ from: number; until: number } | null)[];
/** ZIP codes within so many miles of one; 0 miles: that one alone. */
export type StoredArea = { zip: string; miles: number };

export const providerSettings = pgTable("provider_settings", {
  providerId: uuid("provider_id")
    .primaryKey()
    .references(() => providers.id, { onDelete: "cascade" }),
  callRoutingPhone: text("call_routing_phone"),
  calendarIntegrationUrl: text("calendar_integration_url"),
  /** Encrypted by the application; never sent to a browser. */
  apiIntegrationKeys: json<Record<string, string>>("api_integration_keys"),
  emailNotifications: boolean("email_notifications").notNull().default(true),
  smsNotifications: boolean("sms_notifications").notNull().default(false),
  minJobValue: money("min_job_value"),
  maxJobValue: money("max_job_value"),
  /** No offers until then. */
  pausedUntil: instant("paused_until"),
  /** Most offers a business day; null for any number. */
  maxOffersPerDay: smallint("max_offers_per_day"),
  /** When the provider takes offers, by day of the week; null for any time. */
  offerHours: json<StoredOfferHours>("offer_hours"),
  /** What the area is made of, as the provider entered it; `service_area_zips` is its result. */
  areas: json<StoredArea[]>("areas"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const EVIDENCE_CHECKS = [
  "license",
  "insurance",
  "identity",
  "background",
  "references",
] as const;

/** Proof that a provider was checked: what was seen, by whom, and until when it is valid. */
export const verificationEvidence = pgTable(
  "verification_evidence",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    check: text({ enum: EVIDENCE_CHECKS }).notNull(),
    description: text().notNull(),
    checkedBy: text("checked_by").notNull(),
    validUntil: date("valid_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("verification_evidence_provider_id").on(table.providerId, table.createdAt.desc()),
  ],
);

/** Providers who can get work now: verified, not expired, with a current subscription. */
export const providerActive = pgView("provider_active", {
  providerId: uuid("provider_id").notNull(),
  verifiedUntil: timestamp("verified_until", { withTimezone: true }),
}).as(
  sql`select p.id as provider_id, p.verified_until from ${providers} p join payments_subscriptions s on s.provider_id = p.id
    where p.verification_status = 'verified' and (p.verified_until is null or p.verified_until > now()) and s.status in ('active', 'trialing')`,
);
