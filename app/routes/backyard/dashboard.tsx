import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { DashboardPage } from "#app/features/dashboard/components/admin/dashboard-page.tsx";
import { getDashboard } from "#app/features/dashboard/queries.server.ts";
import type { Route } from "./+types/dashboard";

export const handle = { section: "Dashboard" };

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db, settings, now, log } = context.get(appContext);
  const { timeZone } = await settings.get();
  return getDashboard(db, { now: now(), timeZone, log });
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <DashboardPage dashboard={loaderData} />;
}
