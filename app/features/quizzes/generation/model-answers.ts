import { z } from "zod";
import { plainText } from "#app/features/ai/parse-json-answer.ts";
import { MAX_OUTCOMES, MIN_OPTIONS, MIN_OUTCOMES, SERVICE_TYPES, URGENCIES } from "../constants.ts";
import { RULE_LIMITS } from "../schema.ts";

/** Schemas of a model's answers; everything else in an answer is dropped. */

const diagnosis = {
  diagnosis: plainText(80),
  urgency: z.enum(URGENCIES),
  timeframe: plainText(40),
  waiting: plainText(160).or(z.literal("")).default(""),
  causes: z.array(plainText(140)).min(1).max(4),
  nextSteps: z.array(plainText(200)).min(1).max(5),
  proSteps: z.array(plainText(200)).max(4).default([]),
  safetyLines: z.array(plainText(160)).max(3).default([]),
  preventionTips: z.array(plainText(160)).max(3).default([]),
  customMessage: plainText(400),
};

export const causesAnswer = z.object({
  serviceType: z.enum(SERVICE_TYPES).catch("General Home Services"),
  causes: z
    .array(z.object({ ...diagnosis, likelihood: z.number().min(1).max(100).catch(10) }))
    .min(MIN_OUTCOMES)
    .max(MAX_OUTCOMES),
});
export type CausesAnswer = z.infer<typeof causesAnswer>;

export const questionsAnswer = (count: number) =>
  z.object({
    title: plainText(80),
    description: plainText(240),
    questions: z
      .array(
        z.object({
          questionText: plainText(160),
          options: z.array(plainText(100)).min(MIN_OPTIONS).max(4),
          mostLikely: z.number().int().min(0).max(3).catch(0),
          explanation: plainText(240),
        }),
      )
      .length(count),
  });

/** Points by answer pair `question:option` and number of a cause, and the dangers. */
export const weightsAnswer = z.object({
  points: z.record(
    z.string().regex(/^[\w-]{1,40}:\d{1,2}$/),
    z.record(z.string().regex(/^\d{1,2}$/), z.number().min(-4).max(4)),
  ),
  dangers: z
    .array(
      z.object({
        name: plainText(60),
        answers: z
          .array(z.string().regex(/^[\w-]{1,40}:\d{1,2}$/))
          .min(1)
          .max(3),
        headline: plainText(RULE_LIMITS.headline),
        steps: z.array(plainText(110)).min(1).max(RULE_LIMITS.steps),
        call911: z.boolean(),
        alsoCall: plainText(RULE_LIMITS.alsoCall).or(z.literal("")).catch(""),
        causes: z.array(plainText(RULE_LIMITS.cause)).min(1).max(RULE_LIMITS.causes),
      }),
    )
    .max(6)
    .default([]),
});
export type WeightsAnswer = z.infer<typeof weightsAnswer>;

export const rowsAnswer = (hashes: readonly string[]) =>
  z.object({
    diagnoses: z.array(z.object({ answers: z.enum(hashes), ...diagnosis })).length(hashes.length),
  });
