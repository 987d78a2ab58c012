import { REVIEWED_LABELS, type ReviewedField } from "./constants.ts";
import type { Changes } from "./request-change.server.ts";

/** Changes as lines: what it is, the old and the new value. */
export function describeChange(changes: Changes): { label: string; from: string; to: string }[] {
  return (Object.entries(changes) as [ReviewedField, { before: unknown; after: unknown }][]).map(
    ([field, { before, after }]) => ({
      label: REVIEWED_LABELS[field],
      from: field === "service_categories" ? "" : formatValue(before),
      to: formatValue(after),
    }),
  );
}

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : value === null || value === "" ? "none" : String(value);
