import { z } from "zod";
import { refusedTopicSchema } from "#app/features/ai/refused-topic.ts";

/** What the generator would make of a topic, as the panel shows it while somebody types. */
export const topicPreviewSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("subject"),
    /** Title of the article. */
    title: z.string(),
    /** Words of the topic that the article does not contain. */
    untreated: z.array(z.string()),
    /** Articles about the same subject that exist already. */
    existing: z.array(z.object({ title: z.string(), slug: z.string() })),
  }),
  refusedTopicSchema,
]);
export type TopicPreview = z.infer<typeof topicPreviewSchema>;
