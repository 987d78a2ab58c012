import type { AppContext } from "#app/app-context.ts";
import type { StatusChanged } from "../inbox/schema.ts";
import { type AttemptContext, logAttempt } from "./log-attempt.server.ts";
import { ATTEMPT_REFUSALS, type AttemptFormResult, attemptFormSchema } from "./schema.ts";
import { undoAttempt } from "./undo-attempt.server.ts";

type FormContext = AttemptContext & Pick<AppContext, "requestCounts" | "requestFeed">;

/** Handles a form of the panel about attempts, and tells the other open portals. */
export async function handleAttemptForm(
  context: FormContext,
  { form }: { form: FormData },
): Promise<AttemptFormResult> {
  const intent = String(form.get("intent") ?? "");
  const parsed = attemptFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return { ok: false, intent, reason: "fields", message: ATTEMPT_REFUSALS.fields };
  const { data } = parsed;
  if (data.intent === "undo-attempt") {
    const undone = await undoAttempt(context, { requestId: data.id, attemptId: data.attemptId });
    if (!undone.ok) return { ...undone, intent, message: ATTEMPT_REFUSALS[undone.reason] };
    publish(context, { id: data.id, changed: undone.changed });
    return { ok: true, intent: data.intent };
  }
  const { id: requestId, ...attempt } = data;
  const logged = await logAttempt(context, { ...attempt, requestId });
  if (!logged.ok) return { ...logged, intent, message: ATTEMPT_REFUSALS[logged.reason] };
  publish(context, { id: requestId, changed: logged.changed });
  const { channel, result } = attempt;
  return { ok: true, intent: data.intent, attemptId: logged.attemptId, channel, result };
}

function publish(
  { requestCounts, requestFeed }: FormContext,
  { id, changed }: { id: string; changed: StatusChanged | null },
): void {
  if (changed) requestCounts.adjust({ new: changed.to === "new" ? 1 : -1 });
  requestFeed.publishChange(id);
}
