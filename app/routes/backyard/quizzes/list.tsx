import { actionContext, appContext } from "#app/app-context.ts";
import { ROLE_RANK } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import {
  type ListFormResult,
  parseContentFilters,
} from "#app/features/content-editor/editor-schema.ts";
import { runQuizListForm } from "#app/features/quizzes/editor/actions.server.ts";
import { QuizList } from "#app/features/quizzes/editor/components/admin/quiz-list.tsx";
import { loadQuizList } from "#app/features/quizzes/editor/loaders.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/list";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = () => [
  { title: "Quizzes" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, request }: Route.LoaderArgs) {
  const { role } = requireStaff(context, "staff");
  return loadQuizList(context.get(appContext), {
    filters: parseContentFilters(new URL(request.url).searchParams),
    isSuperadmin: ROLE_RANK[role] >= ROLE_RANK.superadmin,
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId, role } = requireStaff(context, "staff");
  const form = await readForm(request);
  return runQuizListForm(actionContext(context, userId), {
    form,
    isSuperadmin: ROLE_RANK[role] >= ROLE_RANK.superadmin,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { ok: false } satisfies ListFormResult);

export default function Quizzes({ loaderData }: Route.ComponentProps) {
  return <QuizList data={loaderData} />;
}
