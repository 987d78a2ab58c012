import { REVIEW_HINTS, REVIEWED_LABELS, type ReviewedField } from "./constants.ts";
import type { Changes } from "./request-change.server.ts";

export type ChangeLine = { label: string; from: string; to: string; hint: string | null };

/**
 * Changes as lines: what it is, the value that counts now, the new one, and what staff should check.
 * @param current the provider's values, which somebody may have changed since
 */
export function describeChange(
  changes: Changes,
  current: Partial<Record<ReviewedField, unknown>>,
): ChangeLine[] {
  return (Object.entries(changes) as [ReviewedField, { after: unknown }][]).map(
    ([field, { after }]) => ({
      label: REVIEWED_LABELS[field],
      from: field === "service_categories" ? "" : formatValue(current[field]),
      to: formatValue(after),
      hint: REVIEW_HINTS[field] ?? null,
    }),
  );
}

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : (value ?? "") === "" ? "none" : String(value);
