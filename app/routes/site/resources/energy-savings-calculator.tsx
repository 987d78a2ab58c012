import { appContext } from "#app/app-context.ts";
import { buildResourceMeta } from "#app/features/resources/components/resource-meta.ts";
import { ToolFrame } from "#app/features/resources/components/tool-frame.tsx";
import { parseEnergyQuery } from "#app/features/resources/estimate-savings.ts";
import { requireResource } from "#app/features/resources/queries.server.ts";
import { renderTool } from "#app/features/resources/render-tool.server.ts";
import { getEnergyCalculator } from "#app/features/resources/tools.server.ts";
import type { Route } from "./+types/energy-savings-calculator";

/** Without script the form submits to this URL with its fields in the query. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings } = context.get(appContext);
  const site = await settings.get();
  const { origin, searchParams } = new URL(request.url);
  const data = getEnergyCalculator();
  const tool = renderTool("energy-savings-calculator", {
    data,
    chosen: parseEnergyQuery(searchParams, data),
  });
  return {
    page: requireResource(site, "tools-calculators", "energy-savings-calculator"),
    intro: data.intro,
    tool,
    origin,
    brand: site.brand,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? buildResourceMeta(loaderData) : [];

export default function EnergyCalculatorPage({
  loaderData: { page, intro, tool },
}: Route.ComponentProps) {
  return <ToolFrame page={page} intro={intro} tool={tool} />;
}
