import { z } from "zod";
import { DAY_MS } from "#app/lib/durations.ts";
import { type CallResult, callFor, type HighLevelSession } from "./session.server.ts";
import { fieldKey } from "./write-contact.ts";

type Known = { at: number; ids: Map<string, string> };
/** Ids of custom fields by their keys, for each location. */
export type FieldCache = Map<string, Known>;

const fieldSchema = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  fieldKey: z.string().optional(),
});
const listSchema = z.object({ customFields: z.array(fieldSchema) });
const madeSchema = z.object({ customField: fieldSchema });

type Field = z.infer<typeof fieldSchema>;
const keyOf = ({ fieldKey: key, name }: Field) => fieldKey(key ?? name ?? "");
type Failed = Extract<CallResult, { ok: false }>;
export type FoundFields = { ok: true; ids: Map<string, string> } | Failed;

/**
 * The ids of these fields; those that the location lacks are made. A key that cannot be made is
 * left out.
 */
export async function findFields(
  session: HighLevelSession,
  options: { cache: FieldCache; keys: string[]; now: number },
): Promise<FoundFields> {
  const { cache, keys, now } = options;
  const kept = cache.get(session.locationId);
  let ids = kept && now - kept.at < DAY_MS ? kept.ids : undefined;
  if (!ids || keys.some((key) => !ids?.has(key))) {
    const listed = await listFields(session);
    if (!listed.ok) return listed;
    ids = listed.ids;
    cache.set(session.locationId, { at: now, ids });
  }
  for (const key of keys.filter((wanted) => !ids.has(wanted))) {
    const made = await session.call({
      method: "POST",
      path: `${fieldsPath(session)}`,
      body: { name: key, dataType: "TEXT", model: "contact" },
    });
    if (!made.ok && made.halt.kind !== "refused") return made;
    const parsed = made.ok ? madeSchema.safeParse(made.body) : undefined;
    if (parsed?.success) ids.set(key, parsed.data.customField.id);
  }
  const missing = keys.filter((key) => !ids.has(key));
  if (missing.length === 0) return { ok: true, ids };
  // Another worker may have made it at the same moment.
  const again = await listFields(session);
  if (!again.ok) return again;
  for (const [key, id] of again.ids) ids.set(key, id);
  return { ok: true, ids };
}

const fieldsPath = ({ locationId }: HighLevelSession) =>
  `/locations/${encodeURIComponent(locationId)}/customFields`;

/** Also what the test of the connection asks for: it changes nothing. */
export async function listFields(session: HighLevelSession): Promise<FoundFields> {
  const answer = await callFor(session, listSchema, {
    method: "GET",
    path: `${fieldsPath(session)}?model=contact`,
  });
  return answer.ok
    ? { ok: true, ids: new Map(answer.value.customFields.map((field) => [keyOf(field), field.id])) }
    : answer;
}
