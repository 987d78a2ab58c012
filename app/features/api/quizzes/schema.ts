import { z } from "zod";
import { PERIODS } from "#app/features/content-editor/metrics-period.ts";
import { LAYERS } from "#app/features/quizzes/validation/explain-check.ts";
import { instant, named, nextCursor, pageQuery } from "../schema.ts";

const SLUG_LENGTH = 200;

const days = z
  .enum(PERIODS.map(String) as [string, ...string[]])
  .default(String(PERIODS[0]))
  .describe("How many days the counts cover, in the business's time zone.");
const metricsShape = {
  slug: z.string(),
  title: z.string(),
  is_active: z.boolean().describe("Visitors can open it."),
  views: z.int(),
  starts: z.int(),
  finishes: z.int().describe("Results, and danger screens that ended the quiz."),
};
const share = z.number().min(0).max(1);

export const quizListQuery = z.strictObject({ days, ...pageQuery });
export const quizListSchema = named(
  "QuizList",
  z.object({
    data: z.array(
      named(
        "QuizTotals",
        z.object({
          id: z.uuid(),
          ...metricsShape,
          service_type: z.string(),
          requests: z.int().describe("Requests that came from the quiz."),
          is_demo: z.boolean().describe("Made up for demonstrations."),
          created_at: instant("When the quiz was created."),
        }),
      ),
    ),
    days: z.int(),
    next_cursor: nextCursor,
  }),
);

export const quizParams = z.strictObject({
  slug: z
    .string()
    .max(SLUG_LENGTH)
    .regex(/^[a-z0-9-]+$/)
    .describe("The slug of the quiz, or one that it had before."),
});
export const quizMetricsQuery = z.strictObject({ days });
export const quizMetricsSchema = named(
  "QuizMetrics",
  z.object({
    ...metricsShape,
    days: z.int(),
    steps: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        views: z.int(),
        left: z.int().describe("Visitors who did not go on, without those a danger stopped."),
        drop_off: z.number().nullable().describe("left divided by views; null if there were none."),
      }),
    ),
    layers: z
      .object(Object.fromEntries(LAYERS.map((layer) => [layer, z.int()])))
      .describe("How many results came from each layer of the diagnosis."),
    requests: z
      .object({ new: z.int(), contacted: z.int(), closed: z.int() })
      .describe("Requests that came from the quiz, by their status now."),
    hits: z
      .object({
        cases: z.int(),
        right: z.int(),
        low: share,
        high: share,
        among_named: z.int().describe("The true cause was named first or among the next likely."),
        unnamed: z.int().describe("Results that named no cause, though the true one is known."),
      })
      .describe("Of all time: how often the true cause, where it was recorded, was the named one."),
  }),
);
