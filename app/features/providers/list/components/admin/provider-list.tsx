import { Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import { ListToolbar } from "#app/components/admin/list-toolbar.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import { LIST_PATH, STATUS_FAILED, STATUS_LABELS } from "../../../constants.ts";
import type { ProviderListData } from "../../loaders.server.ts";
import { ProviderTable } from "./provider-table.tsx";
import { ToCheck } from "./to-check.tsx";
import { useStatusChanges } from "./use-status-changes.ts";

type ProviderListProps = {
  data: ProviderListData;
  /** Links beside those that add providers. */
  children?: ReactNode;
};

/** The providers: counts, filters, one page of rows, and the open provider over it. */
export function ProviderList({ data, children }: ProviderListProps) {
  const { providers, older, newer, query } = data;
  const statuses = useStatusChanges(data.at);
  const counts = statuses.counts ?? data.counts;

  return (
    <div className="grid gap-5">
      <StatCards
        stats={CARDS.map(({ field, label }) => ({ label, value: formatCount(counts[field]) }))}
      />
      <ToCheck toCheck={data.toCheck} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`${LIST_PATH}/new`} tone="primary">
          <Plus className="size-4" aria-hidden="true" />
          Add provider
        </ButtonLink>
        <ButtonLink to={`${LIST_PATH}/import`}>
          <Upload className="size-4" aria-hidden="true" />
          Import CSV
        </ButtonLink>
        {children}
      </div>
      <ListToolbar
        path={LIST_PATH}
        filters={data.filters}
        label="Search by company, contact, phone or city"
        statusLabel="Verification status"
        statuses={STATUS_LABELS}
      />
      <ListPanel path={LIST_PATH}>
        {providers.length > 0 ? (
          <ProviderTable providers={providers} statuses={statuses} />
        ) : (
          <NoProviders isFiltered={query !== ""} />
        )}
      </ListPanel>
      <PageLinks path={LIST_PATH + query} previous={newer} next={older} />
      <Outlet />
      {statuses.hasFailed ? (
        <AlertDialog message={STATUS_FAILED} onClose={statuses.dismiss} />
      ) : null}
    </div>
  );
}

const CARDS = [
  { field: "total", label: "All providers" },
  { field: "verified", label: "Verified" },
  { field: "activeSubscriptions", label: "Active subscriptions" },
  { field: "pending", label: "Pending" },
] as const;

function NoProviders({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      title="No providers found"
      action={<ButtonLink to={LIST_PATH}>Clear filters</ButtonLink>}
    >
      Try other words, or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState title="No providers found">Add the first one, or import a list of them.</EmptyState>
  );
}
