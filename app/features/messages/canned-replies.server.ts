import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import {
  readSettings,
  type SaveResult,
  saveSettings,
} from "#app/features/settings/store-settings.server.ts";
import { MAX_CANNED_REPLIES } from "./constants.ts";
import { type CannedReply, cannedRepliesSchema } from "./schema.ts";

const KEY = "cannedReplies";

/** The texts that staff answer often with; the defaults where the stored row is invalid. */
export async function getCannedReplies(db: Database): Promise<CannedReply[]> {
  const stored = await readSettings(db, [KEY]);
  const parsed = cannedRepliesSchema.safeParse(Object.fromEntries(stored));
  return (parsed.success ? parsed.data : cannedRepliesSchema.parse({})).cannedReplies;
}

/** Saves the canned replies. A reply without title and text is left out. */
export async function saveCannedReplies(
  context: ActionContext,
  { form }: { form: FormData },
): Promise<SaveResult<string>> {
  const rows = Array.from({ length: MAX_CANNED_REPLIES }, (_, index) => ({
    title: String(form.get(`title-${index}`) ?? ""),
    text: String(form.get(`text-${index}`) ?? ""),
  }));
  const isFilled = rows.map(({ title, text }) => title.trim() !== "" || text.trim() !== "");
  const parsed = cannedRepliesSchema.safeParse({
    [KEY]: rows.filter((_, index) => isFilled[index]),
  });
  if (parsed.success)
    return saveSettings(context, {
      values: parsed.data,
      defaults: cannedRepliesSchema.parse({}),
    });
  // The numbers of the fields count the empty ones, too.
  const positions = rows.flatMap((_, index) => (isFilled[index] ? [index] : []));
  const errors = parsed.error.issues.map(({ path: [, index, field], message }) => [
    `${String(field)}-${positions[Number(index)]}`,
    message,
  ]);
  return { ok: false, reason: "invalid", errors: Object.fromEntries(errors) };
}
