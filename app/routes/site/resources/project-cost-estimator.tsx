import { appContext } from "#app/app-context.ts";
import { buildResourceMeta } from "#app/features/resources/components/resource-meta.ts";
import { ToolFrame } from "#app/features/resources/components/tool-frame.tsx";
import { parseEstimateQuery } from "#app/features/resources/estimate-cost.ts";
import { requireResource } from "#app/features/resources/queries.server.ts";
import { renderTool } from "#app/features/resources/render-tool.server.ts";
import { getCostEstimator } from "#app/features/resources/tools.server.ts";
import type { Route } from "./+types/project-cost-estimator";

/** Without script the form submits to this URL with its fields in the query. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings } = context.get(appContext);
  const site = await settings.get();
  const { origin, searchParams } = new URL(request.url);
  const data = getCostEstimator();
  const tool = renderTool("project-cost-estimator", {
    data,
    chosen: parseEstimateQuery(searchParams, data),
  });
  return {
    page: requireResource(site, "tools-calculators", "project-cost-estimator"),
    intro: data.intro,
    tool,
    origin,
    brand: site.brand,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? buildResourceMeta(loaderData) : [];

export default function CostEstimatorPage({
  loaderData: { page, intro, tool },
}: Route.ComponentProps) {
  return <ToolFrame page={page} intro={intro} tool={tool} />;
}
