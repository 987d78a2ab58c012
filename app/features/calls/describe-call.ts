import { MINUTE_MS } from "#app/lib/durations.ts";
import type { PhoneCall } from "./queries.server.ts";

/** A call to us for staff: "Called us on the number for AC pages, 4 min". */
export function describeCall({
  label,
  connectedAt,
  endedAt,
}: Pick<PhoneCall, "label" | "connectedAt" | "endedAt">): string {
  const minutes =
    connectedAt && endedAt
      ? Math.max(1, Math.round((endedAt.getTime() - connectedAt.getTime()) / MINUTE_MS))
      : null;
  return [
    label ? `Called us on the number for ${label}` : "Called us",
    ...(minutes ? [`${minutes} min`] : []),
  ].join(", ");
}
