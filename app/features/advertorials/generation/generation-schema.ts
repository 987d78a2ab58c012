import { z } from "zod";
import { cleanTopic } from "#app/features/ai/clean-topic.ts";
import { MAX_TOPIC, TOPIC_MISSING } from "../constants.ts";

/** Body of generate-advertorial-content; the topic becomes one line of plain text. */
export const generateBodySchema = z.object({
  topic: z
    .string({ error: TOPIC_MISSING })
    .max(MAX_TOPIC, { error: `The topic has ${MAX_TOPIC} characters at most` })
    .transform(cleanTopic)
    .pipe(z.string().min(1, { error: TOPIC_MISSING })),
});
