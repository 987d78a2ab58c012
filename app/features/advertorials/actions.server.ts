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

/** What the list of advertorials asks for. */
export const runArticleListForm = (
  services: FormServices,
  options: Who & { form: FormData; isSuperadmin: boolean },
): Promise<ListFormResult> => runContentForm(services, { ...options, content: ARTICLE_CONTENT });

/** What the editor asks for: a save, or what an earlier version held. */
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

/** Keeps what somebody typed, or forgets it. */
export const runArticleDraftCall = (
  services: FormServices,
  options: { userId: string; isDiscarded: boolean; body: unknown },
) => runDraftCall(services, { ...options, schema: articleDraftCallSchema });
