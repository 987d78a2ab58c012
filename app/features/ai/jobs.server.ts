import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { aiCalls, generationJobs } from "#app/db/tables/ai.server.ts";
import {
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { CANCELLED, STAGES } from "./constants.ts";

/** Everything of a job except its result, which may be large. */
export const JOB_COLUMNS = {
  id: generationJobs.id,
  kind: generationJobs.kind,
  contentId: generationJobs.contentId,
  input: generationJobs.input,
  generator: generationJobs.generator,
  state: generationJobs.state,
  stage: generationJobs.stage,
  total: generationJobs.total,
  done: generationJobs.done,
  failures: generationJobs.failures,
  attempts: generationJobs.attempts,
  leaseUntil: generationJobs.leaseUntil,
  error: generationJobs.error,
  startedBy: generationJobs.startedBy,
  createdAt: generationJobs.createdAt,
};
export type Job = Pick<typeof generationJobs.$inferSelect, keyof typeof JOB_COLUMNS>;
export type JobKind = Job["kind"];
export type JobState = Job["state"];
export type Generator = Job["generator"];

/** What a job creates or fills, in the audit log. */
export const JOB_ENTITIES: Record<JobKind, string> = {
  quiz: "quiz",
  diagnoses: "quiz",
  advertorial: "advertorial",
};

/** A failed job can be resumed within this time, with every answer that was paid for. */
const RESUME_MS = 7 * DAY_MS;

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
export async function startJob(tx: Transaction, job: NewJob): Promise<Job> {
  const { kind, contentId, input, generator, startedBy, now } = job;
  // Two simultaneous clicks must not both insert a job.
  await lockInTransaction(tx, ADVISORY_LOCKS.startGenerationJob, contentId ?? startedBy);
  const found = await findUnfinishedJob(tx, job);
  if (found && found.state !== "failed") return found;
  if (found && (await isNewest(tx, found))) return resumeJob(tx, found.id);
  const inserted = await tx
    .insert(generationJobs)
    .values({
      id: randomUUIDv7(),
      kind,
      contentId,
      input: { ...input, newId: randomUUIDv7() },
      generator,
      stage: STAGES.preparing,
      startedBy,
      createdAt: now,
    })
    .returning(JOB_COLUMNS);
  return requireRow(inserted);
}

async function findUnfinishedJob(tx: Transaction, job: NewJob): Promise<Job | undefined> {
  const { contentId, kind, startedBy, input, state, generator, createdAt } = generationJobs;
  const isSame = job.contentId
    ? eq(contentId, job.contentId)
    : and(
        eq(kind, job.kind),
        eq(startedBy, job.startedBy),
        sql`${input} @> ${sql.param(job.input, input)}`,
        or(isNull(contentId), ne(state, "failed")),
      );
  const canResume = and(
    eq(state, "failed"),
    eq(generator, job.generator),
    gt(createdAt, new Date(job.now.getTime() - RESUME_MS)),
  );
  const [found] = await tx
    .select(JOB_COLUMNS)
    .from(generationJobs)
    .where(and(isSame, or(inArray(state, ["waiting", "running"]), canResume)))
    .orderBy(sql`${state} = 'failed'`, desc(createdAt))
    .limit(1);
  return found;
}

/** Whether this is the latest job for its content. */
async function isNewest(tx: Transaction, { id, contentId }: Job): Promise<boolean> {
  if (contentId === null) return true;
  const [newest] = await tx
    .select({ id: generationJobs.id })
    .from(generationJobs)
    .where(eq(generationJobs.contentId, contentId))
    .orderBy(desc(generationJobs.createdAt), desc(generationJobs.id))
    .limit(1);
  return newest?.id === id;
}

/** Failed prompts are sent again; answers that were paid for stay. */
async function resumeJob(tx: Transaction, id: string): Promise<Job> {
  await tx.delete(aiCalls).where(and(eq(aiCalls.jobId, id), eq(aiCalls.state, "failed")));
  const resumed = await tx
    .update(generationJobs)
    .set({
      state: "waiting",
      attempts: 0,
      failures: 0,
      error: null,
      leaseUntil: null,
      finishedAt: null,
    })
    .where(eq(generationJobs.id, id))
    .returning(JOB_COLUMNS);
  return requireRow(resumed);
}

export async function getJob(db: Database, id: string): Promise<Job | null> {
  const [job] = await db.select(JOB_COLUMNS).from(generationJobs).where(eq(generationJobs.id, id));
  return job ?? null;
}

/**
 * Cancels a job before its next item.
 * @returns false when it has already ended
 */
export function cancelJob(context: ActionContext, { id }: { id: string }): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    const [cancelled] = await tx
      .update(generationJobs)
      .set({ state: "cancelled", error: CANCELLED, leaseUntil: null, finishedAt: context.now })
      .where(and(eq(generationJobs.id, id), inArray(generationJobs.state, ["waiting", "running"])))
      .returning({ kind: generationJobs.kind, contentId: generationJobs.contentId });
    if (!cancelled) return false;
    await recordAudit(tx, context, {
      action: "cancel-generation",
      entity: JOB_ENTITIES[cancelled.kind],
      entityId: cancelled.contentId ?? undefined,
      changes: { job: id },
    });
    return true;
  });
}

function requireRow(rows: Job[]): Job {
  const [job] = rows;
  if (!job) throw new Error("a generation job is missing");
  return job;
}
