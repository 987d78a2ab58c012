import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { parsePeriod } from "#app/features/content-editor/metrics-period.ts";
import { QuizNotFound } from "#app/features/quizzes/editor/components/admin/quiz-not-found.tsx";
import { MetricsPage } from "#app/features/quizzes/metrics/components/admin/metrics-page.tsx";
import { getQuizMetrics } from "#app/features/quizzes/metrics/queries.server.ts";
import type { Route } from "./+types/metrics";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Metrics: ${loaderData.title}` : "Metrics" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { replica, settings, now } = context.get(appContext);
  const { timeZone } = await settings.get();
  const options = {
    slug: params.slug,
    days: parsePeriod(new URL(request.url).searchParams),
    now: now(),
    timeZone,
  };
  const metrics = await replica.read((reader) => getQuizMetrics(reader, options));
  return metrics ?? data(null, { status: 404 });
}

export default function QuizMetrics({ loaderData }: Route.ComponentProps) {
  return loaderData ? <MetricsPage metrics={loaderData} /> : <QuizNotFound />;
}
