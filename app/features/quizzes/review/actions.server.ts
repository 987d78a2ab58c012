import type { AppContext } from "#app/app-context.ts";
import type { By } from "#app/features/content-editor/content-states.server.ts";
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
  services: Pick<AppContext, "db" | "now">,
  options: { slug: string; form: FormData } & Omit<By, "now">,
): Promise<ReviewFormResult> {
  const { slug, form, ...who } = options;
  const intent = String(form.get("intent") ?? "");
  const fields = Object.fromEntries(form);
  const parsed = reviewFormSchema.safeParse(fields);
  if (!parsed.success) return { ok: false, intent, reason: "fields" };
  const pool = services.db.$client;
  const quiz = await findQuizBySlug(pool, slug);
  if (!quiz) return { ok: false, intent, reason: "not-found" };
  const call = { ...who, now: services.now(), quizId: quiz.id };
  const { data } = parsed;
  if (data.intent === "add") {
    const added = await addDiagnosisForAnswers(pool, { ...call, hash: data.hash });
    return added.ok ? { ok: true, intent, changed: 1 } : { ...added, intent };
  }
  if (data.intent === "edit") {
    const edit = parseItemEdit(fields, new Set(data.items.map(({ kind }) => kind)));
    if (!edit.ok) return { ok: false, intent, reason: "fields", errors: edit.errors };
    return {
      ...(await editItems(pool, {
        ...call,
        items: data.items,
        data: edit.data,
        danger: edit.danger,
      })),
      intent,
    };
  }
  const decide = data.intent === "reject" ? rejectItems : approveItems;
  return { ...(await decide(pool, { ...call, items: data.items })), intent };
}
