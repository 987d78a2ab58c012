import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";

const day = z
  .string()
  .regex(/^(?:19|20)\d{2}-\d{2}-\d{2}$/)
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
  );
const word = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => toStorableText(text) === text);
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * What the address of the audit page may say; anything else counts as not said. Days are those of
 * the business.
 */
const auditFilterSchema = z.object({
  actor: optional(word),
  action: optional(word),
  entity: optional(word),
  from: optional(day),
  to: optional(day),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export function readAuditFilter(query: URLSearchParams): AuditFilter {
  return auditFilterSchema.parse(
    Object.fromEntries([...query].filter(([, value]) => value !== "")),
  );
}

/** The query of an address for a filter, without a place in the list. */
export function filterQuery(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
