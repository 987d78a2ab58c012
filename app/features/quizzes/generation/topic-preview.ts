import { z } from "zod";
import { refusedTopicSchema } from "#app/features/ai/refused-topic.ts";

/** What the generator would make of a topic, as the panel shows it while somebody types. */
export const topicPreviewSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("tree"),
    title: z.string(),
    /** Number of questions that the quiz will have: a tree may have fewer than were asked for. */
    questions: z.number().int(),
    /** Expected share of right results. */
    right: z.number(),
    /** Quizzes about the same subject that exist already. */
    existing: z.array(z.object({ title: z.string(), slug: z.string() })),
  }),
  refusedTopicSchema,
  /** Nothing is known about it, and a language model writes about it. */
  z.object({ kind: z.literal("model") }),
]);
export type TopicPreview = z.infer<typeof topicPreviewSchema>;

/** Below this expected share of right results, the panel warns. */
export const MIN_GOOD_SHARE = 0.75;
