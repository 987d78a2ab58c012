import { Link } from "react-router";
import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { DashboardPage } from "#app/features/dashboard/components/admin/dashboard-page.tsx";
import { getDashboard } from "#app/features/dashboard/queries.server.ts";
import { DISPUTES_PATH } from "#app/features/offers/disputes/constants.ts";
import { countOpenDisputes } from "#app/features/offers/disputes/queries.server.ts";
import { getFirstResponse } from "#app/features/requests/attempts/first-response.server.ts";
import { loadQueue } from "#app/features/requests/inbox/queue.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { Route } from "./+types/dashboard";

export const handle = { section: "Dashboard" };

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const app = context.get(appContext);
  const { db, replica, settings, now, log } = app;
  const { timeZone } = await settings.get();
  const options = { now: now(), timeZone, log };
  const [queue, dashboard, firstResponse, openDisputes] = await Promise.all([
    loadQueue(app),
    getDashboard(replica, options),
    getFirstResponse(replica, options),
    countOpenDisputes(db),
  ]);
  return { queue, dashboard, firstResponse, openDisputes };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { openDisputes, ...data } = loaderData;
  return (
    <DashboardPage {...data}>
      {openDisputes > 0 ? (
        <p>
          <Link to={DISPUTES_PATH} className="link inline-block py-1 font-semibold">
            {formatQuantity(openDisputes, "dispute")} to answer
          </Link>
        </p>
      ) : null}
    </DashboardPage>
  );
}
