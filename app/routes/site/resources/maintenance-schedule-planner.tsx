import { appContext } from "#app/app-context.ts";
import { buildResourceMeta } from "#app/features/resources/components/resource-meta.ts";
import { ToolFrame } from "#app/features/resources/components/tool-frame.tsx";
import { parsePlanQuery } from "#app/features/resources/plan-maintenance.ts";
import { requireResource } from "#app/features/resources/queries.server.ts";
import { renderTool } from "#app/features/resources/render-tool.server.ts";
import { getMaintenancePlanner } from "#app/features/resources/tools.server.ts";
import type { Route } from "./+types/maintenance-schedule-planner";

/** Without script the form submits to this URL with its fields in the query. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, now } = context.get(appContext);
  const site = await settings.get();
  const { origin, searchParams } = new URL(request.url);
  const data = getMaintenancePlanner({ now: now(), timeZone: site.timeZone });
  const tool = renderTool("maintenance-schedule-planner", {
    data,
    chosen: parsePlanQuery(searchParams),
  });
  return {
    page: requireResource(site, "tools-calculators", "maintenance-schedule-planner"),
    intro: data.intro,
    tool,
    origin,
    brand: site.brand,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? buildResourceMeta(loaderData) : [];

export default function MaintenancePlannerPage({
  loaderData: { page, intro, tool },
}: Route.ComponentProps) {
  return <ToolFrame page={page} intro={intro} tool={tool} />;
}
