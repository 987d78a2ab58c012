import type pg from "pg";
import type { AppContext } from "#app/app-context.ts";
import {
  formatDeletedMessage,
  runContentForm,
  runDraftCall,
  runVersionCall,
} from "#app/features/content-editor/actions.server.ts";
import type { By } from "#app/features/content-editor/content-states.server.ts";
import type { ListFormResult } from "#app/features/content-editor/editor-schema.ts";
import { ADD_SEED_QUIZ, NEW_QUIZ_KEY, SAVE_FAILED } from "../constants.ts";
import { parseQuizValues } from "./editor-schema.ts";
import { findPublishBlocker, QUIZ_CONTENT } from "./find-publish-blocker.server.ts";
import { createQuiz, type SaveResult, updateQuiz } from "./save-quiz.server.ts";
import {
  type EditorCall,
  type EditorReply,
  editorCallSchema,
  quizDraftCallSchema,
} from "./schema.ts";
import { addNewerSeedQuiz } from "./seed-quizzes.server.ts";

type FormServices = Pick<AppContext, "db" | "now">;
type Who = { actorId: string; requestId: string };

/** Handles the forms of the quiz list. */
export function runQuizListForm(
  services: FormServices,
  options: Who & { form: FormData; isSuperadmin: boolean },
): Promise<ListFormResult> {
  const { form, actorId, requestId } = options;
  if (form.get("intent") === ADD_SEED_QUIZ)
    return addNewerSeedQuiz(services.db.$client, {
      slug: String(form.get("slug")),
      actorId,
      requestId,
      now: services.now(),
    });
  return runContentForm(services, {
    ...options,
    content: QUIZ_CONTENT,
    refuse: findPublishBlocker,
  });
}

/** Handles the editor's requests: a save, or an earlier version. */
export async function runEditorCall(
  services: FormServices,
  options: Who & { body: unknown },
): Promise<EditorReply> {
  const { body, ...who } = options;
  const { data } = editorCallSchema.safeParse(body);
  if (!data) return { intent: "save", ok: false, reason: "failed", message: SAVE_FAILED };
  if (data.intent === "version") return runVersionCall(services, data, parseQuizValues);
  return {
    intent: "save",
    ...addDeletedMessage(
      await saveQuiz(services.db.$client, data, { ...who, now: services.now() }),
    ),
  };
}

type SaveQuizCall = Extract<EditorCall, { intent: "save" }>;
const saveQuiz = (
  pool: pg.Pool,
  { id, baseVersion, values, agreed }: SaveQuizCall,
  by: By,
): Promise<SaveResult> =>
  id
    ? updateQuiz(pool, { ...by, quizId: id, baseVersion, values, agreed })
    : createQuiz(pool, { ...by, values, draftKey: NEW_QUIZ_KEY });

const addDeletedMessage = (result: SaveResult) =>
  !result.ok && result.reason === "not-found"
    ? { ...result, message: formatDeletedMessage(QUIZ_CONTENT) }
    : result;

/** Saves an editor's draft, or deletes it. */
export const runQuizDraftCall = (
  services: FormServices,
  options: { userId: string; isDiscarded: boolean; body: unknown },
) => runDraftCall(services, { ...options, schema: quizDraftCallSchema });
