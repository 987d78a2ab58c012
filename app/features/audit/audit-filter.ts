import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";

const daySchema = z
  .string()
  .regex(/^(?:19|20)\d{2}-\d{2}-\d{2}$/)
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
  );
const wordSchema = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => toStorableText(text) === text);
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The filters in the URL of the audit page; invalid ones are ignored. Days are business days. */
const auditFilterSchema = z.object({
  actor: optional(wordSchema),
  action: optional(wordSchema),
  entity: optional(wordSchema),
  from: optional(daySchema),
  to: optional(daySchema),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** Reads the filters from the URL of the audit page. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  return auditFilterSchema.parse(
    Object.fromEntries([...query].filter(([, value]) => value !== "")),
  );
}

/** The query string for a filter, without a cursor. */
export function buildAuditQuery(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
