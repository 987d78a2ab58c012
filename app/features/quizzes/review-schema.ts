import { z } from "zod";
import type { DiagnosisData } from "./schema.ts";
import { itemEditSchema, type ReviewRef, reviewRefsSchema } from "./staff-schema.ts";

/** What the review panel posts, and what becomes of it. */

/** A safety rule is named and instructs in fewer words than a diagnosis has. */
export const RULE_NAME_LENGTH = 80;
export const INSTRUCTION_LENGTH = 300;

const refs = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
      return z.NEVER;
    }
  })
  .pipe(reviewRefsSchema);

export const reviewFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve"), items: refs }),
  z.object({ intent: z.literal("reject"), items: refs }),
  /** All that the person has before them, and nothing that came later; the list is loaded anew afterwards. */
  z.object({ intent: z.literal("approve-all"), items: refs }),
  z.object({ intent: z.literal("edit"), items: refs }),
  z.object({ intent: z.literal("add"), hash: z.string().min(1).max(2_000) }),
]);

export type FieldErrors = Partial<Record<keyof DiagnosisData, string>>;
export type ReviewFormResult =
  | { ok: true; intent: string; changed: number }
  | { ok: false; intent: string; reason: "not-pending" | "not-found" | "unreachable" | "fields"; errors?: FieldErrors };

const MESSAGES: FieldErrors = {
  diagnosis: "Write a title of at most 160 characters.",
  urgency: "Choose high, medium or low.",
  timeframe: "At most 80 characters.",
  customMessage: "At most 600 characters.",
  serviceType: "At most 80 characters.",
};

export type ItemEdit = { ok: true; data: DiagnosisData } | { ok: false; errors: FieldErrors };

/** Reads the form of an item. A safety rule has a name and one instruction, and neither may be empty. */
export function readItemEdit(form: Record<string, unknown>, kinds: ReadonlySet<ReviewRef["kind"]>): ItemEdit {
  const parsed = itemEditSchema.safeParse({ causes: "", nextSteps: "", preventionTips: "", ...form });
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => String(issue.path[0]) as keyof DiagnosisData);
    return { ok: false, errors: Object.fromEntries(fields.map((field) => [field, MESSAGES[field] ?? "This cannot be saved."])) };
  }
  const data = parsed.data;
  const errors: FieldErrors = {};
  if (kinds.has("rule")) {
    if (data.diagnosis.length > RULE_NAME_LENGTH) errors.diagnosis = `Write a name of at most ${RULE_NAME_LENGTH} characters.`;
    // A line is cut at INSTRUCTION_LENGTH when it is read.
    if (data.nextSteps.length !== 1) errors.nextSteps = "Write one instruction, on one line.";
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, data };
}
