import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A table whose rows have private files: in columns of their own, or in a folder of object storage. */
export type FileOwner = {
  /** One row, in a word: "photo". */
  label: string;
  table: PgTable & { id: PgColumn; fileId: PgColumn };
  /** The column of each file, by the file's name in its folder. */
  columns: Readonly<Record<string, PgColumn>>;
  /** Of all files, or the column that says it. */
  contentType: string | PgColumn;
};
