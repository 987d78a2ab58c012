import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  formatDeletedMessage,
  runContentForm,
  runDraftCall,
  runVersionCall,
} from "#app/features/content-editor/actions.server.ts";
import type { ListFormResult } from "#app/features/content-editor/editor-schema.ts";
import { SAVE_FAILED } from "./constants.ts";
import { parseArticleValues } from "./edit-article.ts";
import {
  ARTICLE_CONTENT,
  createArticle,
  type SaveResult,
  updateArticle,
} from "./save-article.server.ts";
import { articleDraftCallSchema, type EditorReply, editorCallSchema } from "./staff-schema.ts";

/** Handles the forms of the advertorial list. */
export const runArticleListForm = (
  context: ActionContext,
  input: { form: FormData; isSuperadmin: boolean },
): Promise<ListFormResult> => runContentForm(context, { ...input, content: ARTICLE_CONTENT });

/** Handles the editor's requests: a save, or an earlier version. */
export async function runArticleCall(
  context: ActionContext,
  { body }: { body: unknown },
): Promise<EditorReply> {
  const { data } = editorCallSchema.safeParse(body);
  if (!data) return { intent: "save", ok: false, reason: "failed", message: SAVE_FAILED };
  if (data.intent === "version") return runVersionCall(context, data, parseArticleValues);
  const { id, newId, baseVersion, values } = data;
  const save = { baseVersion, values };
  return {
    intent: "save",
    ...addDeletedMessage(
      id
        ? await updateArticle(context, { ...save, articleId: id })
        : await createArticle(context, { ...save, id: newId }),
    ),
  };
}

const addDeletedMessage = (result: SaveResult) =>
  !result.ok && result.reason === "not-found"
    ? { ...result, message: formatDeletedMessage(ARTICLE_CONTENT) }
    : result;

/** Saves an editor's draft, or deletes it. */
export const runArticleDraftCall = (
  context: ActionContext,
  input: { isDiscarded: boolean; body: unknown },
) => runDraftCall(context, { ...input, schema: articleDraftCallSchema });
