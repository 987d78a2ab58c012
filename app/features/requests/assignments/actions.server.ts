import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { parseLocalTime } from "#app/lib/business-days.ts";
import { endSnooze, snoozeRequest } from "../snooze/snooze-request.server.ts";
import { takeOver } from "./alarms.server.ts";
import { assignRequest } from "./assign-request.server.ts";
import {
  type AssignmentForm,
  type AssignmentFormResult,
  assignmentFormSchema,
  describeRefusal,
} from "./schema.ts";

type AssignmentContext = ActionContext & Pick<AppContext, "requestFeed" | "settings">;
type Outcome = { ok: true } | ({ ok: false } & Parameters<typeof describeRefusal>[0]);

/** Handles a form about an assignment, a snooze or an alarm, and notifies the other portals. */
export async function handleAssignmentForm(
  context: AssignmentContext,
  { form }: { form: FormData },
): Promise<AssignmentFormResult> {
  const parsed = assignmentFormSchema.safeParse(Object.fromEntries(form));
  const intent = String(form.get("intent") ?? "");
  const result: Outcome = parsed.success
    ? await change(context, parsed.data)
    : { ok: false, reason: "fields" };
  if (!result.ok)
    return { ok: false, reason: result.reason, intent, message: describeRefusal(result) };
  const { data } = parsed as { data: AssignmentForm };
  if ("id" in data) context.requestFeed.publishChange(data.id);
  return { ok: true, intent: data.intent };
}

async function change(context: AssignmentContext, data: AssignmentForm): Promise<Outcome> {
  if (data.intent === "take") return assignRequest(context, { ...data, assigneeId: context.actor });
  if (data.intent === "end-snooze") return endSnooze(context, { requestId: data.id });
  if (data.intent === "take-over") return takeOver(context);
  const { id: requestId, until } = data;
  if (until === "customer" || until instanceof Date)
    return snoozeRequest(context, { requestId, until });
  const at = parseLocalTime(until.local, (await context.settings.get()).timeZone);
  return at ? snoozeRequest(context, { requestId, until: at }) : { ok: false, reason: "fields" };
}
