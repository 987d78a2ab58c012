import { z } from "zod";
import { parseJson } from "#app/lib/parse-json.ts";
import {
  type DangerTexts,
  itemEditSchema,
  type ReviewRef,
  reviewRefsSchema,
} from "../editor/schema.ts";
import { type DiagnosisData, hasRequiredSteps, RULE_LIMITS, ruleContentSchema } from "../schema.ts";

/** Forms of the review panel and their results. */

const refs = z.string().transform(parseJson).pipe(reviewRefsSchema);

export const reviewFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve"), items: refs }),
  z.object({ intent: z.literal("reject"), items: refs }),
  /**
   * All items that the person has seen, and none that were added later; the list is reloaded
   * afterwards.
   */
  z.object({ intent: z.literal("approve-all"), items: refs }),
  z.object({ intent: z.literal("edit"), items: refs }),
  z.object({ intent: z.literal("add"), hash: z.string().min(1).max(2_000) }),
]);

/** Additional fields of a safety rule; an unchecked checkbox is not sent. */
const dangerFormSchema = z
  .object({
    headline: ruleContentSchema.shape.headline,
    alsoCall: ruleContentSchema.shape.alsoCall,
    call911: z.string().optional(),
  })
  .transform(
    ({ call911, ...texts }): DangerTexts => ({ ...texts, call911: call911 !== undefined }),
  );

export type FieldErrors = Partial<Record<keyof DiagnosisData | "headline" | "alsoCall", string>>;
export type ReviewFormResult =
  | { ok: true; intent: string; changed: number }
  | {
      ok: false;
      intent: string;
      reason: "not-pending" | "not-found" | "unreachable" | "fields" | "blocked";
      message?: string;
      errors?: FieldErrors;
    };

const MESSAGES: FieldErrors = {
  diagnosis: "Write a title of at most 160 characters.",
  urgency: "Choose high, medium or low.",
  timeframe: "At most 80 characters.",
  customMessage: "At most 600 characters.",
  serviceType: "At most 80 characters.",
};

export type ItemEdit =
  | { ok: true; data: DiagnosisData; danger?: DangerTexts }
  | { ok: false; errors: FieldErrors };

/** Parses the form of an item. A safety rule requires a name and at least one step. */
export function parseItemEdit(
  form: Record<string, unknown>,
  kinds: ReadonlySet<ReviewRef["kind"]>,
): ItemEdit {
  const parsed = itemEditSchema.safeParse({
    causes: "",
    nextSteps: "",
    proSteps: "",
    safetyLines: "",
    preventionTips: "",
    ...form,
  });
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => String(issue.path[0]) as keyof DiagnosisData);
    return {
      ok: false,
      errors: Object.fromEntries(
        fields.map((field) => [field, MESSAGES[field] ?? "This cannot be saved."]),
      ),
    };
  }
  const data = parsed.data;
  if (!kinds.has("rule")) return { ok: true, data };
  const errors: FieldErrors = {};
  if (data.diagnosis.length > RULE_LIMITS.name)
    errors.diagnosis = `Write a name of at most ${RULE_LIMITS.name} characters.`;
  const { length } = data.nextSteps;
  if (
    !hasRequiredSteps({ urgency: data.urgency, instruction: data.nextSteps.join("\n") }) ||
    length > RULE_LIMITS.steps ||
    data.nextSteps.join("\n").length > RULE_LIMITS.instruction
  )
    errors.nextSteps = `Write 1 to ${RULE_LIMITS.steps} steps, one per line, of at most ${RULE_LIMITS.instruction} characters together.`;
  if (
    data.causes.length > RULE_LIMITS.causes ||
    data.causes.some((cause) => cause.length > RULE_LIMITS.cause)
  )
    errors.causes = `Write up to ${RULE_LIMITS.causes} causes, one per line, each of at most ${RULE_LIMITS.cause} characters.`;
  const danger = dangerFormSchema.safeParse(form);
  if (!danger.success)
    for (const issue of danger.error.issues)
      errors[issue.path[0] as "headline" | "alsoCall"] =
        `Write at most ${RULE_LIMITS.headline} characters.`;
  return Object.keys(errors).length > 0 || !danger.success
    ? { ok: false, errors }
    : { ok: true, data, danger: danger.data };
}
