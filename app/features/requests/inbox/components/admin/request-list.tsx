import { useMemo, useState } from "react";
import { Link, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import type { RequestListData } from "../../loaders.server.ts";
import { LIST_PATH, STATUS_FAILED } from "../../schema.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CountCards } from "./count-cards.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { RequestTable } from "./request-table.tsx";
import { useNewRequests } from "./use-new-requests.ts";
import { useStatusChanges } from "./use-status-changes.tsx";

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
  const chosen = requests.filter(({ id }) => marked.has(id));

  return (
    <div className="grid gap-5">
      <CountCards counts={statuses.counts ?? data.counts} countedAt={data.countedAt} />
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
          <div className="p-8 text-center">
            <p className="font-semibold">No service requests found</p>
            <p className="mt-1 text-muted">
              {older
                ? "Words this short are searched for in 10,000 requests at a time. The next page covers older ones."
                : query
                  ? "Try other words, or clear the filters."
                  : "Requests appear here as soon as a visitor sends the quote form."}
            </p>
            {query ? (
              <Link to={LIST_PATH} className="btn-small mt-4">
                Clear filters
              </Link>
            ) : null}
          </div>
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
