import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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
    index("notifications_kind_subject_id").on(table.kind, table.subjectId),
    check("notifications_channel", sql`${table.channel} in ('email', 'sms')`),
  ],
);

/**
 * Mails to providers that could not be sent yet, or were given up. There is no address and no text:
 * both are read when a mail is sent.
 */
export const providerMailFailures = pgTable(
  "provider_mail_failures",
  {
    /** Of the mail, as in `notifications`. */
    kind: text().notNull(),
    /** What the mail is about: an offer, a message, a change of a visit. */
    subjectId: uuid("subject_id").notNull(),
    attempts: integer().notNull(),
    firstFailedAt: instant("first_failed_at").notNull(),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** When staff were asked to call instead. */
    givenUpAt: instant("given_up_at"),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] })],
);
