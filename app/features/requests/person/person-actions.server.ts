import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { mergeRequests, undoMerge } from "./merge-requests.server.ts";
import { type PersonFormResult, parsePersonForm } from "./schema.ts";

type PersonContext = ActionContext & Pick<AppContext, "requestFeed">;

/** Handles a form that merges two requests of a person, or undoes that, and notifies open portals. */
export async function handlePersonForm(
  context: PersonContext,
  { form }: { form: FormData },
): Promise<PersonFormResult> {
  const parsed = parsePersonForm(form);
  if (!parsed.success) return { ok: false, reason: "fields", sourceId: null };
  const { data } = parsed;
  const result =
    data.intent === "merge" ? await mergeRequests(context, data) : await undoMerge(context, data);
  if (!result.ok) return { ...result, sourceId: data.sourceId };
  context.requestFeed.publishChange(result.sourceId);
  context.requestFeed.publishChange(result.targetId);
  return { ...result, intent: data.intent };
}
