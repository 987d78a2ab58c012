import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, isDemo } from "../columns.server.ts";

export const NOTIFICATION_CHANNELS = ["email", "sms"] as const;

/** Messages that this application sent. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    channel: text({ enum: NOTIFICATION_CHANNELS }).notNull(),
    kind: text().notNull(),
    recipientId: uuid("recipient_id"),
    subjectId: uuid("subject_id"),
    sentAt: instant("sent_at").notNull(),
    isDemo: isDemo(),
  },
  (table) => [
    index("notifications_sent_at").on(table.sentAt, table.channel),
    index("notifications_kind_recipient_id").on(table.kind, table.recipientId, table.sentAt.desc()),
    check("notifications_channel", sql`${table.channel} in ('email', 'sms')`),
  ],
);
