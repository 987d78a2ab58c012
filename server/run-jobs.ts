import type { JobContext } from "#app/app-context.ts";
import { DELIVERY_JOBS } from "#app/features/crm/jobs.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import type { Job } from "#app/lib/job.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { createSharedClock } from "#app/lib/shared-clock.server.ts";
import { listJobs } from "./jobs.ts";

/** A run that failed is tried again after this long, however seldom the job runs. */
const RETRY_MS = 10_000;

export type RunningJobs = {
  /** Runs a job now instead of after its pause. */
  wake: (id: string) => void;
  /** Deliveries run now instead of after their pause. */
  notifyOutbox: () => void;
  /** Lets runs under way end, then resolves. */
  stop: () => Promise<void>;
};

export function startJobs(context: Omit<JobContext, "clock">): RunningJobs {
  const { db, log, now } = context;
  const clock = createSharedClock({ pool: db.$client, log, now });
  return runJobs(listJobs({ ...context, clock }), log);
}

/** Runs each job again and again, one run at a time in each lane; failures are logged. */
export function runJobs(jobs: readonly Job[], log: Pick<Logger, "warn" | "error">): RunningJobs {
  const abort = new AbortController();
  const wakeups = new Map<string, () => void>();

  const loop = async (job: Job, lane: string) => {
    while (!abort.signal.aborted) {
      let isWoken = false;
      let pauseMs = job.everyMs;
      wakeups.set(lane, () => {
        isWoken = true;
      });
      try {
        await job.run(abort.signal);
      } catch (error) {
        pauseMs = Math.min(pauseMs, RETRY_MS);
        log[isDatabaseDown(error) ? "warn" : "error"](
          { job: job.id, err: error },
          "a job failed; it is tried again",
        );
      }
      if (isWoken || abort.signal.aborted) continue;
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, pauseMs);
        wakeups.set(lane, () => {
          clearTimeout(timer);
          resume();
        });
      });
    }
  };

  const loops = jobs.flatMap((job) =>
    Array.from({ length: job.concurrency ?? 1 }, (_, lane) => loop(job, `${job.id}/${lane}`)),
  );
  const wake = (id: string) => {
    for (const [lane, wakeLane] of wakeups) if (lane.startsWith(`${id}/`)) wakeLane();
  };
  return {
    wake,
    notifyOutbox: () => DELIVERY_JOBS.forEach(wake),
    async stop() {
      abort.abort();
      for (const wakeLane of wakeups.values()) wakeLane();
      await Promise.all(loops);
    },
  };
}
