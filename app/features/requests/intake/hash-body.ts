import { createHash } from "node:crypto";

/** JSON with sorted keys: equal values give equal text. */
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
 * What "the same body" means for an idempotency key: the record without its id and time stamp.
 * sha256, hex.
 */
export function hashBody(record: {
  id?: unknown;
  created_at?: unknown;
  [field: string]: unknown;
}): string {
  const { id: _id, created_at: _createdAt, ...rest } = record;
  return createHash("sha256").update(canonicalJson(rest)).digest("hex");
}
