import { Eye } from "lucide-react";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { formatGroupCount, GROUP_HINTS, GROUP_LABELS, type Group } from "../../groups.ts";
import type { ListedRequest, RequestListData } from "../../loaders.server.ts";
import { buildListQuery, LIST_PATH } from "../../schema.ts";
import { RequestAge } from "./request-age.tsx";
import { CallingLine, StatusSelect } from "./request-parts.tsx";
import { RowCustomer } from "./row-customer.tsx";
import type { StatusChanges } from "./use-status-changes.ts";

type RequestTableProps = {
  data: RequestListData;
  now: number;
  statuses: StatusChanges;
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
  selectedIds,
  onSelect,
  openId,
}: RequestTableProps) {
  // Includes the cursor, so that a request opens beside the current page of the list.
  const { search } = useLocation();
  const names = new Map(data.assignees.map(({ id, name }) => [id, name]));
  return (
    <DataTable
      caption="Service requests"
      order={data.groups ? "in groups" : "newest first"}
      className="inbox-table"
      columns={listColumns({ data, now, statuses, search, names })}
      rows={data.requests}
      groups={data.groups?.map(({ group, requests }) => ({
        key: group,
        name: GROUP_LABELS[group],
        heading: <GroupHeading group={group} count={data.viewCounts[group]} />,
        rows: requests,
      }))}
      currentKey={openId}
      rowKey={({ id }) => id}
      selection={{ selected: selectedIds, onSelect, getRowName: ({ name }) => name }}
    />
  );
}

function GroupHeading({ group, count }: { group: Group; count: number | undefined }) {
  return (
    <>
      {count === undefined ? null : (
        <span className="ml-1.5 tabular-nums">{formatGroupCount(count)}</span>
      )}
      <span className="ml-3 font-normal room-max-wide:hidden">{GROUP_HINTS[group]}</span>
      <Link to={LIST_PATH + buildListQuery({ view: group })} className="link">
        Show all<span className="sr-only"> in {GROUP_LABELS[group]}</span>
      </Link>
    </>
  );
}

type ListColumnsOptions = Pick<RequestTableProps, "data" | "now" | "statuses"> & {
  search: string;
  names: ReadonlyMap<string, string>;
};

const listColumns = ({
  data,
  now,
  statuses,
  search,
  names,
}: ListColumnsOptions): [Column<ListedRequest>, ...Column<ListedRequest>[]] => [
  {
    header: "Customer",
    className: "inbox-customer",
    cell: (request) => <RowCustomer request={request} search={search} now={now} />,
  },
  {
    header: "Service",
    className: "inbox-service",
    cell: (request) => <Service request={request} />,
  },
  {
    header: "Location",
    className: "inbox-place",
    cell: ({ place, calling, isOptedOut }) => (
      <>
        <span className="truncate">{place || "Place not given"}</span>
        <span className="truncate text-sm">
          <CallingLine calling={calling} isOptedOut={isOptedOut} now={now} />
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
      <Link
        to={{ pathname: id, search }}
        preventScrollReset
        aria-label={`View ${name}`}
        className="grid! size-9 place-items-center rounded-lg hover:bg-sand"
      >
        <Eye className="size-5" aria-hidden="true" />
      </Link>
    ),
  },
];

/** The service; then the first words of the problem, and type and size of the project. */
function Service({ request }: { request: ListedRequest }) {
  const { serviceType, projectType, projectSize, problem } = request;
  return (
    <>
      <span className="truncate font-semibold">{serviceType}</span>
      <span className="truncate text-sm text-muted" title={problem ?? undefined}>
        {problem ? `${problem} · ` : ""}
        {projectType} / {projectSize}
      </span>
    </>
  );
}
