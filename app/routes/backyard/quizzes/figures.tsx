import { data } from "react-router";
import { readPeriod } from "#app/features/publishing/figures-period.ts";
import { FiguresPage } from "#app/features/quizzes/components/staff/figures/figures-page.tsx";
import { QuizMissing } from "#app/features/quizzes/components/staff/quiz-missing.tsx";
import { getFigures } from "#app/features/quizzes/figures.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/figures";

export const handle = { section: "Quizzes" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Figures: ${loaderData.title}` : "Figures" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db, settings, now } = context.get(servicesContext);
  const { timeZone } = await settings.get();
  const figures = await getFigures(db.$client, {
    slug: params.slug,
    days: readPeriod(new URL(request.url).searchParams),
    now: now(),
    timeZone,
  });
  return figures ?? data(null, { status: 404 });
}

export default function Figures({ loaderData }: Route.ComponentProps) {
  return loaderData ? <FiguresPage figures={loaderData} /> : <QuizMissing />;
}
