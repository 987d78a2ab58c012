import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { aiCalls } from "#app/db/tables/ai.server.ts";
import { type Reservation, reserveCall } from "./budget.server.ts";
import {
  callLlm,
  type ModelLimits,
  type ModelReply,
  type ModelRequest,
} from "./call-llm.server.ts";
import { MAX_CALLS_PER_PERSON_PER_DAY } from "./constants.ts";
import { calculateCostCents, type ModelConfig } from "./model-config.server.ts";
import { JobError, type JobRun } from "./run-jobs.server.ts";

export type AnswerRequesterOptions = {
  db: Database;
  config: ModelConfig;
  timeZone: string;
  limits: ModelLimits;
};

/**
 * `item`: name of the request within its job. A second request with the same name reuses the stored
 * answer instead of paying again.
 */
export type NamedRequest = ModelRequest & { item: string };

/**
 * The reply to a request, with the reserved amount in cents and the number of earlier attempts that
 * may have been billed too.
 */
type BilledReply = { reply: ModelReply; possiblyBilledAttempts: number; reservedCents: number };

/** A conservative estimate: tokens are rarely shorter. */
const CHARACTERS_PER_TOKEN = 2.5;

/**
 * The stored answer to a job's request, or a new one, which is stored; null when the request failed.
 * @throws JobError when no more calls are allowed or possible
 */
export async function getOrRequestAnswer(
  options: AnswerRequesterOptions,
  run: JobRun,
  request: NamedRequest,
): Promise<string | null> {
  const isCall = isCallOf(run, request.item);
  const [stored] = await options.db
    .select({ state: aiCalls.state, answer: aiCalls.answer })
    .from(aiCalls)
    .where(isCall);
  if (stored?.state === "answered") return stored.answer;
  if (stored?.state === "failed") return null;
  const billed = await requestBilledReply(options, run, request);
  await storeReply(options, isCall, billed);
  const { reply } = billed;
  if (!reply.ok && reply.isFatal)
    throw new JobError(
      `The model's provider refuses the calls (${reply.error}). Key, model and address are set in the server's environment.`,
    );
  return reply.ok ? reply.text : null;
}

/** Records that a stored answer is invalid. */
export async function markUnusable(
  db: Database,
  { run, item, error }: { run: JobRun; item: string; error: string },
): Promise<void> {
  await db
    .update(aiCalls)
    .set({ state: "failed", error: `not usable: ${error}`.slice(0, 300) })
    .where(isCallOf(run, item));
}

const isCallOf = ({ job }: JobRun, item: string): SQL | undefined =>
  and(eq(aiCalls.jobId, job.id), eq(aiCalls.item, item));

/** Reserves the maximum cost of a request, and sends it. */
async function requestBilledReply(
  { db, config, timeZone, limits }: AnswerRequesterOptions,
  { job, now, signal }: JobRun,
  request: NamedRequest,
): Promise<BilledReply> {
  const { item, system, prompt, maxTokens } = request;
  const inputTokens = Math.ceil((system.length + prompt.length) / CHARACTERS_PER_TOKEN);
  const reserved = await reserveCall(db, {
    jobId: job.id,
    item,
    startedBy: job.startedBy,
    config,
    tokens: { input: inputTokens, output: maxTokens },
    now: now(),
    timeZone,
  });
  if (!reserved.ok) throw new JobError(REFUSALS[reserved.reason]);
  const called = await callLlm(config, request, { signal, limits, now });
  return { ...called, reservedCents: reserved.cents };
}

const REFUSALS: Record<Extract<Reservation, { ok: false }>["reason"], string> = {
  budget:
    "Today's budget for the model is used up. Start it again tomorrow: it resumes where it stopped.",
  person: `More than ${MAX_CALLS_PER_PERSON_PER_DAY} questions to the model in one day are not allowed for one person. Start it again tomorrow: it resumes where it stopped.`,
};

/** Stores a reply, and corrects the reserved cost to what it may really cost. */
async function storeReply(
  { db, config }: AnswerRequesterOptions,
  isCall: SQL | undefined,
  { reply, possiblyBilledAttempts, reservedCents }: BilledReply,
): Promise<void> {
  // A reply that may have been billed, or has no token counts, stays counted at its maximum cost.
  const replyCents = reply.ok
    ? ((reply.tokens && calculateCostCents(config, reply.tokens)) ?? reservedCents)
    : reply.mayBeBilled
      ? reservedCents
      : 0;
  const correction = replyCents + possiblyBilledAttempts * reservedCents - reservedCents;
  const costCents = sql`${aiCalls.costCents} + ${correction}`;
  const outcome = reply.ok
    ? {
        state: "answered" as const,
        answer: reply.text,
        inputTokens: reply.tokens?.input ?? 0,
        outputTokens: reply.tokens?.output ?? 0,
      }
    : { state: "failed" as const, error: reply.error };
  await db
    .update(aiCalls)
    .set({ ...outcome, costCents })
    .where(isCall);
}
