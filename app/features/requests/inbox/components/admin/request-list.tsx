import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Outlet, useNavigate } from "react-router";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import { ListToolbar } from "#app/components/admin/list-toolbar.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import type { RequestListData } from "../../loaders.server.ts";
import {
  EXPORT_MAX_ROWS,
  LIST_PATH,
  STATUS_FAILED,
  STATUS_LABELS,
  VIEW_LABELS,
} from "../../schema.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { RequestTable } from "./request-table.tsx";
import { useNewRequests } from "./use-new-requests.ts";
import { useStatusChanges } from "./use-status-changes.ts";

const CARDS = [
  { field: "total", label: "Total requests" },
  { field: "new", label: "New" },
  { field: "today", label: "Today" },
  { field: "synced", label: "CRM-synced" },
] as const;

/** The service requests: counts, filters, one page of rows, and the open request in a dialog. */
export function RequestList({ data }: { data: RequestListData }) {
  const { requests, older, newer, query } = data;
  const statuses = useStatusChanges(data.now);
  const now = useNow(data.now);
  const ids = useMemo(() => requests.map(({ id }) => id), [requests]);
  const newRequests = useNewRequests({ at: data.now, fromNewest: newer === null, ids });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const counts = statuses.counts ?? data.counts;
  const selected = requests.filter(({ id }) => selectedIds.has(id));

  return (
    <div className="grid gap-5">
      <StatCards
        title={data.countedAt ? `Counted ${data.countedAt}` : "Counting"}
        stats={CARDS.map(({ field, label }) => ({
          label,
          value: counts ? formatCount(counts[field]) : "...",
        }))}
      />
      <ListToolbar
        path={LIST_PATH}
        filters={data.filters}
        label="Search by name, service or phone"
        statuses={STATUS_LABELS}
        views={{ current: data.filters.view, labels: VIEW_LABELS }}
        afterViews={<ExportLink query={query} />}
      />
      <NewRequestsBar {...newRequests} query={query} />
      {selected.length > 0 ? (
        <BulkBar
          count={selected.length}
          onApply={(status) => {
            statuses.change(selected, status, data.now);
            setSelectedIds(new Set());
          }}
          onClear={() => setSelectedIds(new Set())}
        />
      ) : null}
      <ListPanel path={LIST_PATH}>
        {requests.length > 0 ? (
          <RequestTable
            data={data}
            now={now}
            statuses={statuses}
            selectedIds={selectedIds}
            onSelect={setSelectedIds}
          />
        ) : (
          <EmptyState
            title="No service requests found"
            action={query ? <ButtonLink to={LIST_PATH}>Clear filters</ButtonLink> : null}
          >
            {older
              ? "Words this short are searched for in 10,000 requests at a time. The next page covers older ones."
              : query
                ? "Try other words, or clear the filters."
                : "Requests appear here as soon as a visitor sends the quote form."}
          </EmptyState>
        )}
      </ListPanel>
      <PageLinks path={LIST_PATH + query} newer={newer} older={older} />
      <Outlet context={statuses} />
      {statuses.hasFailed ? (
        <AlertDialog message={STATUS_FAILED} onClose={statuses.dismiss} />
      ) : null}
    </div>
  );
}

function ExportLink({ query }: { query: string }) {
  return (
    <ButtonAnchor
      href={`${LIST_PATH}/export.csv${query}`}
      download
      title={`The rows of this view, at most ${EXPORT_MAX_ROWS / 1_000} thousand`}
      className="ml-auto"
    >
      <Download className="size-4" aria-hidden="true" />
      Export CSV
    </ButtonAnchor>
  );
}

type NewRequestsBarProps = { count: number; missed: boolean; query: string };

/** Announces new requests; the list does not change until the button is pressed. */
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
          <Button tone="primary" onClick={() => navigate(`${LIST_PATH}${query}`)}>
            Show
          </Button>
        </p>
      ) : null}
    </div>
  );
}
