import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import type { SourcesReport } from "../../build-report.ts";
import { PERIODS, type Period, RELOAD_AFTER_MS, SOURCES_PATH } from "../../constants.ts";
import { OutcomeFiles } from "./outcome-files.tsx";
import { SourcesTable } from "./sources-table.tsx";

type SourcesPageProps = {
  days: Period;
  /** Null while it is counted for the first time. */
  report: SourcesReport | null;
  hashesSince: string | null;
  isSuperadmin: boolean;
};

/** Reloads the data while the report is counted. */
function useReloadUntilCounted(report: SourcesReport | null) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (report || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [report, revalidate, state]);
}

/** Where visits, requests, calls and jobs come from. */
export function SourcesPage({ days, report, hashesSince, isSuperadmin }: SourcesPageProps) {
  useReloadUntilCounted(report);
  const isEmpty = report && report.sources.length + report.numbers.length === 0;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label="Period" className="flex flex-wrap gap-2">
        {PERIODS.map((period) => (
          <ButtonLink
            key={period}
            to={`?days=${period}`}
            replace
            preventScrollReset
            aria-current={period === days ? "true" : undefined}
            tone={period === days ? "current" : "plain"}
          >
            Last {period} days
          </ButtonLink>
        ))}
      </nav>
      <ListPanel path={SOURCES_PATH}>
        {report && !isEmpty ? (
          <SourcesTable report={report} />
        ) : (
          <EmptyState title={report ? `Nothing in the last ${days} days` : "Counting…"}>
            {report
              ? "Visits, requests and calls show here by where they came from."
              : "The figures show in a moment."}
          </EmptyState>
        )}
      </ListPanel>
      <p className="max-w-prose text-sm text-muted">
        Visits are anonymous counts, one for each tab. A request counts under the last link that the
        visitor followed to us. Connected: the customer was put in touch with a provider; for a
        phone number, somebody answered the call. Hired and value are what staff recorded when they
        closed the request.
      </p>
      <OutcomeFiles days={days} hashesSince={hashesSince} isSuperadmin={isSuperadmin} />
    </div>
  );
}
