import { z } from "zod";
import { OUTCOME_KEYS, type OutcomeChoice } from "./choices.ts";

/** More than any job here is worth, in dollars. */
const MAX_VALUE = 1_000_000;

/** An amount such as "1,250" or "$1250.50"; empty for none. */
const valueSchema = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(/[$,\s]/g, ""))
  .refine((text) => text === "" || /^\d{1,7}(\.\d{1,2})?$/.test(text), {
    error: "Enter an amount in dollars, such as 1250.",
  })
  .transform((text) => (text === "" ? null : Number(text)))
  .refine((value) => value === null || value <= MAX_VALUE, {
    error: "Enter at most 1,000,000 dollars.",
  });

export const outcomeSchema = z.enum(OUTCOME_KEYS);

/** Forms about how a closed request ended, by intent. */
export const outcomeFormSchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("outcome"), id: z.uuid(), outcome: outcomeSchema }),
  z.strictObject({ intent: z.literal("job-value"), id: z.uuid(), value: valueSchema }),
]);
type OutcomeIntent = z.infer<typeof outcomeFormSchema>["intent"];

const INTENTS: readonly string[] = ["outcome", "job-value"] satisfies OutcomeIntent[];
export const isOutcomeForm = (form: FormData): boolean =>
  INTENTS.includes(String(form.get("intent")));

export type OutcomeRefusal = "not-found" | "not-closed" | "not-hired" | "fields";

export type OutcomeFormResult =
  | { ok: true; intent: OutcomeIntent; outcome: OutcomeChoice | null }
  | { ok: false; intent: string; reason: OutcomeRefusal; message: string };

export const OUTCOME_REFUSALS: Record<Exclude<OutcomeRefusal, "fields">, string> = {
  "not-found": "This request is gone. Reload the page.",
  "not-closed": "Somebody has opened this request again. Close it first.",
  "not-hired": "A value is only recorded where somebody was hired.",
};
