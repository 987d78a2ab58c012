import { z } from "zod";
import { DAY_MS } from "#app/lib/durations.ts";
import { toFieldKey } from "./build-contact.ts";
import { type CallResult, callFor, type HighLevelSession } from "./session.server.ts";

/** Ids of custom fields by their keys, for each location, and when they were listed. */
export type FieldCache = Map<string, { at: number; ids: Map<string, string> }>;

const fieldSchema = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  fieldKey: z.string().optional(),
});
const listSchema = z.object({ customFields: z.array(fieldSchema) });
const createdSchema = z.object({ customField: fieldSchema });

type Field = z.infer<typeof fieldSchema>;
const getKey = ({ fieldKey, name }: Field) => toFieldKey(fieldKey ?? name ?? "");
export type FieldsResult =
  | { ok: true; ids: Map<string, string> }
  | Extract<CallResult, { ok: false }>;

/**
 * The ids of these fields; those that the location lacks are created. A key that is refused is left
 * out.
 */
export async function ensureFields(
  session: HighLevelSession,
  options: { cache: FieldCache; keys: string[]; now: number },
): Promise<FieldsResult> {
  const { cache, keys, now } = options;
  const cached = cache.get(session.locationId);
  let ids = cached && now - cached.at < DAY_MS ? cached.ids : undefined;
  if (!ids || keys.some((key) => !ids?.has(key))) {
    const listed = await listFields(session);
    if (!listed.ok) return listed;
    ids = listed.ids;
    cache.set(session.locationId, { at: now, ids });
  }
  for (const key of keys.filter((wanted) => !ids.has(wanted))) {
    const answer = await session.call({
      method: "POST",
      path: fieldsPath(session),
      body: { name: key, dataType: "TEXT", model: "contact" },
    });
    if (!answer.ok && answer.halt.kind !== "refused") return answer;
    const parsed = answer.ok ? createdSchema.safeParse(answer.body) : undefined;
    if (parsed?.success) ids.set(key, parsed.data.customField.id);
  }
  if (keys.every((key) => ids.has(key))) return { ok: true, ids };
  // Another worker may have created it at the same time.
  const again = await listFields(session);
  if (!again.ok) return again;
  for (const [key, id] of again.ids) ids.set(key, id);
  return { ok: true, ids };
}

const fieldsPath = ({ locationId }: HighLevelSession) =>
  `/locations/${encodeURIComponent(locationId)}/customFields`;

/** Lists the custom fields of contacts, which changes nothing; also the test of the connection. */
export async function listFields(session: HighLevelSession): Promise<FieldsResult> {
  const answer = await callFor(session, listSchema, {
    method: "GET",
    path: `${fieldsPath(session)}?model=contact`,
  });
  return answer.ok
    ? {
        ok: true,
        ids: new Map(answer.value.customFields.map((field) => [getKey(field), field.id])),
      }
    : answer;
}
