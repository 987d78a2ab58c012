import { refuseVisit } from "#app/features/offers/visits/handle-visit-form.server.ts";
import { readCorrection } from "./correction-handlers.server.ts";
import type { RefusedForm } from "./form-handler.ts";
import { readChoices } from "./visit-handlers.server.ts";

const read = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Reads what was typed, by the form's intent; forms without fields are not listed. */
const READERS: Readonly<Record<string, (form: FormData, problem: string) => RefusedForm>> = {
  "save-windows": (form) => ({ windows: { choices: readChoices(form), errors: {} } }),
  "move-visit": (form) => ({ visit: refuseVisit(form, { intent: "move-visit", message: null }) }),
  "cancel-visit": (form) => ({
    visit: refuseVisit(form, { intent: "cancel-visit", message: null }),
  }),
  correct: (form) => ({ correction: { ...readCorrection(form), errors: {} } }),
  "change-phone": (form) => ({ phone: { phone: read(form, "phone") } }),
  review: (form, message) => ({
    review: {
      message,
      field: null,
      values: { rating: read(form, "rating"), words: read(form, "words") },
    },
  }),
  message: (form, problem) => ({
    message: { problem, text: read(form, "text"), offerId: read(form, "offerId") },
  }),
};

/**
 * What was typed into a form that is refused as a whole, such as after too many tries, so that the page
 * shows it again.
 * @param problem why it was refused, for forms that say so themselves
 */
export function keepTyped(form: FormData, problem: string): RefusedForm | undefined {
  const intent = read(form, "intent");
  return Object.hasOwn(READERS, intent) ? READERS[intent]?.(form, problem) : undefined;
}
