import { createHash } from "node:crypto";

/** JSON with sorted keys, so that equal values give equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object" && !(value instanceof Date)) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/**
 * Hash by which bodies with the same idempotency key are compared: SHA-256, in hex, of the record
 * without its id and timestamp.
 */
export function hashBody(record: {
  id?: unknown;
  created_at?: unknown;
  [field: string]: unknown;
}): string {
  const { id: _id, created_at: _createdAt, ...rest } = record;
  return createHash("sha256").update(canonicalJson(rest)).digest("hex");
}
