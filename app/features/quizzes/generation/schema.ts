import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import {
  AUTO_DETECT,
  DEFAULT_QUESTIONS,
  DEFAULT_SERVICE_TYPE,
  HOME_REPAIR,
  MAX_TOPIC,
  QUESTION_CHOICES,
  SERVICE_TYPES,
  TOPIC_MISSING,
} from "../constants.ts";

/** Body of orchestrate-quiz-generation. */
export const orchestrateBodySchema = z.object({
  topic: z
    .string({ error: TOPIC_MISSING })
    .transform(toStorableText)
    .pipe(
      z
        .string()
        .trim()
        .min(1, { error: TOPIC_MISSING })
        .max(MAX_TOPIC, { error: `The topic has ${MAX_TOPIC} characters at most` }),
    ),
  numQuestions: z
    .literal(QUESTION_CHOICES, { error: `numQuestions: one of ${QUESTION_CHOICES.join(", ")}` })
    .default(DEFAULT_QUESTIONS),
  serviceType: z
    .enum([...SERVICE_TYPES, AUTO_DETECT, HOME_REPAIR], {
      error: "serviceType: not one that is known",
    })
    .default(DEFAULT_SERVICE_TYPE),
});

/** Body of generate-quiz-diagnoses. */
export const diagnosesBodySchema = z.object({
  quiz_id: z.uuid({ error: "Please save the quiz first before generating diagnoses" }),
});
