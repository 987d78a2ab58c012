import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.server.ts";

export const BACKUP_TRIGGERS = ["night", "command"] as const;
/** `restoring`: into a scratch database; `reading`: where the server allows none. */
export const BACKUP_CHECKS = ["restoring", "reading"] as const;

/** Backups to object storage: each run, whether it worked or not. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    id: uuid().primaryKey(),
    startedAt: instant("started_at").notNull(),
    /** Null while it runs, and after a crash until the next run. */
    endedAt: instant("ended_at"),
    trigger: text({ enum: BACKUP_TRIGGERS }).notNull(),
    state: text({ enum: ["running", "ok", "failed"] })
      .notNull()
      .default("running"),
    /** Its folder below `backups/` in the bucket. */
    name: text().notNull(),
    /** Compressed and encrypted, as stored. */
    bytes: bigint({ mode: "number" }),
    rows: bigint({ mode: "number" }),
    verifiedBy: text("verified_by", { enum: BACKUP_CHECKS }),
    /** Why it failed: a code, such as "storage". */
    reason: text(),
  },
  (table) => [
    index("backup_runs_started_at").on(table.startedAt.desc()),
    check(
      "backup_runs_state",
      sql`(state = 'running' and ended_at is null) or (state = 'ok' and ended_at is not null and verified_by is not null and bytes is not null) or (state = 'failed' and ended_at is not null and reason is not null)`,
    ),
  ],
);
