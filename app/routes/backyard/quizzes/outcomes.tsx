import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { listPriceLines } from "#app/features/catalog/find-service.server.ts";
import { QuizNotFound } from "#app/features/quizzes/editor/components/admin/quiz-not-found.tsx";
import { runModelForm } from "#app/features/quizzes/outcomes/actions.server.ts";
import { OutcomesPage } from "#app/features/quizzes/outcomes/components/admin/outcomes-page.tsx";
import { PriceLinesProvider } from "#app/features/quizzes/outcomes/components/admin/price-options.tsx";
import { getDiagnosisModel } from "#app/features/quizzes/outcomes/diagnosis-model.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNREACHABLE, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/outcomes";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Outcomes and safety: ${loaderData.title}` : "Outcomes and safety" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const model = await getDiagnosisModel(context.get(appContext).db, params.slug);
  return model ? { ...model, priceLines: listPriceLines() } : data(null, { status: 404 });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  return runModelForm(actionContext(context, userId), {
    slug: params.slug,
    form: await readForm(request),
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, UNREACHABLE);

export default function Outcomes({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <QuizNotFound />;
  const { priceLines, ...model } = loaderData;
  return (
    <PriceLinesProvider lines={priceLines}>
      <OutcomesPage key={model.quizId} loaded={model} />
    </PriceLinesProvider>
  );
}
