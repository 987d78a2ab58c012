import { formatQuantity } from "#app/lib/format-values.ts";
import { RETURNED_EVENT } from "./constants.ts";

/** Describes an event of an assignment; undefined for other kinds. */
export function formatAssignmentEvent(
  kind: string,
  { minutes, name }: Record<string, unknown>,
): string | undefined {
  if (kind !== RETURNED_EVENT) return undefined;
  const time = typeof minutes === "number" ? formatQuantity(minutes, "minute") : "some time";
  return `Returned: nobody tried to reach the customer within ${time} of the assignment${name ? ` to ${String(name)}` : ""}`;
}
