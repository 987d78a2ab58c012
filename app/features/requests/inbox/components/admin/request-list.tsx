import { type RefObject, useMemo, useRef, useState } from "react";
import { Outlet, useParams } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { CloseDialog } from "../../../outcomes/components/admin/close-dialog.tsx";
import { OutcomeBar } from "../../../outcomes/components/admin/outcome-bar.tsx";
import { OutcomeDialog } from "../../../outcomes/components/admin/outcome-dialog.tsx";
import { OLDEST_FIRST } from "../../groups.ts";
import type { RequestListData } from "../../loaders.server.ts";
import { LIST_PATH, STATUS_FAILED } from "../../schema.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { ListHead } from "./list-head.tsx";
import { NewRequestsBar } from "./new-requests-bar.tsx";
import { RequestTable } from "./request-table.tsx";
import { useChangedRequests } from "./use-changed-requests.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useListReload } from "./use-list-reload.ts";
import { useNewRequests } from "./use-new-requests.ts";
import {
  type RequestWithStatus,
  type StatusChanges,
  useStatusChanges,
} from "./use-status-changes.ts";

/** What the list gives the request that is open. */
export type ListContext = {
  statuses: StatusChanges;
  /** Asks how the request ended, and closes it. */
  onClose: (request: RequestWithStatus) => void;
  /** The open request, which the list may not have among its rows. */
  openRequest: RefObject<ClosableRequest | null>;
};

type ClosableRequest = RequestWithStatus & { isMerged: boolean };

const listShown = ({ groups, requests }: RequestListData) =>
  groups ? groups.flatMap((group) => group.requests) : requests;

/** The service requests: counts, views, the rows, and the open request beside or over them. */
export function RequestList({ data }: { data: RequestListData }) {
  const { next, previous, query } = data;
  const { id: openId = null } = useParams();
  const statuses = useStatusChanges(data.now);
  const now = useNow(data.now);
  const shown = useMemo(() => listShown(data), [data]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const newRequests = useNewRequests({ at: data.now, fromNewest: previous === null, ids });
  const reload = useListReload(data, openId);
  const changed = useChangedRequests({ at: data.now, ids }, statuses.isOwnSave);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [areKeysShown, setKeysShown] = useState(false);
  const [closing, setClosing] = useState<RequestWithStatus | null>(null);
  const openRequest = useRef<ClosableRequest | null>(null);
  const selected = shown.filter(({ id }) => selectedIds.has(id));
  const keys = useListKeys({
    ids,
    openId,
    onShowKeys: () => setKeysShown(true),
    onClose: (id) => {
      const open = openRequest.current;
      const request = open?.id === id ? open : shown.find((listed) => listed.id === id);
      // A merged request ends with the one that it was merged into.
      if (request && !request.isMerged) setClosing(request);
    },
  });

  return (
    <div
      className={
        openId ? "room-split:grid room-split:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]!" : ""
      }
    >
      <div className="list-room grid content-start gap-3">
        <ListHead
          data={data}
          counts={statuses.counts ?? data.counts}
          onShowKeys={() => setKeysShown(true)}
        />
        <div className="grid gap-2 not-has-[fieldset,section]:hidden">
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
          <OutcomeBar
            closed={openId ? null : statuses.lastClosed}
            names={new Map(shown.map(({ id, name }) => [id, name]))}
            onDone={statuses.dismissClosed}
          />
        </div>
        <div>
          {/* Over the head of the table, which stays in view: no row moves when requests arrive. */}
          <div className="sticky top-16 z-10 -mt-2 mb-2 flex h-0 items-start justify-end [&_button]:min-h-8! [&_button]:py-0!">
            <NewRequestsBar {...newRequests} onShow={reload} />
          </div>
          <ListPanel path={LIST_PATH} isFlat>
            {shown.length > 0 ? (
              <RequestTable
                data={data}
                now={now}
                statuses={statuses}
                changed={changed}
                selectedIds={selectedIds}
                onSelect={setSelectedIds}
                openId={openId}
              />
            ) : (
              <NoRequests data={data} />
            )}
          </ListPanel>
        </div>
        <PageLinks
          path={LIST_PATH + query}
          previous={previous}
          next={next}
          isOldestFirst={OLDEST_FIRST.includes(data.filters.view)}
        />
      </div>
      <Outlet context={{ statuses, onClose: setClosing, openRequest } satisfies ListContext} />
      {areKeysShown ? <KeysDialog keys={keys} onClose={() => setKeysShown(false)} /> : null}
      {closing ? (
        <EndDialog
          request={closing}
          statuses={statuses}
          loadedAt={data.now}
          onDone={() => setClosing(null)}
        />
      ) : null}
      {statuses.hasFailed ? (
        <AlertDialog message={STATUS_FAILED} onClose={statuses.dismiss} />
      ) : null}
    </div>
  );
}

type EndDialogProps = {
  request: RequestWithStatus;
  statuses: StatusChanges;
  loadedAt: number;
  onDone: () => void;
};

/** Asks how a request ended, and closes it where it is still open. */
function EndDialog({ request, statuses, loadedAt, onDone }: EndDialogProps) {
  // What is open now is closed by the answer, and the dialog remains the same until then.
  const [isClosed] = useState(() => statuses.getStatus(request, loadedAt) === "closed");
  return isClosed ? (
    <OutcomeDialog requestId={request.id} onDone={onDone} />
  ) : (
    <CloseDialog
      onCancel={onDone}
      onChoose={(outcome) => {
        statuses.close({ request, outcome, loadedAt });
        onDone();
      }}
    />
  );
}

function NoRequests({ data: { query, next } }: { data: RequestListData }) {
  return (
    <EmptyState
      title="No service requests found"
      action={query ? <ButtonLink to={LIST_PATH}>Clear filters</ButtonLink> : null}
    >
      {next
        ? "Words this short are searched for in 10,000 requests at a time. The next page covers older ones."
        : query
          ? "Try other words, or clear the filters."
          : "Requests appear here as soon as a visitor sends the quote form."}
    </EmptyState>
  );
}
