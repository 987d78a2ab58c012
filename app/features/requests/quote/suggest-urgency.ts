import type { ChoiceValue } from "./fields.ts";

/** "How soon do you need help?" nearly says when the work should happen. */
const URGENCY: Readonly<Record<ChoiceValue<"timeframe">, ChoiceValue<"urgencyLevel">>> = {
  emergency: "today-asap",
  urgent: "this-week",
  soon: "this-month",
  planning: "just-researching",
};

/** When the work should probably happen; "" for an unknown timeframe. */
export const suggestUrgency = (timeframe: string): string =>
  Object.hasOwn(URGENCY, timeframe) ? URGENCY[timeframe as keyof typeof URGENCY] : "";

/** In the form without JavaScript: answers the question if it was left open. */
export function fillUrgency(form: FormData): void {
  const urgency = suggestUrgency(String(form.get("timeframe") ?? ""));
  if (urgency && !form.get("urgencyLevel")) form.set("urgencyLevel", urgency);
}
