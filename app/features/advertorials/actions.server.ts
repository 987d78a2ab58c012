import type { AppContext } from "#app/app-context.ts";
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

type FormServices = Pick<AppContext, "db" | "now">;
type Who = { actorId: string; requestId: string };

/** Handles the forms of the advertorial list. */
export const runArticleListForm = (
  services: FormServices,
  options: Who & { form: FormData; isSuperadmin: boolean },
): Promise<ListFormResult> => runContentForm(services, { ...options, content: ARTICLE_CONTENT });

/** Handles the editor's requests: a save, or an earlier version. */
export async function runArticleCall(
  services: FormServices,
  { body, ...who }: Who & { body: unknown },
): Promise<EditorReply> {
  const { data } = editorCallSchema.safeParse(body);
  if (!data) return { intent: "save", ok: false, reason: "failed", message: SAVE_FAILED };
  if (data.intent === "version") return runVersionCall(services, data, parseArticleValues);
  const { id, newId, baseVersion, values } = data;
  const pool = services.db.$client;
  const save = { ...who, now: services.now(), baseVersion, values };
  return {
    intent: "save",
    ...addDeletedMessage(
      id
        ? await updateArticle(pool, { ...save, articleId: id })
        : await createArticle(pool, { ...save, id: newId }),
    ),
  };
}

const addDeletedMessage = (result: SaveResult) =>
  !result.ok && result.reason === "not-found"
    ? { ...result, message: formatDeletedMessage(ARTICLE_CONTENT) }
    : result;

/** Saves an editor's draft, or deletes it. */
export const runArticleDraftCall = (
  services: FormServices,
  options: { userId: string; isDiscarded: boolean; body: unknown },
) => runDraftCall(services, { ...options, schema: articleDraftCallSchema });
