import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { ArticleMetricsPage } from "#app/features/advertorials/components/admin/article-metrics.tsx";
import { ArticleNotFound } from "#app/features/advertorials/components/admin/article-not-found.tsx";
import { getArticleMetrics } from "#app/features/advertorials/metrics.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { parsePeriod } from "#app/features/content-editor/metrics-period.ts";
import type { Route } from "./+types/metrics";

export const handle = { section: "Advertorials" };
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
  const metrics = await replica.read((reader) => getArticleMetrics(reader, options));
  return metrics ?? data(null, { status: 404 });
}

export default function ArticleMetrics({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ArticleMetricsPage metrics={loaderData} /> : <ArticleNotFound />;
}
