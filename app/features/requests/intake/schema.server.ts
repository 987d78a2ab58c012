import { z } from "zod";
import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { storableText } from "#app/lib/text.ts";
import { DESCRIPTION_LENGTH, LINE_LENGTH, PROJECT_SIZE, PROJECT_TYPE } from "../constants.ts";

const MAX_QUIZ_ANSWERS = 50;
export const LONGEST_VISIBLE_MS = DAY_MS;

const line = (max = LINE_LENGTH) => z.string().max(max).transform(storableText);
const filledLine = (max = LINE_LENGTH) =>
  line(max).refine((text) => text.trim() !== "", { error: "must not be empty" });
const nullable = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);
/** Our form sends booleans; other clients may send the form's words. */
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

const additionalDetailsSchema = z.strictObject({
  property_class: nullable(line()),
  urgency_level: nullable(line()),
  scheduling_preference: nullable(line()),
  communication_preference: nullable(line()),
  will_use_insurance: nullable(line()),
  is_authorized_to_hire: yesNo.nullish(),
  property_contact_name: line().nullish(),
  property_contact_email: line().nullish(),
  property_contact_phone: line().nullish(),
  quiz_answers: z.array(quizAnswerSchema).max(MAX_QUIZ_ANSWERS).nullish(),
  quiz_slug: line().nullish(),
  quiz_completed: z.boolean().nullish(),
});

const recordSchema = z.strictObject({
  id: nullable(line()),
  customer_name: filledLine(),
  customer_email: nullable(line()),
  customer_phone: filledLine(),
  address: nullable(line()),
  city: nullable(line()),
  state: nullable(line()),
  zip_code: nullable(line()),
  service_type: line()
    .nullish()
    .transform((text) => text || FALLBACK_SERVICE_TYPE),
  project_type: line()
    .nullish()
    .transform((text) => text || PROJECT_TYPE),
  project_size: line()
    .nullish()
    .transform((text) => text || PROJECT_SIZE),
  timeframe: nullable(line()),
  description: nullable(line(DESCRIPTION_LENGTH)),
  is_property_owner: nullable(yesNo),
  send_template: nullable(line()),
  additional_details: additionalDetailsSchema.nullish().transform((details) => details ?? {}),
  created_at: nullable(instant),
});
export type IntakeRecord = z.infer<typeof recordSchema>;

/** What our own form adds to the record; never forwarded. */
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
  /** A field that people do not see. */
  website: line(500).optional(),
});
export type IntakeMeta = z.infer<typeof intakeMetaSchema>;

export const intakeBodySchema = z.strictObject({
  type: z.literal("INSERT"),
  record: recordSchema,
  meta: intakeMetaSchema.optional(),
});

/** The `Idempotency-Key` header. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{8,100}$/);
