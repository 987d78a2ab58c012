import { actionContext, appContext } from "#app/app-context.ts";
import { runArticleListForm } from "#app/features/advertorials/actions.server.ts";
import { ArticleList } from "#app/features/advertorials/components/admin/article-list.tsx";
import { loadArticleList } from "#app/features/advertorials/loaders.server.ts";
import { ROLE_RANK } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import {
  type ListFormResult,
  parseContentFilters,
} from "#app/features/content-editor/editor-schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/list";

export const handle = { section: "Advertorials" };
export const meta: Route.MetaFunction = () => [
  { title: "Advertorials" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, request }: Route.LoaderArgs) {
  const { role } = requireStaff(context, "staff");
  return loadArticleList(context.get(appContext), {
    filters: parseContentFilters(new URL(request.url).searchParams),
    isSuperadmin: ROLE_RANK[role] >= ROLE_RANK.superadmin,
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId, role } = requireStaff(context, "staff");
  const form = await readForm(request);
  return runArticleListForm(actionContext(context, userId), {
    form,
    isSuperadmin: ROLE_RANK[role] >= ROLE_RANK.superadmin,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { ok: false } satisfies ListFormResult);

export default function Advertorials({ loaderData }: Route.ComponentProps) {
  return <ArticleList data={loaderData} />;
}
