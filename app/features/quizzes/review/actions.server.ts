import type { ActionContext } from "#app/db/action-context.server.ts";
import { findQuizBySlug } from "../player/find-quiz.server.ts";
import {
  addDiagnosisForAnswers,
  approveItems,
  editItems,
  rejectItems,
} from "./mutations.server.ts";
import { parseItemEdit, type ReviewFormResult, reviewFormSchema } from "./schema.ts";

/** Handles the forms of the review panel. */
export async function runReviewForm(
  context: ActionContext,
  { slug, form }: { slug: string; form: FormData },
): Promise<ReviewFormResult> {
  const intent = String(form.get("intent") ?? "");
  const fields = Object.fromEntries(form);
  const parsed = reviewFormSchema.safeParse(fields);
  if (!parsed.success) return { ok: false, intent, reason: "fields" };
  const quiz = await findQuizBySlug(context.db, slug);
  if (!quiz) return { ok: false, intent, reason: "not-found" };
  const quizId = quiz.id;
  const { data } = parsed;
  if (data.intent === "add") {
    const added = await addDiagnosisForAnswers(context, { quizId, hash: data.hash });
    return added.ok ? { ok: true, intent, changed: 1 } : { ...added, intent };
  }
  if (data.intent === "edit") {
    const edit = parseItemEdit(fields, new Set(data.items.map(({ kind }) => kind)));
    if (!edit.ok) return { ok: false, intent, reason: "fields", errors: edit.errors };
    return {
      ...(await editItems(context, {
        quizId,
        items: data.items,
        data: edit.data,
        danger: edit.danger,
      })),
      intent,
    };
  }
  const decide = data.intent === "reject" ? rejectItems : approveItems;
  return { ...(await decide(context, { quizId, items: data.items })), intent };
}
