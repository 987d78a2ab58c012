import { type ReactNode, useEffect } from "react";
import { useRevalidator } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import type { FirstResponse } from "#app/features/requests/attempts/first-response.server.ts";
import { CallQueue } from "#app/features/requests/inbox/components/admin/call-queue.tsx";
import type { Queue } from "#app/features/requests/inbox/queue.server.ts";
import { RELOAD_AFTER_MS } from "../../constants.ts";
import type { Dashboard } from "../../queries.server.ts";
import { DayTrends } from "./day-trends.tsx";
import { Figures } from "./figures.tsx";
import { FirstResponsePanel } from "./first-response-panel.tsx";
import { FunnelPanel } from "./funnel-panel.tsx";
import { LatestRequests } from "./latest-requests.tsx";

type DashboardPageProps = {
  queue: Queue;
  dashboard: Dashboard;
  /** Null while it is being measured. */
  firstResponse: FirstResponse | null;
  /** Shown above everything else. */
  children?: ReactNode;
};

/** Reloads the data while totals are being counted or the first response is being measured. */
function useReloadUntilCounted({ dashboard, firstResponse }: DashboardPageProps) {
  const { revalidate } = useRevalidator();
  const isPending = dashboard.requests.total === null || firstResponse === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each load, until all is known
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => void revalidate(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dashboard, isPending, revalidate]);
}

/** The first screen of a working day: who to call now, then the figures and trends. */
export function DashboardPage(data: DashboardPageProps) {
  const { queue, dashboard, firstResponse } = data;
  useReloadUntilCounted(data);
  return (
    <div className="grid gap-4">
      {data.children}
      <div className="grid items-start gap-4 room-lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <CallQueue queue={queue} />
        <div className="grid gap-4">
          <QuickActions />
          <LatestRequests requests={dashboard.latest} />
        </div>
      </div>
      <Figures dashboard={dashboard} />
      {firstResponse ? <FirstResponsePanel response={firstResponse} /> : null}
      <FunnelPanel funnel={dashboard.funnel} />
      <DayTrends dashboard={dashboard} />
    </div>
  );
}

function QuickActions() {
  return (
    <nav aria-labelledby="actions-title" className="panel-card p-4">
      <h2 id="actions-title" className="h3">
        Quick actions
      </h2>
      <ul className="mt-2 grid gap-2 room-sm:grid-cols-2 room-lg:grid-cols-1">
        <li>
          <ButtonLink to="/backyard/service-requests" tone="primary" className="w-full">
            View service requests
          </ButtonLink>
        </li>
        <li>
          <ButtonLink to="/backyard/quizzes" className="w-full">
            Manage quizzes
          </ButtonLink>
        </li>
      </ul>
    </nav>
  );
}
