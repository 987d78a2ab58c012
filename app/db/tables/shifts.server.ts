import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";
import { requestReference } from "./requests.server.ts";

const memberReference = () =>
  uuid("user_id").references(() => staffUsers.id, { onDelete: "cascade" });

/** When members work, each week; a day can have several shifts. */
export const staffShifts = pgTable(
  "staff_shifts",
  {
    id: uuid().primaryKey(),
    userId: memberReference().notNull(),
    /** The day on which the shift starts, in the business time zone; 0 is Sunday. */
    weekday: integer().notNull(),
    /** Minutes after midnight. A shift that ends at or before its start ends on the next day. */
    from: integer("from_minutes").notNull(),
    to: integer("to_minutes").notNull(),
  },
  (table) => [
    uniqueIndex("staff_shifts_user_id").on(table.userId, table.weekday, table.from),
    check("staff_shifts_weekday", sql`${table.weekday} between 0 and 6`),
    check("staff_shifts_from", sql`${table.from} between 0 and 1439`),
    check("staff_shifts_to", sql`${table.to} between 0 and 1440 and ${table.to} <> ${table.from}`),
  ],
);

/** What a member changed about their shifts for a while. */
export const staffAvailability = pgTable("staff_availability", {
  userId: memberReference().primaryKey(),
  /** Not on shift until then, whatever the shifts are. */
  awayUntil: instant("away_until"),
  /** On shift until then, because the member took over when nobody was. */
  onUntil: instant("on_until"),
});

export const ALARM_KINDS = ["emergency", "returned", "waiting"] as const;

/** Requests that wait while nobody is on shift. */
export const inboxAlarms = pgTable(
  "inbox_alarms",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ALARM_KINDS }).notNull(),
    requestId: requestReference(),
    raisedAt: instant("raised_at").notNull(),
    acknowledgedBy: uuid("acknowledged_by").references(() => staffUsers.id, {
      onDelete: "set null",
    }),
    acknowledgedAt: instant("acknowledged_at"),
    /** When somebody came on shift, or the request no longer waited. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("inbox_alarms_open").on(table.requestId, table.kind).where(sql`ended_at is null`),
    index("inbox_alarms_request_id").on(table.requestId),
    check("inbox_alarms_kind", sql`${table.kind} in ('emergency', 'returned', 'waiting')`),
  ],
);
