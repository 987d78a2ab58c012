import { Plus, Upload } from "lucide-react";
import { Link, Outlet, useLocation, useNavigation } from "react-router";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { formatCount } from "#app/lib/format-metrics.ts";
import { LIST_PATH, STATUS_FAILED } from "../../../constants.ts";
import type { ProviderListData } from "../../../profile/loaders.server.ts";
import { withoutTab } from "../../list-query.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { ProviderTable } from "./provider-table.tsx";
import { useStatusChanges } from "./use-status-changes.ts";

const pagePath = (query: string, place: "after" | "before", cursor: string) =>
  `${LIST_PATH}${query ? `${query}&` : "?"}${place}=${cursor}`;

/** The providers: counts, filters, one page of rows, and the open provider over it. */
export function ProviderList({ data }: { data: ProviderListData }) {
  const { providers, older, newer, query } = data;
  const statuses = useStatusChanges(data.at);
  const counts = statuses.counts ?? data.counts;
  const navigation = useNavigation();
  const location = useLocation();
  const isLoading =
    navigation.state === "loading" &&
    navigation.location.pathname === LIST_PATH &&
    withoutTab(navigation.location.search) !== withoutTab(location.search);

  return (
    <div className="grid gap-5">
      <StatCards
        stats={CARDS.map(({ field, label }) => ({ label, value: formatCount(counts[field]) }))}
      />
      <div className="flex flex-wrap gap-2">
        <Link to={`${LIST_PATH}/new`} className="btn-small btn-main">
          <Plus className="size-4" aria-hidden="true" />
          Add provider
        </Link>
        <Link to={`${LIST_PATH}/import`} className="btn-small">
          <Upload className="size-4" aria-hidden="true" />
          Import CSV
        </Link>
      </div>
      <ListToolbar filters={data.filters} query={query} />
      <div
        className={`panel-card overflow-x-auto ${isLoading ? "opacity-60" : ""}`}
        aria-busy={isLoading}
      >
        {providers.length > 0 ? (
          <ProviderTable providers={providers} statuses={statuses} />
        ) : (
          <NoProviders isFiltered={query !== ""} />
        )}
      </div>
      <PageLinks
        newer={newer && pagePath(query, "before", newer)}
        older={older && pagePath(query, "after", older)}
      />
      <Outlet />
      {statuses.failed ? <AlertDialog message={STATUS_FAILED} onClose={statuses.dismiss} /> : null}
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
      action={
        <Link to={LIST_PATH} className="btn-small">
          Clear filters
        </Link>
      }
    >
      Try other words, or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState title="No providers found">Add the first one, or import a list of them.</EmptyState>
  );
}
