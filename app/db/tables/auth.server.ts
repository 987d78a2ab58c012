import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

// better-auth reads and writes the first five tables; its field names are the property names.

export const staffUsers = pgTable("staff_users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

const userReference = () =>
  uuid("user_id")
    .notNull()
    .references(() => staffUsers.id, { onDelete: "cascade" });

export const staffSessions = pgTable(
  "staff_sessions",
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: userReference(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When the person last entered the password, at sign-in or later in this session. */
    passwordAt: instant("password_at"),
    /** No second factor was required when the session began, so it continues without one. */
    factorGrace: boolean("factor_grace").notNull().default(false),
  },
  (table) => [index("staff_sessions_user_id").on(table.userId)],
);

export const staffAccounts = pgTable(
  "staff_accounts",
  {
    id: uuid().primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userReference(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text(),
    /** argon2id; only email and password are enabled. */
    password: text(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [uniqueIndex("staff_accounts_user_id_provider_id").on(table.userId, table.providerId)],
);

export const staffVerifications = pgTable(
  "staff_verifications",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at"),
    updatedAt: instant("updated_at"),
  },
  (table) => [index("staff_verifications_identifier").on(table.identifier)],
);

export const staffTwoFactors = pgTable(
  "staff_two_factors",
  {
    id: uuid().primaryKey(),
    userId: userReference(),
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: instant("locked_until"),
  },
  (table) => [uniqueIndex("staff_two_factors_user_id").on(table.userId)],
);

/** Failed passwords by account (a hash of its email), or by device if it signed in before. */
export const staffPasswordAttempts = pgTable("staff_password_attempts", {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: instant("last_at").notNull(),
  nextAt: instant("next_at").notNull(),
});

/** Second-factor codes that were accepted: each works once. */
export const staffUsedCodes = pgTable(
  "staff_used_codes",
  {
    userId: userReference(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Browsers that have signed in before. */
export const staffDevices = pgTable(
  "staff_devices",
  {
    tokenHash: text("token_hash").notNull(),
    userId: userReference(),
    userAgent: text("user_agent"),
    firstSeenAt: instant("first_seen_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
