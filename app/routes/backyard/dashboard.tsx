import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { DashboardPage } from "#app/features/dashboard/components/admin/dashboard-page.tsx";
import { getDashboard } from "#app/features/dashboard/queries.server.ts";
import { getFirstResponse } from "#app/features/requests/attempts/first-response.server.ts";
import { loadQueue } from "#app/features/requests/inbox/queue.server.ts";
import type { Route } from "./+types/dashboard";

export const handle = { section: "Dashboard" };

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const app = context.get(appContext);
  const { db, settings, now, log } = app;
  const { timeZone } = await settings.get();
  const options = { now: now(), timeZone, log };
  const [queue, dashboard, firstResponse] = await Promise.all([
    loadQueue(app),
    getDashboard(db, options),
    getFirstResponse(db, options),
  ]);
  return { queue, dashboard, firstResponse };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <DashboardPage {...loaderData} />;
}
