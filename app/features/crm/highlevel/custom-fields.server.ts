import { z } from "zod";
import { DAY_MS } from "#app/lib/durations.ts";
import { toFieldKey } from "./build-contact.ts";
import { type CallResult, callAndParse, type HighLevelSession } from "./session.server.ts";

/** Ids of custom fields by key, for each location, and when they were listed (ms since 1970). */
export type CustomFieldCache = Map<string, { at: number; ids: Map<string, string> }>;

const fieldSchema = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  fieldKey: z.string().optional(),
});
const listSchema = z.object({ customFields: z.array(fieldSchema) });
const createdSchema = z.object({ customField: fieldSchema });

type Field = z.infer<typeof fieldSchema>;
const getKey = ({ fieldKey, name }: Field) => toFieldKey(fieldKey ?? name ?? "");
export type CustomFieldsResult =
  | { ok: true; ids: Map<string, string> }
  | Extract<CallResult, { ok: false }>;

/**
 * Ids of the custom fields with these keys. Creates those that the location lacks; a key that
 * HighLevel refuses is left out.
 */
export async function ensureCustomFields(
  session: HighLevelSession,
  options: { cache: CustomFieldCache; keys: string[]; now: number },
): Promise<CustomFieldsResult> {
  const { cache, keys, now } = options;
  const cached = cache.get(session.locationId);
  let ids = cached && now - cached.at < DAY_MS ? cached.ids : undefined;
  if (!ids || keys.some((key) => !ids?.has(key))) {
    const listed = await listCustomFields(session);
    if (!listed.ok) return listed;
    ids = listed.ids;
    cache.set(session.locationId, { at: now, ids });
  }
  for (const key of keys.filter((wanted) => !ids.has(wanted))) {
    const result = await session.call({
      method: "POST",
      path: getFieldsPath(session),
      body: { name: key, dataType: "TEXT", model: "contact" },
    });
    if (!result.ok && result.halt.kind !== "refused") return result;
    const parsed = result.ok ? createdSchema.safeParse(result.body) : undefined;
    if (parsed?.success) ids.set(key, parsed.data.customField.id);
  }
  if (keys.every((key) => ids.has(key))) return { ok: true, ids };
  // Another worker may have created a missing one at the same time.
  const relisted = await listCustomFields(session);
  if (!relisted.ok) return relisted;
  for (const [key, id] of relisted.ids) ids.set(key, id);
  return { ok: true, ids };
}

const getFieldsPath = ({ locationId }: HighLevelSession) =>
  `/locations/${encodeURIComponent(locationId)}/customFields`;

/** Lists the custom fields of contacts; also used to test the connection, as it changes nothing. */
export async function listCustomFields(session: HighLevelSession): Promise<CustomFieldsResult> {
  const result = await callAndParse(session, listSchema, {
    method: "GET",
    path: `${getFieldsPath(session)}?model=contact`,
  });
  return result.ok
    ? {
        ok: true,
        ids: new Map(result.value.customFields.map((field) => [getKey(field), field.id])),
      }
    : result;
}
