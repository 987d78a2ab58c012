import type { ActionContext } from "#app/db/action-context.server.ts";
import { changeVisit, type VisitChange } from "./change-visit.server.ts";
import {
  cancelVisitSchema,
  moveVisitSchema,
  pickVisitSchema,
  setVisitSchema,
  VISIT_REFUSALS,
  type VisitErrors,
} from "./schema.ts";

export const VISIT_INTENTS = ["pick-visit", "set-visit", "move-visit", "cancel-visit"] as const;
export type VisitIntent = (typeof VISIT_INTENTS)[number];
export const isVisitIntent = (intent: unknown): intent is VisitIntent =>
  (VISIT_INTENTS as readonly unknown[]).includes(intent);

/** A refused form about a visit, with what was typed. */
export type RefusedVisit = {
  intent: VisitIntent;
  /** A sentence about the whole form. */
  message: string | null;
  errors: VisitErrors;
  values: { day: string; start: string; reason: string; window: string };
};
type VisitFormInput = {
  form: FormData;
  intent: VisitIntent;
  offerId: string;
  by: "customer" | "provider";
};
export type VisitFormResult =
  | { ok: true; requestId: string; intent: VisitIntent }
  | { ok: false; refused: RefusedVisit };

const BUSY = {
  customer: "They have another job at that time. Choose another.",
  provider: "You have another job at that time. Choose another.",
} as const;

/** A form about a visit with what was typed, for the page that shows it again. */
export function refuseVisit(
  form: FormData,
  {
    intent,
    message,
    errors = {},
  }: Pick<RefusedVisit, "intent" | "message"> & { errors?: VisitErrors },
): RefusedVisit {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const [day, start] = [text("day"), text("start")];
  return {
    intent,
    message,
    errors,
    values: { day, start, reason: text("reason"), window: text("window") },
  };
}

/** Handles a form about the visit of a provider who has the customer's yes, of either side. */
export async function handleVisitForm(
  context: ActionContext,
  { form, intent, offerId, by }: VisitFormInput,
): Promise<VisitFormResult> {
  const fields = Object.fromEntries(form);
  const refuse = (message: string | null, errors?: VisitErrors): VisitFormResult => ({
    ok: false,
    refused: refuseVisit(form, { intent, message, errors }),
  });
  const change = parseChange(intent, fields);
  if (!change) return refuse("This form was incomplete. Please try again.");
  const result = await changeVisit(context, { offerId, by, change });
  if (result.ok) return { ...result, intent };
  if (result.reason === "fields") return refuse(null, result.errors);
  if (result.reason === "busy") return refuse(null, { slot: BUSY[by] });
  return refuse(VISIT_REFUSALS[result.reason]);
}

function parseChange(intent: VisitIntent, fields: Record<string, unknown>): VisitChange | null {
  if (intent === "pick-visit") {
    const picked = pickVisitSchema.safeParse(fields);
    return picked.success ? { kind: "pick", windowId: picked.data.window } : null;
  }
  if (intent === "set-visit") {
    const set = setVisitSchema.safeParse(fields);
    return set.success ? { kind: "set", choice: set.data } : null;
  }
  if (intent === "cancel-visit") {
    const canceled = cancelVisitSchema.safeParse(fields);
    return canceled.success ? { kind: "cancel", ...canceled.data } : null;
  }
  const moved = moveVisitSchema.safeParse(fields);
  if (!moved.success) return null;
  const { day, start, ...rest } = moved.data;
  return { kind: "move", choice: { day, start }, ...rest };
}
