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
import { providers } from "./providers.server.ts";

export const PROVIDER_ROLES = ["member", "owner"] as const;

const providerReference = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

/** The people of a provider who may sign in at /pro. One email address belongs to one provider. */
export const providerUsers = pgTable(
  "provider_users",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    /** In small letters. */
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: PROVIDER_ROLES }).notNull(),
    isActive: boolean("is_active").notNull().default(true),
    /** Which mails the person gets, each about something else. */
    mailsOffers: boolean("mails_offers").notNull().default(true),
    mailsJobs: boolean("mails_jobs").notNull().default(true),
    mailsMessages: boolean("mails_messages").notNull().default(true),
    mailsCredits: boolean("mails_credits").notNull().default(false),
    /** What the person's devices are notified of, where notifications are turned on. */
    pushesOffers: boolean("pushes_offers").notNull().default(true),
    pushesJobs: boolean("pushes_jobs").notNull().default(true),
    pushesMessages: boolean("pushes_messages").notNull().default(true),
    /** Seed of the authenticator app, encrypted by the application; null without a second factor. */
    totpSecret: text("totp_secret"),
    /** When a first code proved that the app works; until then no sign-in asks for one. */
    totpConfirmedAt: instant("totp_confirmed_at"),
    /** The time step of the last code that was accepted: each code works once. */
    totpLastStep: integer("totp_last_step"),
    /** Keyed hashes; a used one is removed. */
    recoveryCodes: text("recovery_codes").array().notNull().default(sql`'{}'::text[]`),
    /** Wrong codes of the second factor in a row, and until when none is checked. */
    codeFailures: integer("code_failures").notNull().default(0),
    codesLockedUntil: instant("codes_locked_until"),
    createdAt: instant("created_at").notNull(),
    lastSignInAt: instant("last_sign_in_at"),
  },
  (table) => [
    uniqueIndex("provider_users_email").on(table.email),
    index("provider_users_provider_id").on(table.providerId),
    check("provider_users_role", sql`${table.role} in ('member', 'owner')`),
  ],
);

const userReference = () =>
  uuid("user_id")
    .notNull()
    .references(() => providerUsers.id, { onDelete: "cascade" });

export const providerSessions = pgTable(
  "provider_sessions",
  {
    id: uuid().primaryKey(),
    /** Hash of the token in the cookie. */
    tokenHash: text("token_hash").notNull(),
    userId: userReference(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("provider_sessions_token_hash").on(table.tokenHash),
    index("provider_sessions_user_id").on(table.userId),
    index("provider_sessions_expires_at").on(table.expiresAt),
  ],
);

/** Invitations to a provider's people. Whoever opens the link first joins: it names no address. */
export const providerInvitations = pgTable(
  "provider_invitations",
  {
    id: uuid().primaryKey(),
    /** Hash of the token in the link. */
    tokenHash: text("token_hash").notNull(),
    providerId: providerReference(),
    role: text({ enum: PROVIDER_ROLES }).notNull(),
    createdBy: text("created_by").notNull(),
    /** The owner whose invitation it is; null for staff. It ends when they are no owner any more. */
    invitedBy: uuid("invited_by").references(() => providerUsers.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    usedBy: uuid("used_by").references(() => providerUsers.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("provider_invitations_token_hash").on(table.tokenHash),
    index("provider_invitations_provider_id").on(table.providerId, table.createdAt.desc()),
    check("provider_invitations_role", sql`${table.role} in ('member', 'owner')`),
  ],
);

/**
 * Sign-ins that were started: each mails a link and a code. There is a row for an unknown address too,
 * so that known and unknown ones look alike; it gets no mail.
 */
export const providerSignIns = pgTable(
  "provider_sign_ins",
  {
    id: uuid().primaryKey(),
    /** In small letters. */
    email: text().notNull(),
    /** Null for an address without an account. */
    userId: uuid("user_id").references(() => providerUsers.id, { onDelete: "cascade" }),
    /** Set where the person joins by an invitation, with the name that they typed. */
    invitationId: uuid("invitation_id").references(() => providerInvitations.id, {
      onDelete: "cascade",
    }),
    name: text(),
    /** Hash of the token in the mailed link; null until the mail is composed. */
    linkHash: text("link_hash"),
    /** Keyed hash of the six digits in the same mail. */
    codeHash: text("code_hash"),
    /** Hash of the token in the cookie of the browser that asked. */
    browserHash: text("browser_hash").notNull(),
    codeFailures: smallint("code_failures").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When the mail was sent, or is being sent. */
    mailedAt: instant("mailed_at"),
    mailAttempts: smallint("mail_attempts").notNull().default(0),
    nextMailAt: instant("next_mail_at").notNull(),
    /** The link or the code was used; what is left is the second factor, if there is one. */
    confirmedAt: instant("confirmed_at"),
    /** Hash of the token of the browser that confirmed it: only that one may finish. */
    confirmedBrowserHash: text("confirmed_browser_hash"),
    usedAt: instant("used_at"),
  },
  (table) => [
    uniqueIndex("provider_sign_ins_link_hash").on(table.linkHash),
    index("provider_sign_ins_browser_hash").on(table.browserHash),
    index("provider_sign_ins_email").on(table.email, table.createdAt),
    index("provider_sign_ins_expires_at").on(table.expiresAt),
  ],
);
