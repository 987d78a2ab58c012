import type { Services } from "#app/services.ts";
import { addNote, assignRequest, type By, sendAgain, setStatuses } from "./staff-mutations.server.ts";
import type { RequestFormResult } from "./staff-schema.ts";
import { requestFormSchema } from "./staff-schema.ts";

type FormServices = Pick<Services, "db" | "wakeDelivery" | "now" | "requestCounts">;

/** What a form of the area asks for: checked, done, and its consequences outside the database. */
export async function runRequestForm(services: FormServices, options: { form: FormData } & Omit<By, "now">): Promise<RequestFormResult> {
  const { form, ...who } = options;
  const parsed = requestFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ok: false, intent: String(form.get("intent") ?? ""), reason: "fields", message: parsed.error.issues[0]?.message };
  const pool = services.db.$client;
  const by: By = { ...who, now: services.now() };
  const { data } = parsed;
  if (data.intent === "status") {
    const result = await setStatuses(pool, { ...by, changes: data.changes });
    if (!result.ok) return { ...result, intent: data.intent };
    services.requestCounts.adjust({ fresh: result.changed.filter(({ to }) => to === "new").length - result.changed.filter(({ from }) => from === "new").length });
    return { ok: true, intent: "status", changed: result.changed, counts: await services.requestCounts.get() };
  }
  const result =
    data.intent === "assign"
      ? await assignRequest(pool, { ...by, id: data.id, assigneeId: data.assigneeId })
      : data.intent === "note"
        ? await addNote(pool, { ...by, id: data.id, text: data.text })
        : await sendAgain(pool, { ...by, id: data.id });
  if (result.ok && data.intent === "send") services.wakeDelivery();
  return { ...result, intent: data.intent };
}
