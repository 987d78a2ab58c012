import type pg from "pg";
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

/** Ends a job for good, with a sentence for staff. */
export class JobError extends Error {}
/** The job is cancelled, has another worker, or the process stops. */
class JobInterrupted extends Error {}

export type Progress = {
  stage?: Stage;
  contentId?: string;
  total?: number;
  done?: number /** What the job made, where that is kept nowhere else. */;
  result?: Record<string, unknown>;
};

/** A job under way, as its handler sees it. */
export type JobRun = {
  job: Job;
  now: () => Date;
  /** Aborted where the work must stop at once. */
  signal: AbortSignal;
  /**
   * Writes down how far the job is; call it between any two steps. What it throws is left to the
   * runner. `done` counts from the beginning of the job, also after it was taken up again; it never
   * goes back while the total stays.
   */
  report: (progress?: Progress) => Promise<void>;
};
/** Does a job, or what is left of it: it may have stopped anywhere. */
export type JobHandler = (run: JobRun) => Promise<void>;

export type RunnerOptions = {
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  handlers: Partial<Record<JobKind, JobHandler>>;
};

/** Works until no job waits or the process stops. */
export async function runJobs(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const job = await claimJob(options);
    if (!job) return;
    await runJob(options, job, signal);
  }
}

/** The oldest job that nobody works on, under a lease. */
export async function claimJob({ pool, now, handlers }: RunnerOptions): Promise<Job | null> {
  const at = now();
  const { rows } = await pool.query<Job>(
    `update generation_jobs set state = 'running', attempts = attempts + 1, lease_until = $2 where id = (
       select id from generation_jobs where state in ('waiting', 'running') and (lease_until is null or lease_until <= $1) and kind = any($3)
       order by created_at, id limit 1 for update skip locked)
     returning ${JOB_COLUMNS}`,
    [at, new Date(at.getTime() + LEASE_MS), Object.keys(handlers)],
  );
  return rows[0] ?? null;
}

export async function runJob(
  options: RunnerOptions,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, log, now, handlers } = options;
  const lease = createJobLease(options, job, stopping);
  try {
    // A worker that was killed could not write down that it failed.
    if (job.attempts > MAX_ATTEMPTS) throw new JobError(GAVE_UP);
    await handlers[job.kind]?.({ job, now, signal: lease.signal, report: lease.report });
    await lease.end("state = 'done', error = null, finished_at = $3, attempts = 0", now());
  } catch (error) {
    if (lease.signal.aborted || error instanceof JobInterrupted)
      return void (await lease.end("state = 'waiting', attempts = greatest(attempts - 1, 0)"));
    if (error instanceof JobError)
      return void (await lease.end(
        "state = 'failed', error = $4, finished_at = $3",
        now(),
        error.message,
      ));
    log.warn({ job: job.id, kind: job.kind, err: error }, "a job of a generator failed");
    const { rows } = await pool.query<{ attempts: number }>(
      "select attempts from generation_jobs where id = $1",
      [job.id],
    );
    const attempts = rows[0]?.attempts ?? 0;
    if (attempts >= MAX_ATTEMPTS)
      await lease.end("state = 'failed', error = $4, finished_at = $3", now(), GAVE_UP);
    else
      await lease.end(
        "state = 'waiting', lease_until = $3",
        new Date(now().getTime() + attempts * RETRY_PAUSE_MS),
      );
  } finally {
    lease.release();
  }
}

/**
 * Keeps the lease of a job for as long as somebody works on it: whoever has it is the only one who
 * writes.
 */
function createJobLease({ pool, now }: RunnerOptions, job: Job, stopping: AbortSignal) {
  const lost = new AbortController();
  let until = job.leaseUntil;
  let queue: Promise<unknown> = Promise.resolve();
  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  };
  const renew = (progress: Progress) =>
    runInOrder(async () => {
      const next = new Date(Math.max(now().getTime() + LEASE_MS, (until?.getTime() ?? 0) + 1));
      const { rowCount } = await pool.query(
        `update generation_jobs set lease_until = $3, stage = coalesce($4, stage), content_id = coalesce($5, content_id), result = coalesce($8, result), total = coalesce($6, total),
           done = case when $6 <> total then 0 else greatest(done, coalesce($7, done)) end,
           attempts = case when $7 > done then 0 else attempts end, failures = (select count(*) from ai_calls where job_id = $1 and ai_calls.state = 'failed')
         where id = $1 and state = 'running' and lease_until = $2`,
        [
          job.id,
          until,
          next,
          progress.stage ?? null,
          progress.contentId ?? null,
          progress.total ?? null,
          progress.done ?? null,
          progress.result ? JSON.stringify(progress.result) : null,
        ],
      );
      if (rowCount !== 1) return lost.abort();
      until = next;
    });
  // A database that is away for a moment costs the lease at worst.
  const heartbeat = setInterval(() => void renew({}).catch(() => {}), HEARTBEAT_MS);
  const signal = AbortSignal.any([lost.signal, stopping]);
  return {
    signal,
    async report(progress: Progress = {}) {
      if (!signal.aborted) await renew(progress);
      if (signal.aborted) throw new JobInterrupted();
    },
    end: (set: string, at?: Date, error?: string) =>
      runInOrder(() => {
        const values = [job.id, until, ...(at ? [at] : []), ...(error ? [error] : [])];
        const after = /lease_until/.test(set) ? set : `${set}, lease_until = null`;
        const failures =
          "failures = (select count(*) from ai_calls where job_id = $1 and ai_calls.state = 'failed')";
        return pool.query(
          `update generation_jobs set ${after}, ${failures} where id = $1 and state = 'running' and lease_until = $2`,
          values,
        );
      }),
    release: () => clearInterval(heartbeat),
  };
}
