import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";

export const STAFF_ROLES = ["reviewer", "staff", "superadmin"] as const;

/** Who can use the portal, in which role; read for every request. */
export const adminUsers = pgTable(
  "admin_users",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    role: text({ enum: STAFF_ROLES }).notNull(),
    displayName: text("display_name"),
    isActive: boolean("is_active").notNull().default(true),
    /** Wrong codes in a row; at 100 only a superadmin can unlock the account. */
    codeFailures: integer("code_failures").notNull().default(0),
    /** The person postponed the reminder to set up a second factor until then. */
    factorReminderUntil: instant("factor_reminder_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [check("admin_users_role", sql`${table.role} in ('reviewer', 'staff', 'superadmin')`)],
);

/** One-time links: first superadmin, invitation, new password. Only a hash of the token is stored. */
export const staffLinks = pgTable(
  "staff_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: ["first", "invite", "reset"] }).notNull(),
    email: text(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("staff_links_email", sql`${table.purpose} = 'first' or ${table.email} is not null`),
  ],
);
