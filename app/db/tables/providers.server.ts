import { sql } from "drizzle-orm";
import { boolean, check, index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
    verificationStatus: text("verification_status", { enum: VERIFICATION_STATUSES }).notNull().default("pending"),
    verifiedUntil: instant("verified_until"),
    credits: numeric({ precision: 12, scale: 2, mode: "number" }).notNull().default(0),
    reputation: numeric({ precision: 3, scale: 2, mode: "number" }),
    jobsCompleted: integer("jobs_completed").notNull().default(0),
    stripeCustomerId: text("stripe_customer_id"),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("providers_service_area_zips").using("gin", table.serviceAreaZips),
    check("providers_verification_status", sql`${table.verificationStatus} in ('pending', 'verified', 'rejected', 'expired')`),
  ],
);
