import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { refuseFields } from "#app/lib/field-errors.ts";
import { assignRequest } from "../assignments/assign-request.server.ts";
import { describeRefusal } from "../assignments/schema.ts";
import type { EndOffer } from "./change-statuses.server.ts";
import { addNote, recordCause, resendRequest, updateStatuses } from "./mutations.server.ts";
import { publishStatusChanges } from "./publish-status-changes.ts";
import { type RequestFormResult, requestFormSchema } from "./schema.ts";

type InboxContext = Pick<
  AppContext,
  "db" | "now" | "notifyOutbox" | "requestCounts" | "requestFeed" | "settings"
>;

type RequestForm = {
  form: FormData;
  actor: string;
  httpRequestId: string;
  /** Offers know requests, not the other way around. */
  endOffer: EndOffer;
};

/**
 * Handles a form of the inbox or of a request: makes the change, and notifies the other processes
 * and tabs.
 */
export async function handleRequestForm(
  app: InboxContext,
  { form, endOffer, ...who }: RequestForm,
): Promise<RequestFormResult> {
  const parsed = requestFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuseFields(form, parsed.error.issues);
  const context: ActionContext = { db: app.db, ...who, now: app.now() };
  const { data } = parsed;
  if (data.intent === "status") {
    const result = await updateStatuses(context, { changes: data.changes, endOffer });
    if (!result.ok) return { ...result, intent: data.intent };
    publishStatusChanges(app, result.changed);
    return {
      ok: true,
      intent: "status",
      at: app.now().getTime(),
      changed: result.changed,
      endedOffers: result.endedOffers,
      counts: await app.requestCounts.get(),
    };
  }
  const result =
    data.intent === "assign"
      ? await assign(app, context, data)
      : data.intent === "note"
        ? await addNote(context, data)
        : data.intent === "cause"
          ? await recordCause(context, { id: data.id, cause: data.cause })
          : await resendRequest(context, { id: data.id });
  if (!result.ok) return { ...result, intent: data.intent };
  app.requestFeed.publishChange(data.id);
  if (data.intent === "send") app.notifyOutbox();
  return { ...result, intent: data.intent };
}

async function assign(
  { settings }: InboxContext,
  context: ActionContext,
  input: Parameters<typeof assignRequest>[1],
) {
  const result = await assignRequest({ ...context, settings }, input);
  return result.ok ? result : { ...result, message: describeRefusal(result) };
}
