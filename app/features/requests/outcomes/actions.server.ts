import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { refuseFields } from "#app/lib/field-errors.ts";
import { recordJobValue, recordOutcome } from "./mutations.server.ts";
import { OUTCOME_REFUSALS, type OutcomeFormResult, outcomeFormSchema } from "./schema.ts";

type OutcomeContext = ActionContext & Pick<AppContext, "requestFeed">;

/** Handles a form about how a request ended, and notifies the open portals. */
export async function handleOutcomeForm(
  context: OutcomeContext,
  { form }: { form: FormData },
): Promise<OutcomeFormResult> {
  const parsed = outcomeFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuseFields(form, parsed.error.issues);
  const { data } = parsed;
  const result =
    data.intent === "outcome"
      ? await recordOutcome(context, data)
      : await recordJobValue(context, data);
  if (!result.ok)
    return { ...result, intent: data.intent, message: OUTCOME_REFUSALS[result.reason] };
  context.requestFeed.publishChange(data.id);
  const outcome = data.intent === "outcome" ? data.outcome : null;
  return { ok: true, intent: data.intent, outcome };
}
