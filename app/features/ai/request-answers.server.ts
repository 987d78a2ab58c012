import type { z } from "zod";
import type { Env } from "#app/lib/env.server.ts";
import { getModelConfig, type ModelConfig } from "./model-config.server.ts";
import { type ParsedAnswer, parseJsonAnswer } from "./parse-json-answer.ts";
import { JobError, type JobRun } from "./run-jobs.server.ts";
import {
  type AnswerRequesterOptions,
  getOrRequestAnswer,
  markUnusable,
  type NamedRequest,
} from "./stored-answers.server.ts";

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

type AnswerRequest<T extends z.ZodType> = NamedRequest & { schema: T };
/** Returns the validated answer, or null on failure. A failure is recorded, and the job continues. */
export type AnswerRequester = <T extends z.ZodType>(
  request: AnswerRequest<T>,
) => Promise<z.infer<T> | null>;

/** After this many failures in a row the provider is considered unavailable. */
const MAX_CONSECUTIVE_FAILURES = 5;
const MAX_QUOTED_ANSWER = 6_000;

/**
 * Sends requests to a model on behalf of a job. Answers are stored before they are used, so that a
 * job that resumes after a crash does not pay for them again. An invalid answer is sent back once
 * together with the validation error.
 * @throws JobError when no more calls are allowed or possible
 */
export function createAnswerRequester(
  options: AnswerRequesterOptions,
  run: JobRun,
): AnswerRequester {
  let failures = 0;
  return async (request) => {
    await run.report();
    const answer = await requestValidAnswer(options, run, request);
    if (answer?.ok) {
      failures = 0;
      return answer.value;
    }
    failures += 1;
    await run.report();
    if (failures >= MAX_CONSECUTIVE_FAILURES)
      throw new JobError(
        "The model did not give a usable answer several times in a row. Start it again later: it resumes where it stopped.",
      );
    return null;
  };
}

/** @returns null when the model gave no answer, not `ok` when it gave an invalid one twice */
async function requestValidAnswer<T extends z.ZodType>(
  options: AnswerRequesterOptions,
  run: JobRun,
  { schema, ...request }: AnswerRequest<T>,
): Promise<ParsedAnswer<z.infer<T>> | null> {
  const first = await getOrRequestAnswer(options, run, request);
  if (first === null) return null;
  const parsed = parseJsonAnswer(first, schema);
  if (parsed.ok) return parsed;
  const repair = {
    ...request,
    item: `${request.item}:repair`,
    prompt: `${request.prompt}\n\nYour last answer could not be used (${parsed.error}). It was:\n${first.slice(0, MAX_QUOTED_ANSWER)}\n\nAnswer again with the corrected JSON object alone.`,
  };
  const second = await getOrRequestAnswer(options, run, repair);
  if (second === null) return null;
  const repaired = parseJsonAnswer(second, schema);
  if (!repaired.ok)
    await markUnusable(options.db, { run, item: repair.item, error: repaired.error });
  return repaired;
}
