import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { offers } from "./offers.server.ts";
import { providers } from "./providers.server.ts";
import { serviceRequests } from "./requests.server.ts";

export const APPOINTMENT_STATES = ["held", "booked", "canceled"] as const;

/**
 * Visits. `held`: the provider chose the time on accepting, and the customer has not said yes. One
 * provider has one job at a time: the migration adds an exclusion constraint over provider and time.
 */
export const appointments = pgTable(
  "appointments",
  {
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id, { onDelete: "cascade" }),
    providerId: uuid("provider_id")
      .notNull()
      .references(() => providers.id, { onDelete: "cascade" }),
    state: text({ enum: APPOINTMENT_STATES }).notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Increased with each change, for calendars. */
    sequence: smallint().notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("appointments_offer_id").on(table.offerId),
    index("appointments_request_id").on(table.requestId),
    index("appointments_updated_at").on(table.updatedAt),
    check("appointments_state", sql`${table.state} in ('held', 'booked', 'canceled')`),
    check("appointments_order", sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
