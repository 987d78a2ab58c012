import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json, money } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";
import { requestReference } from "./requests.server.ts";

export const ATTEMPT_CHANNELS = ["call", "text", "email"] as const;
/** `sent`: a text or a mail. */
export const ATTEMPT_RESULTS = [
  "reached",
  "no-answer",
  "voicemail",
  "wrong-number",
  "sent",
] as const;
/** The rule that an attempt went beyond: the hours or the number of attempts a day. */
export const ATTEMPT_RULES = ["hours", "cap"] as const;

/** What an attempt replaced in its request, so that it can be undone; times in ISO 8601. */
export type ReplacedByAttempt = {
  loggedAt: string;
  status: string;
  assigneeId: string | null;
  returnDueAt: string | null;
  returnedAt: string | null;
};

/** Attempts of staff to reach a customer. */
export const contactAttempts = pgTable(
  "contact_attempts",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    actorId: uuid("actor_id").references(() => staffUsers.id, { onDelete: "set null" }),
    at: instant("at").notNull(),
    channel: text({ enum: ATTEMPT_CHANNELS }).notNull(),
    result: text({ enum: ATTEMPT_RESULTS }).notNull(),
    /** Set where the attempt needed a reason, with the words of staff. */
    rule: text({ enum: ATTEMPT_RULES }),
    reason: text(),
    /** Null where it cannot be undone. */
    replaced: json<ReplacedByAttempt>("replaced"),
  },
  (table) => [
    index("contact_attempts_request_id").on(table.requestId, table.at),
    index("contact_attempts_at").on(table.at),
    // Few, and looked for with each row of the list.
    index("contact_attempts_wrong_numbers").on(table.requestId).where(sql`result = 'wrong-number'`),
    check("contact_attempts_channel", sql`${table.channel} in ('call', 'text', 'email')`),
    check(
      "contact_attempts_result",
      sql`${table.result} in ('reached', 'no-answer', 'voicemail', 'wrong-number', 'sent')`,
    ),
    check("contact_attempts_rule", sql`${table.rule} in ('hours', 'cap')`),
    check("contact_attempts_reason", sql`${table.rule} is null or ${table.reason} is not null`),
  ],
);

export const LOST_REASONS = [
  "not-reached",
  "chose-another",
  "too-expensive",
  "no-provider",
  "not-needed",
  "outside-area",
  "spam",
  "other",
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/** How a request ended, as staff recorded it; each answer may be missing. */
export const requestOutcomes = pgTable(
  "request_outcomes",
  {
    requestId: requestReference().primaryKey(),
    /** Somebody spoke with the customer. */
    reached: boolean(),
    /** The customer was connected with a provider. */
    connected: boolean(),
    /** The customer hired a provider. */
    hired: boolean(),
    /** What the job was worth, in dollars. */
    value: money("value"),
    lostReason: text("lost_reason", { enum: LOST_REASONS }),
    recordedBy: uuid("recorded_by").references(() => staffUsers.id, { onDelete: "set null" }),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [
    index("request_outcomes_recorded_at").on(table.recordedAt),
    check(
      "request_outcomes_lost_reason",
      sql`${table.lostReason} in ('not-reached', 'chose-another', 'too-expensive', 'no-provider', 'not-needed', 'outside-area', 'spam', 'other')`,
    ),
    check("request_outcomes_value", sql`${table.value} >= 0`),
  ],
);

/** Filters of the request list under a name. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid().primaryKey(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The query string of the list, without "?". */
    query: text().notNull(),
    /** Everybody sees it. */
    isShared: boolean("is_shared").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("saved_views_owner_name").on(table.ownerId, table.name)],
);
