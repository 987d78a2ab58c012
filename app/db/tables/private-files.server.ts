import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

/**
 * Files in object storage that belong to one person: photos of requests, papers of providers. Each row
 * is one folder there, named by the row's id. The row whose files these are refers to it; where that
 * row is deleted or refers to it no more, a trigger marks this one, and a job deletes folder and row.
 */
export const privateFiles = pgTable(
  "private_files",
  {
    id: uuid().primaryKey(),
    /**
     * `reserved`: the files are being written. `stored`: all are written, and a row refers to them.
     * `deleted`: the files are to be removed, then the row. `orphaned`: files were found that no row named.
     */
    state: text({ enum: ["reserved", "stored", "deleted", "orphaned"] }).notNull(),
    /** By the clock of the database. Until then one process writes or removes the files. */
    leaseUntil: instant("lease_until"),
    /** SHA-256 (hex) of each file, by its name. */
    checksums: json<Readonly<Record<string, string>>>("checksums").notNull(),
    /** Of all files together. */
    bytes: integer().notNull(),
    /** Of an orphaned row: when the files were found. */
    createdAt: instant("created_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    index("private_files_not_stored").on(table.createdAt).where(sql`${table.state} <> 'stored'`),
    check(
      "private_files_state",
      sql`${table.state} in ('reserved', 'stored', 'deleted', 'orphaned')`,
    ),
    check(
      "private_files_deleted_at",
      sql`(${table.state} = 'deleted') = (${table.deletedAt} is not null)`,
    ),
    check(
      "private_files_reserved",
      sql`${table.state} <> 'reserved' or ${table.leaseUntil} is not null`,
    ),
  ],
);
