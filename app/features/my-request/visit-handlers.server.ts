import { MAX_WINDOWS } from "#app/features/offers/visits/constants.ts";
import {
  handleVisitForm,
  type VisitIntent,
} from "#app/features/offers/visits/handle-visit-form.server.ts";
import { findConnectedOffer } from "#app/features/offers/visits/queries.server.ts";
import { saveWindows } from "#app/features/offers/visits/save-windows.server.ts";
import type { SlotChoice } from "#app/features/offers/visits/slots.ts";
import { type Handler, refuse, refuseFields } from "./form-handler.ts";

const MAX_TYPED = 20;

const WINDOW_REFUSALS = {
  closed: "This request is closed, so no times can be set.",
  "opted-out": "You stopped contact, so no times can be set. Call us if you changed your mind.",
  booked: "A visit is booked already. You can move it above.",
} as const;

/** The times as they were chosen in the form. */
export function readChoices(form: FormData): SlotChoice[] {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, MAX_TYPED);
  return Array.from({ length: MAX_WINDOWS }, (_, index) => ({
    day: text(`day${index + 1}`),
    start: text(`start${index + 1}`),
  }));
}

const saveTimes: Handler = async (context, { form, requestId }) => {
  const choices = readChoices(form);
  const result = await saveWindows(context, { requestId, choices });
  if (!result.ok && result.reason === "fields")
    return refuseFields({ windows: { choices, errors: result.errors } });
  if (!result.ok) return refuse(WINDOW_REFUSALS[result.reason]);
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: result.count > 0 ? "times" : "no-times" };
};

const changeVisit =
  (intent: Exclude<VisitIntent, "pick-visit" | "set-visit">): Handler =>
  async (context, { form, requestId }) => {
    const offerId = await findConnectedOffer(context.db, requestId);
    if (!offerId) return refuse("There is no visit to change any more.");
    const result = await handleVisitForm(context, { form, intent, offerId, by: "customer" });
    if (result.ok)
      return { ok: true, done: intent === "move-visit" ? "visit-moved" : "visit-canceled" };
    const { refused } = result;
    return refused.message
      ? { ok: false, status: 409, message: refused.message, refused: { visit: refused } }
      : refuseFields({ visit: refused });
  };

/** The forms about times and the visit, by intent. */
export const VISIT_HANDLERS: Readonly<Record<string, Handler>> = {
  "save-windows": saveTimes,
  "move-visit": changeVisit("move-visit"),
  "cancel-visit": changeVisit("cancel-visit"),
};
