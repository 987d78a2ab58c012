import { useMemo, useState } from "react";
import { Link, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { formatCount } from "#app/lib/format-metrics.ts";
import type { RequestListData } from "../../loaders.server.ts";
import { LIST_PATH, STATUS_FAILED } from "../../schema.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { RequestTable } from "./request-table.tsx";
import { useNewRequests } from "./use-new-requests.ts";
import { useStatusChanges } from "./use-status-changes.tsx";

const CARDS = [
  { field: "total", label: "Total requests" },
  { field: "fresh", label: "New" },
  { field: "today", label: "Today" },
  { field: "synced", label: "CRM-synced" },
] as const;

const buildPagePath = (query: string, place: "after" | "before", cursor: string) =>
  `${LIST_PATH}${query ? `${query}&` : "?"}${place}=${cursor}`;

/** The service requests: counts, filters, one page of rows, and the open request over it. */
export function RequestList({ data }: { data: RequestListData }) {
  const { requests, older, newer, query } = data;
  const statuses = useStatusChanges(data.now);
  const now = useNow(data.now);
  const ids = useMemo(() => requests.map(({ id }) => id), [requests]);
  const fresh = useNewRequests({ at: data.now, fromNewest: newer === null, ids });
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const navigation = useNavigation();
  const location = useLocation();
  const isLoading =
    navigation.state === "loading" &&
    navigation.location.pathname === LIST_PATH &&
    navigation.location.search !== location.search;
  const counts = statuses.counts ?? data.counts;
  const chosen = requests.filter(({ id }) => marked.has(id));

  return (
    <div className="grid gap-5">
      <StatCards
        title={data.countedAt ? `Counted ${data.countedAt}` : "Counting"}
        stats={CARDS.map(({ field, label }) => ({
          label,
          value: counts ? formatCount(counts[field]) : "...",
        }))}
      />
      <ListToolbar filters={data.filters} query={query} />
      <NewRequestsBar {...fresh} query={query} />
      {chosen.length > 0 ? (
        <BulkBar
          count={chosen.length}
          onApply={(status) => {
            statuses.change(chosen, status, data.now);
            setMarked(new Set());
          }}
          onClear={() => setMarked(new Set())}
        />
      ) : null}
      <div
        className={`panel-card overflow-x-auto ${isLoading ? "opacity-60" : ""}`}
        aria-busy={isLoading}
      >
        {requests.length > 0 ? (
          <RequestTable
            data={data}
            now={now}
            statuses={statuses}
            marked={marked}
            onMark={setMarked}
          />
        ) : (
          <EmptyState
            title="No service requests found"
            action={
              query ? (
                <Link to={LIST_PATH} className="btn-small">
                  Clear filters
                </Link>
              ) : null
            }
          >
            {older
              ? "Words this short are searched for in 10,000 requests at a time. The next page covers older ones."
              : query
                ? "Try other words, or clear the filters."
                : "Requests appear here as soon as a visitor sends the quote form."}
          </EmptyState>
        )}
      </div>
      <PageLinks
        newer={newer && buildPagePath(query, "before", newer)}
        older={older && buildPagePath(query, "after", older)}
      />
      <Outlet context={statuses} />
      {statuses.failed ? <AlertDialog message={STATUS_FAILED} onClose={statuses.dismiss} /> : null}
    </div>
  );
}

type NewRequestsBarProps = { count: number; missed: boolean; query: string };

/** Announces new requests; the list does not move until the button is pressed. */
function NewRequestsBar({ count, missed, query }: NewRequestsBarProps) {
  const navigate = useNavigate();
  const text =
    count > 0
      ? `${count} new ${count === 1 ? "request" : "requests"}.`
      : "There may be new requests.";
  return (
    <div role="status">
      {count > 0 || missed ? (
        <p className="panel-card flex items-center justify-center gap-3 border-petrol px-4 py-2 font-semibold">
          {text}
          <button
            type="button"
            className="btn-small btn-main"
            onClick={() => navigate(`${LIST_PATH}${query}`)}
          >
            Show
          </button>
        </p>
      ) : null}
    </div>
  );
}
