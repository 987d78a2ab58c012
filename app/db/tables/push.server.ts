import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";
import { offers } from "./offers.server.ts";
import { providerUsers } from "./provider-accounts.server.ts";
import { requestReference } from "./requests.server.ts";

/** The pair of keys that push services know this site by (VAPID): one row, for all instances. */
export const pushKeys = pgTable(
  "push_keys",
  {
    id: smallint().primaryKey(),
    /** Uncompressed point of P-256, in base64url; browsers bind their subscriptions to it. */
    publicKey: text("public_key").notNull(),
    encryptedPrivateKey: text("encrypted_private_key").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [check("push_keys_one_row", sql`${table.id} = 1`)],
);

/** Browsers that get notifications: each belongs to a member of staff, or to a person of a provider. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id").references(() => staffUsers.id, { onDelete: "cascade" }),
    providerUserId: uuid("provider_user_id").references(() => providerUsers.id, {
      onDelete: "cascade",
    }),
    /** Address at the browser's push service. */
    endpoint: text().notNull().unique(),
    /** The keys that messages to this browser are encrypted with, sealed by the vault. */
    encryptedKeys: text("encrypted_keys").notNull(),
    /** Hash of the browser's own cookie: signing out there removes the subscription. */
    browserHash: text("browser_hash").notNull(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    lastSuccessAt: instant("last_success_at"),
    /** Messages in a row that could not be delivered. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    index("push_subscriptions_user_id").on(table.userId),
    index("push_subscriptions_provider_user_id").on(table.providerUserId),
    index("push_subscriptions_browser_hash").on(table.browserHash),
    check("push_subscriptions_owner", sql`(user_id is null) <> (provider_user_id is null)`),
  ],
);

export const STAFF_PUSH_KINDS = ["emergency", "returned", "nobody-on-shift"] as const;
export const PROVIDER_PUSH_KINDS = [
  "new-offer",
  "customer-yes",
  "visit-changed",
  "job-ended",
  "message",
] as const;
export const PUSH_STATES = ["waiting", "sent", "dropped", "dead"] as const;

/** Notifications to browsers: one row for each browser. */
export const pushMessages = pgTable(
  "push_messages",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: [...STAFF_PUSH_KINDS, ...PROVIDER_PUSH_KINDS] }).notNull(),
    requestId: requestReference(),
    /** What a provider's people are told about; null in messages to staff. */
    offerId: uuid("offer_id").references(() => offers.id, { onDelete: "cascade" }),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** When it happened: such as a request came in, an alarm began, or an offer was made. */
    occurredAt: instant("occurred_at").notNull(),
    /** `dropped`: there is nothing to tell any more, or nobody who may be told now. */
    state: text({ enum: PUSH_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** While set and in the future, a worker is sending this message. */
    leaseUntil: instant("lease_until"),
    /** A code without personal data. */
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("push_messages_once").on(
      table.requestId,
      table.kind,
      table.occurredAt,
      table.subscriptionId,
    ),
    index("push_messages_subscription_id").on(table.subscriptionId),
    index("push_messages_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("push_messages_offer_id").on(table.offerId),
    check(
      "push_messages_kind",
      sql`case when offer_id is null then kind in ('emergency', 'returned', 'nobody-on-shift') else kind in ('new-offer', 'customer-yes', 'visit-changed', 'job-ended', 'message') end`,
    ),
    check("push_messages_state", sql`${table.state} in ('waiting', 'sent', 'dropped', 'dead')`),
  ],
);

/** When a person wants no notifications; without a row they may come at any time. */
export const pushPreferences = pgTable(
  "push_preferences",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    /** Minutes after midnight; from 22:00 to 7:00 is 1320 to 420. Both null: no quiet hours. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    /** IANA name of the zone that the quiet hours are in. */
    timeZone: text("time_zone").notNull(),
    /** Emergencies and alarms that nobody is on shift come during quiet hours too. */
    alarmsWhenQuiet: boolean("alarms_when_quiet").notNull().default(false),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check(
      "push_preferences_quiet_hours",
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null) and ${table.quietFrom} between 0 and 1439 and ${table.quietTo} between 0 and 1439 and ${table.quietFrom} <> ${table.quietTo}`,
    ),
  ],
);
