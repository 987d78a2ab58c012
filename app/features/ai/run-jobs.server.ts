import { and, count, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { aiCalls, generationJobs } from "#app/db/tables/ai.server.ts";
import { type Lease, type LeaseRules, withLease } from "#app/db/with-lease.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import {
  GAVE_UP,
  HEARTBEAT_MS,
  LEASE_MS,
  MAX_ATTEMPTS,
  RETRY_PAUSE_MS,
  type Stage,
} from "./constants.ts";
import { JOB_COLUMNS, type Job, type JobKind } from "./jobs.server.ts";

/** Ends a job permanently; the message is shown to staff. */
export class JobError extends Error {}
/** The job was cancelled or taken over by another worker, or the process is shutting down. */
class JobInterrupted extends Error {}

export type Progress = {
  stage?: Stage;
  contentId?: string;
  total?: number;
  done?: number;
  /** What the job produced, when it is stored nowhere else. */
  result?: Record<string, unknown>;
};

/** A running job, as its handler receives it. */
export type JobRun = {
  job: Job;
  now: () => Date;
  /** Aborted when the work must stop immediately. */
  signal: AbortSignal;
  /**
   * Records the job's progress; call it between any two steps, and do not catch its errors. `done`
   * counts from the start of the job, also after a resume; it never decreases while the total stays
   * the same.
   */
  report: (progress?: Progress) => Promise<void>;
};
/** Runs a job, or the rest of one: it may have stopped anywhere. */
export type JobHandler = (run: JobRun) => Promise<void>;

export type RunnerOptions = {
  db: Database;
  log: Logger;
  now: () => Date;
  handlers: Partial<Record<JobKind, JobHandler>>;
};

type JobLease = Lease<typeof generationJobs>;
export type ClaimedJob = Job & { leaseUntil: Date };

const JOB_LEASE: LeaseRules<typeof generationJobs> & { heartbeatMs: number } = {
  table: generationJobs,
  isOpen: eq(generationJobs.state, "running"),
  leaseMs: LEASE_MS,
  heartbeatMs: HEARTBEAT_MS,
};

/** Runs jobs until none is waiting or the process stops. */
export async function runJobs(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const job = await claimJob(options);
    if (!job) return;
    await runJob(options, job, signal);
  }
}

/** Claims the oldest job without an active lease. */
export async function claimJob(options: RunnerOptions): Promise<ClaimedJob | null> {
  const { db, now, handlers } = options;
  const { id, kind, state, attempts, leaseUntil, createdAt } = generationJobs;
  const at = now();
  const until = new Date(at.getTime() + LEASE_MS);
  const oldest = db
    .select({ id })
    .from(generationJobs)
    .where(
      and(
        inArray(state, ["waiting", "running"]),
        or(isNull(leaseUntil), lte(leaseUntil, at)),
        inArray(kind, Object.keys(handlers) as JobKind[]),
      ),
    )
    .orderBy(createdAt, id)
    .limit(1)
    .for("update", { skipLocked: true });
  const [job] = await db
    .update(generationJobs)
    .set({ state: "running", attempts: sql`${attempts} + 1`, leaseUntil: until })
    .where(eq(id, oldest))
    .returning(JOB_COLUMNS);
  return job ? { ...job, leaseUntil: until } : null;
}

export function runJob(
  options: RunnerOptions,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now, handlers } = options;
  return withLease({ ...JOB_LEASE, db, now, signal: stopping }, job, async (lease) => {
    const report = createReport(db, job.id, lease);
    try {
      // A crashed worker could not record its failure.
      if (job.attempts > MAX_ATTEMPTS) throw new JobError(GAVE_UP);
      await handlers[job.kind]?.({ job, now, signal: lease.signal, report });
      await lease.end(db, {
        state: "done",
        error: null,
        finishedAt: now(),
        attempts: 0,
        failures: countFailures(db, job.id),
      });
    } catch (error) {
      await endFailedRun(options, { job, lease, error });
    }
  });
}

/** Ends the lease of a job that was interrupted, failed for good, or is tried again. */
async function endFailedRun(
  { db, log, now }: RunnerOptions,
  { job, lease, error }: { job: Job; lease: JobLease; error: unknown },
): Promise<void> {
  const failures = countFailures(db, job.id);
  if (lease.signal.aborted || error instanceof JobInterrupted) {
    const attempts = sql`greatest(${generationJobs.attempts} - 1, 0)`;
    await lease.end(db, { state: "waiting", attempts, failures });
    return;
  }
  const failed = { state: "failed", failures } as const;
  if (error instanceof JobError) {
    await lease.end(db, { ...failed, error: error.message, finishedAt: now() });
    return;
  }
  log.warn({ job: job.id, kind: job.kind, err: error }, "a generation job failed");
  const [row] = await db
    .select({ attempts: generationJobs.attempts })
    .from(generationJobs)
    .where(eq(generationJobs.id, job.id));
  const attempts = row?.attempts ?? 0;
  const retryAt = new Date(now().getTime() + attempts * RETRY_PAUSE_MS);
  await lease.end(
    db,
    attempts >= MAX_ATTEMPTS
      ? { ...failed, error: GAVE_UP, finishedAt: now() }
      : { state: "waiting", leaseUntil: retryAt, failures },
  );
}

const countFailures = (db: Database, jobId: string) =>
  sql`${db
    .select({ failures: count() })
    .from(aiCalls)
    .where(and(eq(aiCalls.jobId, jobId), eq(aiCalls.state, "failed")))}`;

/** @throws JobInterrupted where the lease was lost or the process stops */
function createReport(db: Database, jobId: string, lease: JobLease): JobRun["report"] {
  const { total, done, attempts } = generationJobs;
  return async (progress = {}) => {
    if (!lease.signal.aborted) {
      const highest =
        progress.done === undefined ? sql`${done}` : sql`greatest(${done}, ${progress.done})`;
      await lease.renew(db, {
        stage: progress.stage,
        contentId: progress.contentId,
        result: progress.result,
        total: progress.total,
        done:
          progress.total === undefined
            ? highest
            : sql`case when ${progress.total} <> ${total} then 0 else ${highest} end`,
        attempts:
          progress.done === undefined
            ? undefined
            : sql`case when ${progress.done} > ${done} then 0 else ${attempts} end`,
        failures: countFailures(db, jobId),
      });
    }
    if (lease.signal.aborted) throw new JobInterrupted();
  };
}
