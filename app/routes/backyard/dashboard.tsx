import { DashboardPage } from "#app/features/dashboard/components/staff/dashboard-page.tsx";
import { getDashboard } from "#app/features/dashboard/queries.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/dashboard";

export const handle = { section: "Dashboard" };

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db, settings, now, log } = context.get(servicesContext);
  const { timeZone } = await settings.get();
  return getDashboard(db, { now: now(), timeZone, log });
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <DashboardPage dashboard={loaderData} />;
}
