import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  formatDeletedMessage,
  runContentForm,
  runDraftCall,
  runVersionCall,
} from "#app/features/content-editor/actions.server.ts";
import type { ListFormResult } from "#app/features/content-editor/editor-schema.ts";
import { ADD_SEED_QUIZ, NEW_QUIZ_KEY, SAVE_FAILED } from "../constants.ts";
import { createQuiz } from "./create-quiz.server.ts";
import { parseQuizValues } from "./editor-schema.ts";
import { findPublishBlocker, QUIZ_CONTENT } from "./find-publish-blocker.server.ts";
import { addNewerSeedQuiz } from "./newer-seed-quizzes.server.ts";
import type { SaveResult } from "./save-result.ts";
import {
  type EditorCall,
  type EditorReply,
  editorCallSchema,
  quizDraftCallSchema,
} from "./schema.ts";
import { updateQuiz } from "./update-quiz.server.ts";

/** Handles the forms of the quiz list. */
export function runQuizListForm(
  context: ActionContext,
  input: { form: FormData; isSuperadmin: boolean },
): Promise<ListFormResult> {
  const { form } = input;
  if (form.get("intent") === ADD_SEED_QUIZ)
    return addNewerSeedQuiz(context, { slug: String(form.get("slug")) });
  return runContentForm(context, {
    ...input,
    content: QUIZ_CONTENT,
    refuse: findPublishBlocker,
  });
}

/** Handles the editor's requests: a save, or an earlier version. */
export async function runEditorCall(
  context: ActionContext,
  { body }: { body: unknown },
): Promise<EditorReply> {
  const { data } = editorCallSchema.safeParse(body);
  if (!data) return { intent: "save", ok: false, reason: "failed", message: SAVE_FAILED };
  if (data.intent === "version") return runVersionCall(context, data, parseQuizValues);
  return {
    intent: "save",
    ...addDeletedMessage(await saveQuiz(context, data)),
  };
}

type SaveQuizCall = Extract<EditorCall, { intent: "save" }>;
const saveQuiz = (
  context: ActionContext,
  { id, baseVersion, values, isConfirmed }: SaveQuizCall,
): Promise<SaveResult> =>
  id
    ? updateQuiz(context, { quizId: id, baseVersion, values, isConfirmed })
    : createQuiz(context, { values, draftKey: NEW_QUIZ_KEY });

const addDeletedMessage = (result: SaveResult) =>
  !result.ok && result.reason === "not-found"
    ? { ...result, message: formatDeletedMessage(QUIZ_CONTENT) }
    : result;

/** Saves an editor's draft, or deletes it. */
export const runQuizDraftCall = (
  context: ActionContext,
  input: { isDiscarded: boolean; body: unknown },
) => runDraftCall(context, { ...input, schema: quizDraftCallSchema });
