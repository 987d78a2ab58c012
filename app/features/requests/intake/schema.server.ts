import { z } from "zod";
import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { toStorableText } from "#app/lib/text.ts";
import { PROJECT_SIZE, PROJECT_TYPE } from "../constants.ts";
import { LINE_LENGTH, YES_NO } from "../quote/field-spec.ts";
import { FULL_FIELD_SPECS, type FullFieldSpec } from "../quote/fields.server.ts";
import type { RecordAnswers } from "./build-record.ts";

const MAX_QUIZ_ANSWERS = 50;
export const LONGEST_VISIBLE_MS = DAY_MS;

const line = (max = LINE_LENGTH) => z.string().max(max).transform(toStorableText);
const requiredLine = (max = LINE_LENGTH) =>
  line(max).refine((text) => text.trim() !== "", { error: "must not be empty" });
const nullable = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);
/** Our form sends booleans; other clients may send the form's labels. */
const yesNo = z.union([
  z.boolean(),
  z.enum(["Yes", "No", "yes", "no"]).transform((word) => word.toLowerCase() === "yes"),
]);
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() >= 2000 && date.getUTCFullYear() < 3000, {
    error: "must be a date of this age",
  });

const quizAnswerSchema = z.strictObject({
  id: z.union([line(), z.number().transform(String)]),
  questionText: line(1_000),
  answer: line(1_000),
  ghlField: line(),
});

function answerSchema({ choices, isVisible, isMandatory, max = 0 }: FullFieldSpec): z.ZodType {
  const length = Math.max(max, LINE_LENGTH);
  if (isMandatory) return requiredLine(length);
  const schema = choices === YES_NO ? yesNo : line(length);
  // The answer to a hidden question may be absent, and then stays absent.
  return isVisible ? schema.nullish() : nullable(schema);
}
const listSchemas = (part: "record" | "detail") =>
  Object.fromEntries(
    FULL_FIELD_SPECS.flatMap((field) => (field[part] ? [[field[part], answerSchema(field)]] : [])),
  );

const additionalDetailsSchema = z.strictObject({
  ...listSchemas("detail"),
  quiz_answers: z.array(quizAnswerSchema).max(MAX_QUIZ_ANSWERS).nullish(),
  quiz_slug: line().nullish(),
  quiz_completed: z.boolean().nullish(),
});

type Mandatory = "customer_name" | "customer_phone";
type AnswerSchemas = {
  [K in keyof RecordAnswers]: z.ZodType<
    K extends Mandatory ? RecordAnswers[K] : RecordAnswers[K] | null
  >;
};
const recordSchema = z.strictObject({
  id: nullable(line()),
  ...(listSchemas("record") as AnswerSchemas),
  service_type: line()
    .nullish()
    .transform((text) => text || FALLBACK_SERVICE_TYPE),
  project_type: line()
    .nullish()
    .transform((text) => text || PROJECT_TYPE),
  project_size: line()
    .nullish()
    .transform((text) => text || PROJECT_SIZE),
  send_template: nullable(line()),
  additional_details: additionalDetailsSchema.nullish().transform((details) => details ?? {}),
  created_at: nullable(instant),
});
export type IntakeRecord = z.infer<typeof recordSchema>;

/** Data that our own form sends along with the record; never delivered to the CRM. */
export const intakeMetaSchema = z.strictObject({
  consent_text_id: line(100),
  shown_at: instant,
  agreed_at: instant,
  visible_ms: z.number().min(0).max(LONGEST_VISIBLE_MS).transform(Math.round),
  page_url: line(2_000),
  form_version: line(40),
  /** Milliseconds from opening the form to pressing Submit. */
  filled_ms: z
    .number()
    .min(0)
    .transform((ms) => Math.round(Math.min(ms, 1_000_000_000)))
    .optional(),
  /** The honeypot field. */
  website: line(500).optional(),
  /** Where the visitor came from. Checked by `parseTouches`: a wrong one never fails a request. */
  touch: z.unknown().optional(),
});
export type IntakeMeta = z.infer<typeof intakeMetaSchema>;

export const intakeBodySchema = z.strictObject({
  type: z.literal("INSERT"),
  record: recordSchema,
  meta: intakeMetaSchema.optional(),
});

/** The `Idempotency-Key` header. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{8,100}$/);
