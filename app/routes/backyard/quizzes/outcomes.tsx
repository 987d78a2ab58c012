import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { OutcomesPage } from "#app/features/quizzes/components/staff/outcomes/outcomes-page.tsx";
import { QuizMissing } from "#app/features/quizzes/components/staff/quiz-missing.tsx";
import { getKnowledge } from "#app/features/quizzes/knowledge.server.ts";
import { runKnowledgeForm } from "#app/features/quizzes/run-knowledge-form.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { keepPage, UNREACHABLE } from "#app/lib/keep-page.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/outcomes";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Outcomes and safety: ${loaderData.title}` : "Outcomes and safety" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const knowledge = await getKnowledge(context.get(servicesContext).db.$client, params.slug);
  return knowledge ?? data(null, { status: 404 });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const { requestId } = context.get(requestInfoContext);
  return runKnowledgeForm(context.get(servicesContext), {
    slug: params.slug,
    form: await readForm(request),
    actorId: userId,
    requestId,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(serverAction, UNREACHABLE);

/** A check changes nothing. */
export const shouldRevalidate = ({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formData?.get("intent") === "check" ? false : defaultShouldRevalidate;

export default function Outcomes({ loaderData }: Route.ComponentProps) {
  return loaderData ? (
    <OutcomesPage key={loaderData.quizId} loaded={loaderData} />
  ) : (
    <QuizMissing />
  );
}
