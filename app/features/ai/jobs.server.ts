import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { CANCELLED, STAGES } from "./constants.ts";

export type JobKind = "quiz" | "diagnoses" | "advertorial";
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";
export type Generator = "built-in" | "model";

export type Job = {
  id: string;
  kind: JobKind;
  contentId: string | null;
  input: Record<string, unknown>;
  generator: Generator;
  state: JobState;
  stage: string;
  total: number;
  done: number;
  failures: number;
  attempts: number;
  leaseUntil: Date | null;
  error: string | null;
  startedBy: string | null;
  createdAt: Date;
};

export const JOB_COLUMNS = `id, kind, content_id as "contentId", input, generator, state, stage, total, done, failures, attempts, lease_until as "leaseUntil", error,
  started_by as "startedBy", created_at as "createdAt"`;

/** A failed job can be resumed within this time, with every answer that was paid for. */
const RESUME_DAYS = 7;

type NewJob = {
  kind: JobKind;
  contentId?: string;
  input: Record<string, unknown>;
  generator: Generator;
  startedBy: string;
  now: Date;
};

/**
 * Starts a generation job. An unfinished job for the same content is returned instead; a failed one
 * is resumed where it stopped. Jobs without content are the same when person and input are equal.
 */
export function startJob(pool: pg.Pool, order: NewJob): Promise<Job> {
  const { kind, contentId = null, input, generator, startedBy, now } = order;
  return inTransaction(pool, async (tx) => {
    // Two simultaneous clicks must not both insert a job.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('generation:' || $1, 0))", [
      contentId ?? startedBy,
    ]);
    const { rows: known } = await tx.query<Job>(
      `select ${JOB_COLUMNS} from generation_jobs
       where case when $1::uuid is null then kind = $2 and started_by = $3 and input @> $4::jsonb and (content_id is null or state <> 'failed') else content_id = $1 end
         and (state in ('waiting', 'running') or (state = 'failed' and generator = $5 and created_at > $6::timestamptz - make_interval(days => $7)))
       order by state = 'failed', created_at desc limit 1`,
      [contentId, kind, startedBy, JSON.stringify(input), generator, now, RESUME_DAYS],
    );
    const [found] = known;
    if (found && found.state !== "failed") return found;
    if (found && (await isNewest(tx, found))) return resumeJob(tx, found.id);
    const { rows } = await tx.query<Job>(
      `insert into generation_jobs (id, kind, content_id, input, generator, stage, started_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${JOB_COLUMNS}`,
      [
        randomUUIDv7(),
        kind,
        contentId,
        JSON.stringify({ ...input, newId: randomUUIDv7() }),
        generator,
        STAGES.preparing,
        startedBy,
        now,
      ],
    );
    return requireRow(rows);
  });
}

/** Whether this is the latest job for its content. */
async function isNewest(tx: pg.PoolClient, { id, contentId }: Job): Promise<boolean> {
  if (contentId === null) return true;
  const { rows } = await tx.query<{ id: string }>(
    "select id from generation_jobs where content_id = $1 order by created_at desc, id desc limit 1",
    [contentId],
  );
  return rows[0]?.id === id;
}

/** Failed prompts are sent again; answers that were paid for stay. */
async function resumeJob(tx: pg.PoolClient, id: string): Promise<Job> {
  await tx.query("delete from ai_calls where job_id = $1 and state = 'failed'", [id]);
  const { rows } = await tx.query<Job>(
    `update generation_jobs set state = 'waiting', attempts = 0, failures = 0, error = null, lease_until = null, finished_at = null where id = $1 returning ${JOB_COLUMNS}`,
    [id],
  );
  return requireRow(rows);
}

export async function getJob(pool: pg.Pool, id: string): Promise<Job | null> {
  const { rows } = await pool.query<Job>(
    `select ${JOB_COLUMNS} from generation_jobs where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Cancels a job before its next item.
 * @returns false when it has already ended
 */
export async function cancelJob(
  pool: pg.Pool | pg.PoolClient,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update generation_jobs set state = 'cancelled', error = $3, lease_until = null, finished_at = $2 where id = $1 and state in ('waiting', 'running')",
    [id, now, CANCELLED],
  );
  return rowCount === 1;
}

function requireRow(rows: Job[]): Job {
  const [job] = rows;
  if (!job) throw new Error("a job of a generator is not there");
  return job;
}
