import { useMemo } from "react";
import { data, Outlet, replace, type ShouldRevalidateFunction, useLocation } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { EDITOR_PATH, SAVE_FAILED } from "#app/features/quizzes/constants.ts";
import { runEditorCall } from "#app/features/quizzes/editor/actions.server.ts";
import { QuizEditor } from "#app/features/quizzes/editor/components/admin/quiz-editor.tsx";
import { QuizNotFound } from "#app/features/quizzes/editor/components/admin/quiz-not-found.tsx";
import { parseGeneratedState } from "#app/features/quizzes/editor/editor-location-state.ts";
import { loadEditor } from "#app/features/quizzes/editor/loaders.server.ts";
import type { EditorReply } from "#app/features/quizzes/editor/schema.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/editor";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData, params, location }) => [
  {
    title: loaderData?.quiz
      ? `Edit: ${loaderData.quiz.values.title}`
      : "slug" in params && !parseGeneratedState(location.state)
        ? "Quiz not found"
        : "Create New Quiz",
  },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const slug = "slug" in params ? params.slug : undefined;
  const editor = await loadEditor(context.get(appContext), { slug, userId });
  if (slug && !editor.quiz) return data(editor, { status: 404, statusText: "Not Found" });
  if (slug && editor.quiz && editor.quiz.values.slug !== slug)
    throw replace(formatRenamedPath(new URL(request.url).pathname, editor.quiz.values.slug));
  return editor;
}

/** The same page of the editor under the quiz's new slug. */
const formatRenamedPath = (pathname: string, slug: string) =>
  `${EDITOR_PATH}/${slug}${/^\/backyard\/quizzes\/editor\/[^/]+(\/review)?(?:\.data)?$/.exec(pathname)?.[1] ?? ""}`;

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  return runEditorCall(actionContext(context, userId), {
    body: await readJson(request),
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, {
    intent: "save",
    ok: false,
    reason: "failed",
    message: SAVE_FAILED,
  } satisfies EditorReply);

/** Showing an earlier version does not reload the page's data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) =>
  (actionResult as EditorReply | undefined)?.intent === "version" ? false : defaultShouldRevalidate;

export default function Editor({ loaderData, params }: Route.ComponentProps) {
  const { state } = useLocation();
  // Only the browser has the generator's result; the server renders the page without it.
  const isHydrated = useHydrated();
  const generated = useMemo(() => parseGeneratedState(state), [state]);
  const shown = loaderData.quiz || !isHydrated ? null : generated;
  if ("slug" in params && !loaderData.quiz && !shown) return <QuizNotFound />;
  return (
    <>
      <QuizEditor
        key={loaderData.quiz?.id ?? (shown ? "answered" : "new")}
        data={loaderData}
        generated={shown}
      />
      <Outlet />
    </>
  );
}
