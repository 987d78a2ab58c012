import { appContext } from "#app/app-context.ts";
import {
  buildHomeProfile,
  parsePlanQuery,
  planMaintenance,
} from "#app/features/resources/plan-maintenance.ts";
import { renderCalendar } from "#app/features/resources/render-calendar.ts";
import { getMaintenancePlanner } from "#app/features/resources/tools.server.ts";
import type { Route } from "./+types/maintenance-calendar";

/** The plan of the query as a calendar file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, now } = context.get(appContext);
  const { origin, searchParams } = new URL(request.url);
  const home = buildHomeProfile(parsePlanQuery(searchParams));
  if (!home)
    return new Response(
      "This link does not say for which home. Make your plan again and download the calendar from there.\n",
      {
        status: 400,
        headers: { "Content-Type": "text/plain; charset=utf-8" },
      },
    );
  const { tasks, today } = getMaintenancePlanner({
    now: now(),
    timeZone: (await settings.get()).timeZone,
  });
  return new Response(renderCalendar(planMaintenance(tasks, home, today), { now: now(), origin }), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="home-maintenance.ics"',
    },
  });
}
