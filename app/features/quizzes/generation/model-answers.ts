import { z } from "zod";
import { plainText } from "#app/features/ai/parse-json-answer.ts";
import { MAX_OUTCOMES, MIN_OPTIONS, MIN_OUTCOMES, SERVICE_TYPES } from "../constants.ts";
import { RULE_LIMITS } from "../schema.ts";
import {
  buildCauseFields,
  hasFittingTimeframe,
  MIN_TEXT,
  TIMEFRAMES,
} from "./fault-tree-schema.ts";

/** Schemas of a model's answers; everything else in an answer is dropped. */

const PHONE_NUMBER = /\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b/;
const modelText = (maxLength: number) =>
  plainText(maxLength).refine((text) => !PHONE_NUMBER.test(text), { error: "no phone number" });

/** What a model says about a cause: the limits are those of a fault tree. */
const causeFields = buildCauseFields((maxLength) =>
  modelText(maxLength).refine((text) => text.length >= MIN_TEXT, {
    error: `at least ${MIN_TEXT} letters`,
  }),
);
const causeSchema = z.object(causeFields);
export type CauseAnswer = z.infer<typeof causeSchema>;

/** A calm timeframe must not stand beside a high urgency. */
function checkTimeframe(
  cause: Pick<CauseAnswer, "urgency" | "timeframe">,
  context: z.RefinementCtx,
): void {
  if (!hasFittingTimeframe(cause))
    context.addIssue({
      code: "custom",
      path: ["timeframe"],
      message: `with ${cause.urgency} urgency it must be one of ${TIMEFRAMES[cause.urgency].join(", ")}`,
    });
}

export const causesAnswer = z.object({
  serviceType: z.enum(SERVICE_TYPES).catch("General Home Services"),
  causes: z
    .array(
      causeSchema
        .extend({ likelihood: z.number().min(1).max(100).catch(10) })
        .superRefine(checkTimeframe),
    )
    .min(MIN_OUTCOMES)
    .max(MAX_OUTCOMES),
});
export type CausesAnswer = z.infer<typeof causesAnswer>;

export const questionsAnswer = (count: number) =>
  z.object({
    title: modelText(80),
    description: modelText(240),
    questions: z
      .array(
        z.object({
          questionText: modelText(160),
          options: z.array(modelText(100)).min(MIN_OPTIONS).max(4),
          mostLikely: z.number().int().min(0).max(3).catch(0),
          explanation: modelText(240),
        }),
      )
      .length(count),
  });

export type QuestionsAnswer = z.infer<ReturnType<typeof questionsAnswer>>;

/** Points by answer pair `question:option` and number of a cause, and the dangers. */
export const weightsAnswer = z.object({
  points: z.record(
    z.string().regex(/^[\w-]{1,40}:\d{1,2}$/),
    z.record(z.string().regex(/^\d{1,2}$/), z.number().min(-4).max(4)),
  ),
  dangers: z
    .array(
      z
        .object({
          name: modelText(60),
          answers: z
            .array(z.string().regex(/^[\w-]{1,40}:\d{1,2}$/))
            .min(1)
            .max(3),
          headline: modelText(RULE_LIMITS.headline),
          steps: z.array(modelText(110)).min(1).max(RULE_LIMITS.steps),
          call911: z.boolean(),
          alsoCall: modelText(RULE_LIMITS.alsoCall).or(z.literal("")).catch(""),
          causes: z.array(modelText(RULE_LIMITS.cause)).min(1).max(RULE_LIMITS.causes),
        })
        .refine(({ call911, steps }) => !call911 || /\b911\b/.test(steps[0] ?? ""), {
          path: ["steps", 0],
          error: "the first step must say to call 911",
        }),
    )
    .max(6)
    .default([]),
});
export type WeightsAnswer = z.infer<typeof weightsAnswer>;

export const rowsAnswer = (hashes: readonly string[]) =>
  z.object({
    diagnoses: z
      .array(causeSchema.extend({ answers: z.enum(hashes) }).superRefine(checkTimeframe))
      .length(hashes.length),
  });
