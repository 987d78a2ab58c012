import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { HIDDEN_REASONS, MAX_RATING, MIN_RATING, WORDS_LENGTH } from "./constants.ts";

/** What the customer's form of a review posts. */
export const reviewFormSchema = z.strictObject({
  intent: z.literal("review"),
  rating: z.coerce
    .number({ error: "Choose 1 to 5 stars." })
    .int({ error: "Choose 1 to 5 stars." })
    .min(MIN_RATING, { error: "Choose 1 to 5 stars." })
    .max(MAX_RATING, { error: "Choose 1 to 5 stars." }),
  /** Null where nothing was typed. */
  words: z
    .string()
    // Browsers send each line end as two characters, but count it as one.
    .overwrite((text) => toStorableText(text).replaceAll("\r\n", "\n"))
    .max(WORDS_LENGTH, { error: `Use at most ${WORDS_LENGTH.toLocaleString("en-US")} characters.` })
    .default("")
    .transform((text) => (text.trim() === "" ? null : text)),
});
export type ReviewField = "rating" | "words";

/** What was typed into a refused form, as it was typed. */
export type ReviewAttempt = {
  message: string;
  /** The field that the message is about; null where it is about the whole form. */
  field: ReviewField | null;
  values: Record<ReviewField, string>;
};
export type ReviewFormResult = { ok: true; done: string } | ({ ok: false } & ReviewAttempt);

/** What the list of reviews of a provider posts. */
export const staffReviewFormSchema = z.discriminatedUnion("intent", [
  z.strictObject({
    intent: z.literal("hide-review"),
    review: z.uuid({ error: "This review no longer exists." }),
    reason: z.enum(HIDDEN_REASONS, { error: "Choose why the words are hidden." }),
  }),
  z.strictObject({
    intent: z.literal("show-review"),
    review: z.uuid({ error: "This review no longer exists." }),
  }),
]);
const STAFF_INTENTS: readonly unknown[] = staffReviewFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);
/** Whether a form on a provider's page is about its reviews. */
export const isStaffReviewForm = (form: FormData) => STAFF_INTENTS.includes(form.get("intent"));
export type StaffReviewResult = { done: string } | { failed: string };
