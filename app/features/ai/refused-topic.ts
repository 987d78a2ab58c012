import { z } from "zod";

/** Why nothing is generated about a topic, and what could be instead. */
export const refusedTopicSchema = z.object({
  kind: z.literal("refused"),
  reason: z.string(),
  /** Path of the safety page; null unless the topic is an emergency. */
  safetyPath: z.string().nullable(),
  /** The nearest subjects, as topics to choose. */
  nearest: z.array(z.string()),
});
export type RefusedTopic = z.infer<typeof refusedTopicSchema>;
