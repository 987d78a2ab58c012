import { z } from "zod";

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
  z.object({
    kind: z.literal("refused"),
    reason: z.string(),
    /** Path of the safety page; null unless the topic is an emergency. */
    safetyPath: z.string().nullable(),
    /** Names of the nearest services and titles of the nearest fault trees. */
    nearest: z.array(z.string()),
  }),
]);
export type TopicPreview = z.infer<typeof topicPreviewSchema>;
