import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

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
    /** What the nightly look at evidence would set; a person decides. */
    proposedStatus: text("proposed_status", { enum: VERIFICATION_STATUSES }),
    proposedReason: text("proposed_reason"),
    /** The balance of the provider's ledger account, kept with it in one transaction. */
    credits: numeric({ precision: 12, scale: 2, mode: "number" }).notNull().default(0),
    reputation: numeric({ precision: 3, scale: 2, mode: "number" }),
    jobsCompleted: integer("jobs_completed").notNull().default(0),
    stripeCustomerId: text("stripe_customer_id"),
    isDemo: boolean("is_demo").notNull().default(false),
    /**
     * What the staff's search looks through: company, contact, city and the digits of the phone.
     */
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
