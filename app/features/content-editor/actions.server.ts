import type { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { deleteContent, restoreContent, setActive } from "./content-states.server.ts";
import type { ContentTable } from "./content-table.server.ts";
import { deleteDraft, deleteEarlierDraft, saveDraft } from "./drafts.server.ts";
import {
  type ContentKind,
  type draftCallSchema,
  type ListFormResult,
  listFormSchema,
  type VersionCall,
  type VersionReply,
} from "./editor-schema.ts";
import { getVersion } from "./versions.server.ts";

type ContentFormInput = {
  content: ContentTable;
  form: FormData;
  isSuperadmin: boolean;
  /** Returns the reason why this must not be published, or null. */
  refuse?: (db: Database, id: string) => Promise<string | null>;
};

/** Handles the forms of a content list: show or hide, delete, restore. */
export async function runContentForm(
  context: ActionContext,
  { content, form, isSuperadmin, refuse }: ContentFormInput,
): Promise<ListFormResult> {
  const { data } = listFormSchema.safeParse(Object.fromEntries(form));
  if (!data) return { ok: false };
  const { entity } = content;
  const input = { ...content, id: data.id };
  if (data.intent === "restore" && !isSuperadmin)
    return {
      ok: false,
      message: `Only a superadmin can restore ${entity === "quiz" ? "a quiz" : "an advertorial"}.`,
    };
  const message =
    data.intent === "set-active" && data.isActive ? await refuse?.(context.db, data.id) : null;
  if (message) return { ok: false, message };
  const result =
    data.intent === "set-active"
      ? await setActive(context, { ...input, isActive: data.isActive })
      : data.intent === "delete"
        ? await deleteContent(context, input)
        : await restoreContent(context, input);
  if (result.ok) return result;
  return {
    ok: false,
    message:
      result.reason === "slug"
        ? `Another ${entity} has this URL slug now. Change its slug first.`
        : formatDeletedMessage(content),
  };
}

export const formatDeletedMessage = ({ entity }: ContentTable) =>
  `This ${entity} no longer exists: somebody deleted it.`;

/** Returns an earlier version to its editor. */
export async function runVersionCall<V>(
  { db }: Pick<ActionContext, "db">,
  { id, version }: VersionCall,
  parse: ContentKind<V>["parse"],
): Promise<{ intent: "version" } & VersionReply<V>> {
  const values = parse(await getVersion(db, { contentId: id, version }));
  return values
    ? { intent: "version", ok: true, values }
    : {
        intent: "version",
        ok: false,
        reason: "not-found",
        message: "This version cannot be read.",
      };
}

type DraftOptions = {
  schema: ReturnType<typeof draftCallSchema<z.ZodType<object>>>;
  isDiscarded: boolean;
  body: unknown;
};

/** Saves an editor's draft, or deletes it. */
export async function runDraftCall(
  context: ActionContext,
  { schema, isDiscarded, body }: DraftOptions,
): Promise<{ ok: boolean; savedAt?: number }> {
  const { db, actor: userId, now } = context;
  const { data } = schema.safeParse(
    isDiscarded && typeof body === "object" ? { ...body, intent: "discard" } : body,
  );
  if (!data) return { ok: false };
  const { key } = data;
  if ("intent" in data) {
    await (data.savedAt === undefined
      ? deleteDraft(db, { userId, key })
      : deleteEarlierDraft(db, { userId, key, savedAt: new Date(data.savedAt) }));
    return { ok: true };
  }
  const { values, baseVersion, earlierSavedAt } = data;
  await saveDraft(context, { key, data: values, baseVersion, earlierSavedAt });
  return { ok: true, savedAt: now.getTime() };
}
