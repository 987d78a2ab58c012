import { Eye, Mail, Phone, Siren } from "lucide-react";
import { useMemo } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { IconSheet, SheetIcon } from "#app/components/admin/icon-sheet.tsx";
import { GROUP_LABELS } from "../../groups.ts";
import type { ListedRequest, RequestListData } from "../../loaders.server.ts";
import { toWorkableRequest, type WorkableRequest } from "../../workable-request.ts";
import type { Changed } from "./changed-requests.ts";
import { GroupHeading } from "./group-heading.tsx";
import { RequestAge } from "./request-age.tsx";
import { CallingLine, StatusSelect } from "./request-parts.tsx";
import { RowCustomer } from "./row-customer.tsx";
import { type RowLinks, useRowLinks } from "./use-row-links.ts";
import type { StatusChanges } from "./use-status-changes.ts";

type RequestTableProps = {
  data: RequestListData;
  now: number;
  statuses: StatusChanges;
  /** Requests that changed since they were loaded. */
  changed: Changed;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** The request in the pane. */
  openId: string | null;
};

/**
 * The rows of the list: two lines each, with everything a caller needs. Where the list is narrow,
 * the same is below the name.
 */
export function RequestTable({
  data,
  now,
  statuses,
  changed,
  selectedIds,
  onSelect,
  openId,
}: RequestTableProps) {
  const links = useRowLinks();
  const names = new Map(data.assignees.map(({ id, name }) => [id, name]));
  const { rows, groups } = useMemo(() => listRows(data, now), [data, now]);
  return (
    <>
      <IconSheet icons={ROW_ICONS} />
      <DataTable
        caption="Service requests"
        order={groups ? "in groups" : "newest first"}
        className="inbox-table"
        columns={listColumns({ data, now, statuses, changed, links, names })}
        rows={rows}
        groups={groups}
        currentKey={openId}
        rowKey={({ id }) => id}
        selection={{ selected: selectedIds, onSelect, getRowName: ({ name }) => name }}
      />
    </>
  );
}

const ROW_ICONS = { call: Phone, mail: Mail, emergency: Siren, view: Eye };

function listRows(data: RequestListData, now: number) {
  const { requests, groups } = data;
  const toRow = (request: ListedRequest) => toWorkableRequest(request, now);
  return {
    rows: requests.map(toRow),
    groups: groups?.map((group) => ({
      key: group.group,
      name: GROUP_LABELS[group.group],
      heading: <GroupHeading group={group.group} loaded={data} />,
      rows: group.requests.map(toRow),
    })),
  };
}

type ListColumnsOptions = Pick<RequestTableProps, "data" | "now" | "statuses" | "changed"> & {
  links: RowLinks;
  names: ReadonlyMap<string, string>;
};

const listColumns = ({
  data,
  now,
  statuses,
  changed,
  links,
  names,
}: ListColumnsOptions): [Column<WorkableRequest>, ...Column<WorkableRequest>[]] => [
  {
    header: "Customer",
    className: "inbox-customer",
    cell: (request) => (
      <RowCustomer request={request} links={links} now={now} isChanged={changed.has(request.id)} />
    ),
  },
  {
    header: "Service",
    className: "inbox-service",
    cell: (request) => <Service request={request} />,
  },
  {
    header: "Location",
    className: "inbox-place",
    cell: ({ place, callingStatus, isOptedOut, isWrongNumber }) => (
      <>
        <span className="truncate">{place || "Place not given"}</span>
        <span className="truncate text-sm">
          <CallingLine
            status={callingStatus}
            isOptedOut={isOptedOut}
            isWrongNumber={isWrongNumber}
          />
        </span>
      </>
    ),
  },
  {
    header: "Assigned to",
    className: "inbox-assignee",
    cell: ({ assigneeId }) =>
      assigneeId ? (
        <span className="line-clamp-2 text-sm">{names.get(assigneeId) ?? "Former staff"}</span>
      ) : (
        <span aria-hidden="true">–</span>
      ),
  },
  {
    header: "Status",
    className: "inbox-status",
    cell: (request) => (
      <StatusSelect
        status={statuses.getStatus(request, data.now)}
        label={`Status of ${request.name}`}
        onChange={(status) => statuses.change([request], status, data.now)}
      />
    ),
  },
  {
    header: "Created",
    className: "inbox-age",
    cell: (request) => <RequestAge request={request} now={now} />,
  },
  {
    header: "View",
    className: "inbox-view",
    cell: ({ id, name }) => (
      <a {...links.linkTo(id)} className="grid! size-9 place-items-center rounded-lg hover:bg-sand">
        <SheetIcon name="view" className="size-5" />
        <span className="sr-only">View {name}</span>
      </a>
    ),
  },
];

/**
 * The service; then the first words of the problem, and type and size of the project: on a phone the
 * place instead.
 */
function Service({ request }: { request: ListedRequest }) {
  const { serviceType, projectType, projectSize, problem, place } = request;
  return (
    <>
      <span className="truncate font-semibold">{serviceType}</span>
      <span className="inbox-problem truncate text-sm text-muted" title={problem ?? undefined}>
        {`${problem ? `${problem} · ` : ""}${projectType} / ${projectSize}`}
      </span>
      <span className="truncate text-muted room-not-phone:hidden!">
        {place || "Place not given"}
      </span>
    </>
  );
}
