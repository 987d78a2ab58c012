import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { aiCalls } from "#app/db/tables/ai.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import { reserveCall } from "./budget.server.ts";
import { callLlm, type ModelLimits, type ModelReply } from "./call-llm.server.ts";
import { MAX_CALLS_PER_PERSON_PER_DAY } from "./constants.ts";
import { calculateCostCents, getModelConfig, type ModelConfig } from "./model-config.server.ts";
import { parseJsonAnswer } from "./parse-json-answer.ts";
import { JobError, type JobRun } from "./run-jobs.server.ts";

/**
 * The model that a job was started with.
 * @throws JobError when no model is configured anymore
 */
export function requireModelConfig(env: Env): ModelConfig {
  const config = getModelConfig(env);
  if (!config)
    throw new JobError(
      "No model is configured anymore. Start it again to use the built-in generator.",
    );
  return config;
}

type AnswerRequest<T extends z.ZodType> = {
  /**
   * Name of the prompt within its job. A second request with the same name reuses the stored answer
   * instead of paying again.
   */
  item: string;
  system: string;
  prompt: string;
  maxTokens: number;
  schema: T;
};
/** The validated answer, or null on failure. A failure is recorded, and the job continues. */
export type RequestAnswer = <T extends z.ZodType>(
  question: AnswerRequest<T>,
) => Promise<z.infer<T> | null>;

/** After this many failures in a row the provider is considered unavailable. */
const MAX_CONSECUTIVE_FAILURES = 5;
/** A conservative estimate: tokens are rarely shorter. */
const CHARACTERS_PER_TOKEN = 2.5;
const MAX_QUOTED_ANSWER = 6_000;

export type AnswerRequesterOptions = {
  db: Database;
  config: ModelConfig;
  timeZone: string;
  limits: ModelLimits;
};
/**
 * The reply to a prompt, with the reserved amount in cents and the number of earlier attempts that
 * may have been billed too.
 */
type BilledReply = { reply: ModelReply; possiblyBilledAttempts: number; reserved: number };
type NamedPrompt = { item: string; system: string; prompt: string; maxTokens: number };

/**
 * Sends prompts to a model on behalf of a job. Answers are stored before they are used, so that a
 * job that resumes after a crash does not pay for them again. An invalid answer is sent back once
 * together with the validation error.
 * @throws JobError when no more calls are allowed or possible
 */
export function createAnswerRequester(options: AnswerRequesterOptions, run: JobRun): RequestAnswer {
  const { db } = options;
  let failures = 0;
  const isItem = (item: string) => and(eq(aiCalls.jobId, run.job.id), eq(aiCalls.item, item));
  return async ({ item, schema, ...question }) => {
    await run.report();
    const first = await getOrRequestAnswer({ item, ...question });
    if (first === null) return recordFailure();
    const read = parseJsonAnswer(first, schema);
    if (read.ok) return recordSuccess(read.value);
    const repair = `${item}:repair`;
    const prompt = `${question.prompt}\n\nYour last answer could not be used (${read.error}). It was:\n${first.slice(0, MAX_QUOTED_ANSWER)}\n\nAnswer again with the corrected JSON object alone.`;
    const second = await getOrRequestAnswer({ ...question, item: repair, prompt });
    if (second === null) return recordFailure();
    const again = parseJsonAnswer(second, schema);
    if (again.ok) return recordSuccess(again.value);
    const error = `not usable: ${again.error}`.slice(0, 300);
    await db.update(aiCalls).set({ state: "failed", error }).where(isItem(repair));
    return recordFailure();
  };

  function recordSuccess<T>(value: T): T {
    failures = 0;
    return value;
  }
  async function recordFailure(): Promise<null> {
    failures += 1;
    await run.report();
    if (failures >= MAX_CONSECUTIVE_FAILURES)
      throw new JobError(
        "The model did not give a usable answer several times in a row. Start it again later: it goes on where it stopped.",
      );
    return null;
  }

  /** The stored answer, or a new one; null when the request failed. */
  async function getOrRequestAnswer(sent: NamedPrompt): Promise<string | null> {
    const [stored] = await db
      .select({ state: aiCalls.state, answer: aiCalls.answer })
      .from(aiCalls)
      .where(isItem(sent.item));
    if (stored?.state === "answered") return stored.answer;
    if (stored?.state === "failed") return null;
    return storeAnswer(sent.item, await requestPaidAnswer(sent));
  }

  async function requestPaidAnswer(sent: NamedPrompt): Promise<BilledReply> {
    const { config, timeZone, limits } = options;
    const tokens = {
      input: Math.ceil((sent.system.length + sent.prompt.length) / CHARACTERS_PER_TOKEN),
      output: sent.maxTokens,
    };
    const { job, now, signal } = run;
    const reserved = await reserveCall(db, {
      jobId: job.id,
      item: sent.item,
      startedBy: job.startedBy,
      config,
      tokens,
      now: now(),
      timeZone,
    });
    if (!reserved.ok && reserved.reason === "budget")
      throw new JobError(
        "Today's budget for the model is used up. Start it again tomorrow: it goes on where it stopped.",
      );
    if (!reserved.ok)
      throw new JobError(
        `More than ${MAX_CALLS_PER_PERSON_PER_DAY} questions to the model in one day are not allowed for one person. Start it again tomorrow: it goes on where it stopped.`,
      );
    return { ...(await callLlm(config, sent, { signal, limits, now })), reserved: reserved.cents };
  }

  async function storeAnswer(
    item: string,
    { reply, possiblyBilledAttempts, reserved }: BilledReply,
  ): Promise<string | null> {
    const { config } = options;
    // A reply that may have been billed, or has no token counts, stays counted at its maximum cost.
    const billed = reply.ok
      ? ((reply.tokens && calculateCostCents(config, reply.tokens)) ?? reserved)
      : reply.mayBeBilled
        ? reserved
        : 0;
    const correction = billed + possiblyBilledAttempts * reserved - reserved;
    const costCents = sql`${aiCalls.costCents} + ${correction}`;
    if (!reply.ok) {
      await db
        .update(aiCalls)
        .set({ state: "failed", error: reply.error, costCents })
        .where(isItem(item));
      if (reply.isFatal)
        throw new JobError(
          `The model's provider refuses the calls (${reply.error}). Key, model and address are set in the server's environment.`,
        );
      return null;
    }
    await db
      .update(aiCalls)
      .set({
        state: "answered",
        answer: reply.text,
        inputTokens: reply.tokens?.input ?? 0,
        outputTokens: reply.tokens?.output ?? 0,
        costCents,
      })
      .where(isItem(item));
    return reply.text;
  }
}
