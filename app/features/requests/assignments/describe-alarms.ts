import { formatQuantity } from "#app/lib/format-values.ts";
import type { AlarmSummary } from "./schema.ts";

/** How many requests wait while nobody is on shift, in one sentence; null for none. */
export function describeAlarms({ emergencies, returned, waiting }: AlarmSummary): string | null {
  const total = emergencies + returned + waiting;
  if (total === 0) return null;
  const parts = [
    ...(emergencies > 0 ? [formatQuantity(emergencies, "emergency", "emergencies")] : []),
    ...(returned > 0 ? [formatQuantity(returned, "returned request")] : []),
    ...(waiting > 0 ? [formatQuantity(waiting, "request")] : []),
  ];
  const list = [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");
  return `Nobody is on shift: ${list} ${total === 1 ? "waits" : "wait"}`;
}
