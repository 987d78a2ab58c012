import { Download, Keyboard } from "lucide-react";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { ListToolbar } from "#app/components/admin/list-toolbar.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import { OnShiftLine } from "../../../assignments/components/admin/on-shift-line.tsx";
import type { RequestListData } from "../../loaders.server.ts";
import {
  EXPORT_MAX_ROWS,
  LIST_PATH,
  OPEN_SINGLE,
  type RequestCounts,
  STATUS_LABELS,
} from "../../schema.ts";
import { ViewChips } from "./view-chips.tsx";

const COUNTS = [
  { field: "total", label: "Total requests" },
  { field: "new", label: "New" },
  { field: "today", label: "Today" },
  { field: "synced", label: "CRM-synced" },
] as const;

type ListHeadProps = {
  data: RequestListData;
  counts: RequestCounts | null;
  onShowKeys: () => void;
};

/** Search and status, views as chips, and the counts of all requests on one slim line. */
export function ListHead({ data, counts, onShowKeys }: ListHeadProps) {
  const { filters, query } = data;
  return (
    <div className="grid gap-2">
      <ListToolbar
        path={LIST_PATH}
        filters={filters}
        label="Search by name, service or phone"
        statuses={STATUS_LABELS}
        keep={{ view: filters.view === "inbox" ? undefined : filters.view }}
        onEnter={OPEN_SINGLE}
        isCompact
      >
        <Button onClick={onShowKeys} className="room-phone:hidden" aria-keyshortcuts="?">
          <Keyboard className="size-4" aria-hidden="true" />
          <span className="room-max-wide:sr-only">Keys</span>
        </Button>
        <ButtonAnchor
          href={`${LIST_PATH}/export.csv${query}`}
          download
          title={`The rows of this view, at most ${EXPORT_MAX_ROWS / 1_000} thousand`}
        >
          <Download className="size-4" aria-hidden="true" />
          <span className="room-max-wide:sr-only">Export CSV</span>
        </ButtonAnchor>
      </ListToolbar>
      <ViewChips data={data} />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <dl
          className="flex flex-wrap gap-x-4 text-sm"
          title={data.countedAt ? `Counted ${data.countedAt}` : "Counting"}
        >
          {COUNTS.map(({ field, label }) => (
            <div key={field} className="flex gap-1">
              <dt className="text-muted">{label}</dt>
              <dd className="font-bold tabular-nums">
                {counts ? formatCount(counts[field]) : "..."}
              </dd>
            </div>
          ))}
        </dl>
        <OnShiftLine onShift={data.onShift} />
      </div>
    </div>
  );
}
