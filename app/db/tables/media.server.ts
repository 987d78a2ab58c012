import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/**
 * Images that staff uploaded; the files are in DATA_DIR/media. Files of a key are written
 * and removed only by the process that holds the lease of its row.
 */
export const mediaImages = pgTable(
  "media_images",
  {
    id: uuid().primaryKey(),
    /**
     * `reserved`: the upload is writing the files. `published`: all files are written. `deleted`:
     * the files are to be removed, then the row. `orphaned`: files were found that no row named.
     */
    state: text({ enum: ["reserved", "published", "deleted", "orphaned"] })
      .notNull()
      .default("published"),
    /** Who may write or remove the files, by a random id of each attempt; null for nobody. */
    leaseId: uuid("lease_id"),
    /** By the clock of the database. After it, the cleanup job may claim the row. */
    leaseUntil: instant("lease_until"),
    /** Base name of the files: the start of the SHA-256 of the upload. */
    key: text().notNull(),
    /** Original file name, so that people can find it. */
    name: text().notNull(),
    /** Default alternative text where the image is used. */
    alt: text().notNull().default(""),
    /** Of the largest version, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of all versions together. */
    bytes: integer().notNull(),
    uploadedBy: uuid("uploaded_by"),
    /** Of an orphaned row: when the files were found. */
    createdAt: instant("created_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("media_images_key").on(table.key),
    index("media_images_newest").on(table.createdAt.desc(), table.id.desc()),
    index("media_images_unpublished").on(table.state).where(sql`${table.state} <> 'published'`),
    check(
      "media_images_state",
      sql`${table.state} in ('reserved', 'published', 'deleted', 'orphaned')`,
    ),
    check(
      "media_images_deleted_at",
      sql`(${table.state} = 'deleted') = (${table.deletedAt} is not null)`,
    ),
    check(
      "media_images_lease",
      sql`(${table.leaseId} is null) = (${table.leaseUntil} is null) and (${table.state} <> 'reserved' or ${table.leaseId} is not null)`,
    ),
  ],
);
