import { data, replace, type ShouldRevalidateFunction } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { runArticleCall } from "#app/features/advertorials/actions.server.ts";
import { ArticleEditor } from "#app/features/advertorials/components/admin/article-editor.tsx";
import { ArticleNotFound } from "#app/features/advertorials/components/admin/article-not-found.tsx";
import { SAVE_FAILED } from "#app/features/advertorials/constants.ts";
import { loadArticleEditor } from "#app/features/advertorials/loaders.server.ts";
import type { EditorReply } from "#app/features/advertorials/staff-schema.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { ADVERTORIAL_EDITOR_PATH } from "#app/lib/portal-paths.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/editor";

export const handle = { section: "Advertorials" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title:
      loaderData === null
        ? "Advertorial not found"
        : loaderData === "unreadable"
          ? "Failed to load advertorial"
          : loaderData?.article
            ? `Edit: ${loaderData.article.values.title}`
            : "Create Advertorial",
  },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const slug = "slug" in params ? params.slug : undefined;
  const editor = await loadArticleEditor(context.get(appContext), { slug, userId });
  if (!editor) return data(null, { status: 404, statusText: "Not Found" });
  if (editor === "unreadable") return data(editor, { status: 422 });
  // An old URL of an article redirects to the new one.
  if (slug && editor.article && editor.article.values.slug !== slug)
    throw replace(`${ADVERTORIAL_EDITOR_PATH}/${editor.article.values.slug}`);
  return editor;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  return runArticleCall(actionContext(context, userId), {
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

export default function Editor({ loaderData }: Route.ComponentProps) {
  if (loaderData === "unreadable") return <ArticleNotFound reason="unreadable" />;
  return loaderData ? (
    <ArticleEditor key={loaderData.article?.id ?? "new"} data={loaderData} />
  ) : (
    <ArticleNotFound />
  );
}
