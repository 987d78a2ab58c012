import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { listPriceLines } from "#app/features/catalog/find-service.server.ts";
import { QuizNotFound } from "#app/features/quizzes/editor/components/admin/quiz-not-found.tsx";
import { PriceLinesProvider } from "#app/features/quizzes/outcomes/components/admin/price-options.tsx";
import { runReviewForm } from "#app/features/quizzes/review/actions.server.ts";
import { ReviewDialog } from "#app/features/quizzes/review/components/admin/review-dialog.tsx";
import { loadReview } from "#app/features/quizzes/review/queries.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNREACHABLE, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/review";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Review: ${loaderData.quiz.title}` : "Review" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const review = await loadReview(context.get(appContext).db, params.slug);
  return review ? { ...review, priceLines: listPriceLines() } : data(null, { status: 404 });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  return runReviewForm(actionContext(context, userId), {
    slug: params.slug,
    form: await readForm(request),
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, UNREACHABLE);

/** Does not reload after a decision, so that the entries under review do not move. */
export const shouldRevalidate = ({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  /^(approve|reject)$/.test(String(formData?.get("intent"))) ? false : defaultShouldRevalidate;

export default function Review({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <QuizNotFound />;
  const { priceLines, ...review } = loaderData;
  return (
    <PriceLinesProvider lines={priceLines}>
      <ReviewDialog key={review.quiz.id} data={review} />
    </PriceLinesProvider>
  );
}
