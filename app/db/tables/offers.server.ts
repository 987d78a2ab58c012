import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo, json, money } from "../columns.server.ts";
import { providerUsers } from "./provider-accounts.server.ts";
import { providers } from "./providers.server.ts";
import { serviceRequests } from "./requests.server.ts";

const providerReference = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

export const homeowners = pgTable(
  "homeowners",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    setupCompleted: boolean("setup_completed").notNull().default(false),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("homeowners_created_at").on(table.createdAt)],
);

export const JOB_STATUSES = ["in_progress", "completed", "other"] as const;
/** Where a job stands, as its provider says; null until they say something. */
export const JOB_STAGES = ["started", "done", "not-hired"] as const;

export const jobs = pgTable(
  "jobs",
  {
    id: uuid().primaryKey(),
    serviceType: text("service_type").notNull(),
    status: text({ enum: JOB_STATUSES }).notNull(),
    homeownerId: uuid("homeowner_id").references(() => homeowners.id, { onDelete: "set null" }),
    providerId: uuid("provider_id").references(() => providers.id, { onDelete: "set null" }),
    requestId: uuid("request_id").references(() => serviceRequests.id, { onDelete: "set null" }),
    stage: text({ enum: JOB_STAGES }),
    stageAt: instant("stage_at"),
    /** Why the customer did not hire the provider; a key of `NOT_HIRED_REASONS`. */
    notHiredReason: text("not_hired_reason"),
    /** What the customer paid in dollars, as the provider says. */
    paidAmount: money("paid_amount"),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("jobs_provider_id").on(table.providerId, table.createdAt.desc()),
    index("jobs_provider_list").on(
      table.providerId,
      sql`(case when stage in ('done', 'not-hired') then stage else 'open' end)`,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    check("jobs_stage", sql`${table.stage} in ('started', 'done', 'not-hired')`),
    check("jobs_not_hired", sql`(not_hired_reason is null) or (stage = 'not-hired')`),
  ],
);

export const bids = pgTable(
  "bids",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    jobId: uuid("job_id").references(() => jobs.id, { onDelete: "set null" }),
    status: text().notNull(),
    amount: money("amount").notNull(),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("bids_provider_id").on(table.providerId, table.status, table.createdAt)],
);

export const bidUnlocks = pgTable(
  "bid_unlocks",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    bidId: uuid("bid_id").references(() => bids.id, { onDelete: "set null" }),
    amountPaid: money("amount_paid").notNull(),
    paidAt: instant("paid_at").notNull(),
    isDemo: isDemo(),
  },
  (table) => [index("bid_unlocks_paid_at").on(table.paidAt)],
);

export const OFFER_STATES = [
  "open",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
  "customer-declined",
] as const;

export type OfferState = (typeof OFFER_STATES)[number];

/** `ok`: false where staff overrode the check. */
export type StoredMatchReason = { check: string; ok: boolean; text: string };

/**
 * Offers of requests to providers, one open offer per request: the customer agreed to be contacted by
 * one professional.
 */
export const offers = pgTable(
  "offers",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    providerId: providerReference(),
    state: text({ enum: OFFER_STATES }).notNull().default("open"),
    /** Hash of the token in the provider's link. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Credits that accepting costs. */
    cost: money("cost").notNull(),
    jobId: uuid("job_id").references(() => jobs.id, { onDelete: "set null" }),
    bidId: uuid("bid_id").references(() => bids.id, { onDelete: "set null" }),
    offeredBy: text("offered_by").notNull(),
    /** Why this provider was asked, as of then; null in offers from before this was stored. */
    matchReasons: json<StoredMatchReason[]>("match_reasons"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    decidedAt: instant("decided_at"),
    /**
     * When the customer approved this provider, and which staff member recorded it, or "customer".
     * Until then the provider does not see the customer's details.
     */
    customerApprovedAt: instant("customer_approved_at"),
    customerApprovalRecordedBy: text("customer_approval_recorded_by"),
    /** Until when the provider sees the customer's details: for some weeks after the yes, or longer
     * while the work goes on. */
    contactUntil: instant("contact_until"),
    /** What the customer wrote until then needs no answer, as the provider says. */
    messagesDoneAt: instant("messages_done_at"),
    /**
     * When staff should call the customer for an answer: at once where nobody could be asked by
     * mail, else when the time to answer is over. Set when the provider accepts.
     */
    staffCallDueAt: instant("staff_call_due_at"),
    /** Why the credits were refunded, and when. */
    refundReason: text("refund_reason"),
    refundedAt: instant("refunded_at"),
  },
  (table) => [
    uniqueIndex("offers_one_open").on(table.requestId).where(sql`state in ('open', 'accepted')`),
    index("offers_provider_id").on(table.providerId, table.createdAt.desc()),
    index("offers_provider_open").on(table.providerId, table.expiresAt).where(sql`state = 'open'`),
    index("offers_provider_accepted")
      .on(table.providerId, table.createdAt.desc(), table.id.desc())
      .where(sql`state = 'accepted'`),
    index("offers_provider_contact")
      .on(table.providerId, table.contactUntil)
      .where(sql`state = 'accepted' and contact_until is not null`),
    index("offers_job_id").on(table.jobId).where(sql`job_id is not null`),
    index("offers_request_id").on(table.requestId, table.createdAt),
    index("offers_expires_at").on(table.expiresAt).where(sql`state = 'open'`),
    index("offers_awaiting_customer")
      .on(table.requestId)
      .where(sql`state = 'accepted' and customer_approved_at is null`),
    index("offers_customer_approved_at")
      .on(table.customerApprovedAt)
      .where(sql`state = 'accepted' and customer_approved_at is not null`),
    check(
      "offers_state",
      sql`${table.state} in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'customer-declined')`,
    ),
    check(
      "offers_customer_approval",
      sql`(customer_approved_at is null) = (customer_approval_recorded_by is null) and (customer_approved_at is null or state = 'accepted')`,
    ),
  ],
);

export const DISPUTE_CLAIMS = [
  "duplicate",
  "outside-area",
  "impossible-phone",
  "stopped-first",
  "hired-elsewhere",
  "unreachable",
  "other",
] as const;
export const DISPUTE_DECISIONS = ["granted", "refused"] as const;

/** A fact from our own data that was checked for a dispute. `supports`: it proves the claim. */
export type DisputeFact = { label: string; value: string; supports: boolean };

/** A provider's claim that an offer's credits should come back; one an offer. */
export const offerDisputes = pgTable(
  "offer_disputes",
  {
    id: uuid().primaryKey(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id, { onDelete: "cascade" }),
    providerId: providerReference(),
    claim: text({ enum: DISPUTE_CLAIMS }).notNull(),
    /** What the provider wrote. */
    words: text(),
    facts: json<DisputeFact[]>("facts").notNull(),
    createdBy: uuid("created_by").references(() => providerUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** Until when a person decides; null where our facts decided at once. */
    dueAt: instant("due_at"),
    decision: text({ enum: DISPUTE_DECISIONS }),
    /** "facts", or the id of the staff member. */
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** The sentence that the provider reads. */
    answer: text(),
  },
  (table) => [
    uniqueIndex("offer_disputes_offer_id").on(table.offerId),
    index("offer_disputes_provider_id").on(table.providerId, table.createdAt.desc()),
    index("offer_disputes_decided")
      .on(table.decidedAt.desc(), table.id.desc())
      .where(sql`decided_at is not null`),
    index("offer_disputes_open").on(table.dueAt).where(sql`decided_at is null`),
    check("offer_disputes_decision", sql`${table.decision} in ('granted', 'refused')`),
    check(
      "offer_disputes_decided",
      sql`(decided_at is null) = (decision is null) and (decided_at is null) = (decided_by is null)`,
    ),
  ],
);
