import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** Generation jobs; an interrupted one resumes where it stopped. */
export const generationJobs = pgTable(
  "generation_jobs",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["quiz", "diagnoses", "advertorial"] }).notNull(),
    /** The quiz or article that it creates or fills. */
    contentId: uuid("content_id"),
    input: json<Record<string, unknown>>("input").notNull(),
    generator: text({ enum: ["built-in", "model"] }).notNull(),
    state: text({ enum: JOB_STATES }).notNull().default("waiting"),
    /** Current progress message. */
    stage: text().notNull(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    leaseUntil: instant("lease_until"),
    error: text(),
    /** Result of a finished job that is not stored as content itself. */
    result: json<Record<string, unknown>>("result"),
    startedBy: uuid("started_by"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("generation_jobs_content_id").on(table.contentId, table.createdAt.desc()),
    index("generation_jobs_open").on(table.createdAt).where(sql`state in ('waiting', 'running')`),
    index("generation_jobs_started_by").on(table.startedBy, table.createdAt),
    check(
      "generation_jobs_state",
      sql`${table.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`,
    ),
  ],
);

/** Answers of the model, already paid for: a job that resumes uses them again. */
export const aiCalls = pgTable(
  "ai_calls",
  {
    jobId: uuid("job_id")
      .notNull()
      .references(() => generationJobs.id, { onDelete: "cascade" }),
    item: text().notNull(),
    state: text({ enum: ["sent", "answered", "failed"] }).notNull(),
    answer: text(),
    error: text(),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    costCents: doublePrecision("cost_cents").notNull().default(0),
    calledAt: instant("called_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.item] }),
    index("ai_calls_called_at").on(table.calledAt),
  ],
);
