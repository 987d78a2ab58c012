import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

/** Pictures that staff have uploaded; the files stand under DATA_DIR/media. */
export const mediaImages = pgTable(
  "media_images",
  {
    id: uuid().primaryKey(),
    /** Names the files: the beginning of the SHA-256 of what was uploaded. */
    key: text().notNull(),
    /** What the file was called, for people to find it. */
    name: text().notNull(),
    /** What it shows, proposed wherever it is used. */
    alt: text().notNull().default(""),
    /** Of the largest version, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of all versions together. */
    bytes: integer().notNull(),
    uploadedBy: uuid("uploaded_by"),
    createdAt: instant("created_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("media_images_key").on(table.key),
    index("media_images_newest").on(table.createdAt.desc(), table.id.desc()),
  ],
);
