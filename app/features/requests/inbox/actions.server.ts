import type { AppContext } from "#app/app-context.ts";
import {
  addNote,
  assignRequest,
  type By,
  resendRequest,
  updateStatuses,
} from "./mutations.server.ts";
import { type RequestFormResult, requestFormSchema } from "./schema.ts";

type InboxContext = Pick<
  AppContext,
  "db" | "now" | "notifyOutbox" | "requestCounts" | "requestFeed"
>;

/** Handles a form of the inbox or of a request: its change, and what other processes must learn. */
export async function handleRequestForm(
  app: InboxContext,
  options: { form: FormData } & Omit<By, "now">,
): Promise<RequestFormResult> {
  const { form, ...who } = options;
  const parsed = requestFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success)
    return {
      ok: false,
      intent: String(form.get("intent") ?? ""),
      reason: "fields",
      message: parsed.error.issues[0]?.message,
    };
  const by: By = { ...who, now: app.now() };
  const { data } = parsed;
  const pool = app.db.$client;
  if (data.intent === "status") {
    const result = await updateStatuses(pool, { ...by, changes: data.changes });
    if (!result.ok) return { ...result, intent: data.intent };
    app.requestCounts.adjust({
      fresh:
        result.changed.filter(({ to }) => to === "new").length -
        result.changed.filter(({ from }) => from === "new").length,
    });
    for (const { id } of result.changed) app.requestFeed.publishChange(id);
    return {
      ok: true,
      intent: "status",
      at: app.now().getTime(),
      changed: result.changed,
      counts: await app.requestCounts.get(),
    };
  }
  const result =
    data.intent === "assign"
      ? await assignRequest(pool, { ...by, id: data.id, assigneeId: data.assigneeId })
      : data.intent === "note"
        ? await addNote(pool, { ...by, id: data.id, text: data.text })
        : await resendRequest(pool, { ...by, id: data.id });
  if (!result.ok) return { ...result, intent: data.intent };
  app.requestFeed.publishChange(data.id);
  if (data.intent === "send") app.notifyOutbox();
  return { ...result, intent: data.intent };
}
