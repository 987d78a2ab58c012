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
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  handlers: Partial<Record<JobKind, JobHandler>>;
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
    // A crashed worker could not record its failure.
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

/** Renews the lease of a job while it runs: only the holder of the lease writes. */
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
  // A short database outage costs the lease at worst.
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
