import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { MAX_RUNS_PER_HOUR } from "./constants.ts";
import { getJob, JOB_ENTITIES, type Job, type JobKind, startJob } from "./jobs.server.ts";
import { getModelConfig } from "./model-config.server.ts";

/** How long a response waits for the result of a job; the job continues after that. */
export const ANSWER_DEADLINE_MS = 120_000;
/** Response of a generator endpoint that refuses or fails; `jobId` if there is a job. */
export const buildRefusal = (status: number, error: string, jobId?: string) => ({
  status,
  body: { success: false, error, ...(jobId ? { job_id: jobId } : {}) },
});

export const TOO_MANY_RUNS = `More than ${MAX_RUNS_PER_HOUR} generations in an hour are not allowed. Please wait a while.`;
const POLL_INTERVAL_MS = 150;
const HOUR_SECONDS = 3_600;

export type GenerationContext = ActionContext & Pick<AppContext, "env" | "notifyGeneration">;
type JobRequest = { kind: JobKind; contentId?: string; input: Record<string, unknown> };

/** Starts a job, or returns null when the person has started too many in this hour. */
export async function startGeneration(
  context: GenerationContext,
  request: JobRequest,
): Promise<Job | null> {
  const { db, env, actor, now, notifyGeneration } = context;
  const isAllowed = await consumeRateLimit(db, {
    key: `generation:${actor}`,
    limit: MAX_RUNS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
    now,
  });
  if (!isAllowed) return null;
  const generator = getModelConfig(env) ? "model" : "built-in";
  const job = await withTransaction(db, async (tx) => {
    const started = await startJob(tx, { ...request, generator, startedBy: actor, now });
    await recordAudit(tx, context, {
      action: "generate",
      entity: JOB_ENTITIES[request.kind],
      entityId: started.contentId ?? undefined,
      changes: { job: started.id, kind: request.kind, generator: started.generator },
    });
    return started;
  });
  notifyGeneration();
  return job;
}

export type WaitForJobOptions<T> = {
  jobId: string;
  /** Returns the awaited result as soon as it exists. */
  find: (job: Job) => Promise<T | null>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  deadlineMs?: number;
};
type WaitForJobResult<T> =
  | { ok: true; value: T }
  | { ok: false; isLate: boolean; error: string | null };

/** Waits for a job's result, until the job ends without one or the deadline passes. */
export async function waitForJob<T>(
  { db, isStopping }: Pick<AppContext, "db" | "isStopping">,
  options: WaitForJobOptions<T>,
): Promise<WaitForJobResult<T>> {
  const { jobId, find, signal, deadlineMs = ANSWER_DEADLINE_MS } = options;
  const end = Date.now() + deadlineMs;
  for (;;) {
    const job = await getJob(db, jobId);
    const value = job ? await find(job) : null;
    if (value !== null) return { ok: true, value };
    if (!job || job.state === "done") return { ok: false, isLate: false, error: null };
    if (job.state === "failed" || job.state === "cancelled")
      return { ok: false, isLate: false, error: job.error };
    if (Date.now() >= end || signal.aborted || isStopping())
      return { ok: false, isLate: true, error: null };
    await wait(POLL_INTERVAL_MS);
  }
}
