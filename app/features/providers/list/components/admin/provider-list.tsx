import { Plus, Upload } from "lucide-react";
import { Link, Outlet, useLocation, useNavigation } from "react-router";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { LIST_PATH, STATUS_FAILED } from "../../../constants.ts";
import type { ProviderListData } from "../../../profile/loaders.server.ts";
import type { ProviderCounts } from "../../../schema.ts";
import { withoutTab } from "../../list-query.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { ProviderTable } from "./provider-table.tsx";
import { useStatusChanges } from "./use-status-changes.ts";

const pagePath = (query: string, place: "after" | "before", cursor: string) =>
  `${LIST_PATH}${query ? `${query}&` : "?"}${place}=${cursor}`;

/** The providers: figures, filters, a page of rows, and over it the provider that was opened. */
export function ProviderList({ data }: { data: ProviderListData }) {
  const { providers, older, newer, query } = data;
  const statuses = useStatusChanges(data.at);
  const navigation = useNavigation();
  const location = useLocation();
  const isLoading =
    navigation.state === "loading" &&
    navigation.location.pathname === LIST_PATH &&
    withoutTab(navigation.location.search) !== withoutTab(location.search);

  return (
    <div className="grid gap-5">
      <CountCards counts={statuses.counts ?? data.counts} />
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

function CountCards({ counts }: { counts: ProviderCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-3 room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] room-md:grid-cols-4">
      {CARDS.map(({ field, label }) => (
        <div key={field} className="panel-card px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl font-bold">
            {counts[field].toLocaleString("en-US")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NoProviders({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="p-8 text-center">
      <p className="font-semibold">No providers found</p>
      <p className="mt-1 text-muted">
        {isFiltered
          ? "Try other words, or take the filters away."
          : "Add the first one, or import a list of them."}
      </p>
      {isFiltered ? (
        <Link to={LIST_PATH} className="btn-small mt-4">
          Clear filters
        </Link>
      ) : null}
    </div>
  );
}
