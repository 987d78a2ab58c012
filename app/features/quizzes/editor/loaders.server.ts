import type { AppContext } from "#app/app-context.ts";
import { listDeleted } from "#app/features/content-editor/content-states.server.ts";
import type { ContentFilters } from "#app/features/content-editor/editor-schema.ts";
import { isSame } from "#app/features/content-editor/merge-changes.ts";
import { NEW_QUIZ_KEY } from "../constants.ts";
import { QUIZ_CONTENT } from "./find-publish-blocker.server.ts";
import { listNewerSeedQuizzes } from "./newer-seed-quizzes.server.ts";
import { getQuizForEditor, listQuizDrafts, listQuizzes } from "./queries.server.ts";

type LoadContext = Pick<AppContext, "db" | "now" | "settings">;

const getClock = async ({ now, settings }: LoadContext) => ({
  now: now(),
  timeZone: (await settings.get()).timeZone,
});

/** Data of the quiz list; deleted quizzes are included only for a superadmin. */
export async function loadQuizList(
  app: LoadContext,
  { filters, isSuperadmin }: { filters: ContentFilters; isSuperadmin: boolean },
) {
  const { db } = app;
  const clock = await getClock(app);
  const [quizzes, deleted, newerSeedQuizzes] = await Promise.all([
    listQuizzes(db, filters),
    isSuperadmin ? listDeleted(db, QUIZ_CONTENT, clock.now) : [],
    listNewerSeedQuizzes(db),
  ]);
  return { quizzes, deleted, newerSeedQuizzes, filters, clock };
}
export type QuizListData = Awaited<ReturnType<typeof loadQuizList>>;

/** Data of the quiz editor; `quiz` is null for a new quiz, or when no quiz has the slug. */
export async function loadEditor(
  app: LoadContext,
  { slug, userId }: { slug: string | undefined; userId: string },
) {
  const { db } = app;
  const clock = await getClock(app);
  const found = slug === undefined ? null : await getQuizForEditor(db, { slug, userId });
  if (!found)
    return { quiz: null, drafts: await listQuizDrafts(db, { userId, key: NEW_QUIZ_KEY }), clock };
  const { drafts, ...quiz } = found;
  // A draft that equals the saved quiz is not offered.
  return { quiz, drafts: drafts.filter(({ values }) => !isSame(values, quiz.values)), clock };
}
export type EditorData = Awaited<ReturnType<typeof loadEditor>>;
