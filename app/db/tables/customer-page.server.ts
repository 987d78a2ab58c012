import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, keyVersion } from "../columns.server.ts";
import { staffUsers } from "./auth.server.ts";
import { privateFiles } from "./private-files.server.ts";
import { requestReference } from "./requests.server.ts";

export const REQUEST_KEY_PURPOSES = ["page", "reply"] as const;

/**
 * Keys that open a customer's own page ("page"), or that only accept a reply by mail ("reply"). The
 * key itself is known to its holder alone; here is its keyed hash.
 */
export const requestKeys = pgTable(
  "request_keys",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    keyHash: text("key_hash").notNull(),
    keyVersion: keyVersion("key_version"),
    purpose: text({ enum: REQUEST_KEY_PURPOSES }).notNull().default("page"),
    /** Where the key went: "form", "mail", "text" or "staff". */
    madeFor: text("made_for").notNull(),
    madeBy: uuid("made_by").references(() => staffUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("request_keys_key_hash").on(table.keyHash),
    index("request_keys_request_id").on(table.requestId, table.createdAt),
    check("request_keys_purpose", sql`${table.purpose} in ('page', 'reply')`),
  ],
);

/** `held`: the request looks like spam, and nobody has released it yet. */
export const MAIL_STATES = ["waiting", "held", "sent", "dead", "dropped"] as const;

/**
 * Mails to customers. The row has no address and no text: both are read when it is sent, so that a
 * corrected address counts and an erased person leaves nothing behind.
 */
export const customerMails = pgTable(
  "customer_mails",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    kind: text().notNull(),
    /** What the mail is about: an offer, a message, a code; each subject gets one mail of a kind. */
    subjectId: uuid("subject_id").notNull(),
    /** `dropped`: there is nothing to tell any more, or no address to tell it to. */
    state: text({ enum: MAIL_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** While set and in the future, a worker is sending this mail. */
    leaseUntil: instant("lease_until"),
    /** A code without personal data. */
    lastError: text("last_error"),
    /**
     * Keyed hash of the address that it was sent to, for the cap of mails a day. Without a version: a
     * new contact key only starts the count again.
     */
    recipientHash: text("recipient_hash"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("customer_mails_subject").on(table.requestId, table.kind, table.subjectId),
    index("customer_mails_due").on(table.nextAttemptAt).where(sql`state = 'waiting'`),
    index("customer_mails_recipient")
      .on(table.recipientHash, table.finishedAt)
      .where(sql`recipient_hash is not null`),
    check(
      "customer_mails_state",
      sql`${table.state} in ('waiting', 'held', 'sent', 'dead', 'dropped')`,
    ),
  ],
);

/** Codes that were sent to the address on file, as proof that the customer wants an erasure. */
export const customerCodes = pgTable(
  "customer_codes",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    /** Keyed hash of the address that the code was asked for. */
    contactHash: text("contact_hash"),
    /** Set when the code is mailed. */
    codeHash: text("code_hash"),
    attempts: integer().notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("customer_codes_request_id").on(table.requestId, table.createdAt),
    index("customer_codes_contact").on(table.contactHash, table.createdAt),
  ],
);

/**
 * Photos that a customer added. The images are in the row, so that they are deleted with the
 * request, in the same transaction; or in object storage, where it is set. While they are moved, in both.
 */
export const requestPhotos = pgTable(
  "request_photos",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    /** Encoded again by us: no EXIF, no GPS. JPEG. */
    image: bytes("image"),
    thumbnail: bytes("thumbnail"),
    fileId: uuid("file_id").references(() => privateFiles.id),
    /** Of the image, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("request_photos_request_id").on(table.requestId, table.createdAt),
    uniqueIndex("request_photos_file_id").on(table.fileId),
    check(
      "request_photos_image",
      sql`(${table.image} is null) = (${table.thumbnail} is null) and (${table.image} is not null or ${table.fileId} is not null)`,
    ),
  ],
);

/** Times that suit the customer, each two hours long. */
export const requestWindows = pgTable(
  "request_windows",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("request_windows_request_id").on(table.requestId, table.startsAt)],
);

/** `unknown`: somebody who answered a mail from an address that is not the customer's. */
export const MESSAGE_AUTHORS = ["customer", "staff", "provider", "unknown"] as const;
export const MESSAGE_CHANNELS = ["page", "mail", "portal", "text"] as const;

/** The thread between customer and staff and, once connected, the provider. */
export const requestMessages = pgTable(
  "request_messages",
  {
    id: uuid().primaryKey(),
    requestId: requestReference(),
    author: text({ enum: MESSAGE_AUTHORS }).notNull(),
    /** The member of staff, or the provider. */
    authorId: uuid("author_id"),
    /** The offer whose provider may read the message; null: only customer and staff. */
    offerId: uuid("offer_id"),
    text: text().notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("request_messages_request_id").on(table.requestId, table.createdAt),
    check(
      "request_messages_author",
      sql`${table.author} in ('customer', 'staff', 'provider', 'unknown')`,
    ),
    check("request_messages_channel", sql`${table.channel} in ('page', 'mail', 'portal', 'text')`),
  ],
);

/** Ids of mails that arrived at the inbound address, so that each counts once. */
export const inboundMails = pgTable(
  "inbound_mails",
  { id: text().primaryKey(), receivedAt: instant("received_at").notNull() },
  (table) => [index("inbound_mails_received_at").on(table.receivedAt)],
);
