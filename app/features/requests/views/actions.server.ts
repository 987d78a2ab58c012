import type { ActionContext } from "#app/db/action-context.server.ts";
import { refuseFields } from "#app/lib/field-errors.ts";
import { deleteView, saveView } from "./mutations.server.ts";
import { VIEW_REFUSALS, type ViewFormResult, viewFormSchema } from "./schema.ts";

/** Handles a form of saved views. */
export async function handleViewForm(
  context: ActionContext,
  { form }: { form: FormData },
): Promise<ViewFormResult> {
  const parsed = viewFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuseFields(form, parsed.error.issues);
  const { data } = parsed;
  const result =
    data.intent === "save-view"
      ? await saveView(context, { ...data, isShared: data.shared === "yes" })
      : await deleteView(context, data);
  if (!result.ok) return { ...result, intent: data.intent, message: VIEW_REFUSALS[result.reason] };
  return {
    ok: true,
    intent: data.intent,
    message: data.intent === "save-view" ? "View saved." : "View deleted.",
  };
}
