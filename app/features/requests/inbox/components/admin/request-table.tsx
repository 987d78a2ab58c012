import { Eye, Mail, Phone, Siren } from "lucide-react";
import { Link, useLocation } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { formatGroupCount, GROUP_HINTS, GROUP_LABELS, type Group } from "../../groups.ts";
import type { ListedRequest, RequestListData } from "../../loaders.server.ts";
import { buildListQuery, LIST_PATH } from "../../schema.ts";
import { getWaitLevel } from "../../wait.ts";
import { CallingLine, StatusSelect } from "./request-parts.tsx";
import { RowBadges } from "./row-badges.tsx";
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
    widthClass: "room-wide:w-[13.25rem]",
    cell: (request) => <Customer request={request} search={search} now={now} />,
  },
  {
    header: "Service",
    from: "wide",
    cell: (request) => (
      <>
        <span className="inbox-line">
          <span className="truncate font-semibold">{request.serviceType}</span>
        </span>
        <span className="inbox-line text-sm text-muted">
          <span className="truncate" title={request.problem ?? undefined}>
            <Job request={request} />
          </span>
        </span>
      </>
    ),
  },
  {
    header: "Location",
    from: "wide",
    widthClass: "w-[11.5rem]",
    cell: ({ place, calling, isOptedOut }) => (
      <>
        <span className="inbox-line">
          <span className="truncate">{place || "Not given"}</span>
        </span>
        <span className="inbox-line text-sm">
          <CallingLine calling={calling} isOptedOut={isOptedOut} now={now} />
        </span>
      </>
    ),
  },
  {
    header: "Assigned to",
    from: "wide",
    widthClass: "w-[5.25rem]",
    cell: ({ assigneeId }) => (
      <span className="line-clamp-2 text-sm leading-5">
        {assigneeId ? (names.get(assigneeId) ?? "Former staff") : <span aria-hidden="true">–</span>}
      </span>
    ),
  },
  {
    header: "Status",
    widthClass: "w-[7.5rem] room-not-phone:w-[9.75rem] room-wide:w-[7.25rem]",
    cell: (request) => (
      <div className="flex items-center justify-end gap-x-1 room-phone:flex-wrap room-wide:justify-start">
        <StatusSelect
          status={statuses.getStatus(request, data.now)}
          label={`Status of ${request.name}`}
          onChange={(status) => statuses.change([request], status, data.now)}
        />
        <QuickLinks request={request} search={search} />
      </div>
    ),
  },
  {
    header: "Created",
    from: "wide",
    widthClass: "w-[5rem]",
    cell: (request) => (
      <span className="line-clamp-2 text-sm leading-5">
        <Age request={request} now={now} />
      </span>
    ),
  },
  {
    header: "View",
    from: "wide",
    widthClass: "w-[3rem]",
    cell: (request) => <ViewLink request={request} search={search} />,
  },
];

type CustomerProps = { request: ListedRequest; search: string; now: number };

/** The name with phone and e-mail below it; on a narrow list, the service and the place instead. */
function Customer({ request, search, now }: CustomerProps) {
  return (
    <div className="min-w-0">
      <div className="inbox-line">
        <Link
          to={{ pathname: request.id, search }}
          preventScrollReset
          data-row-link
          className="truncate py-0.5 font-semibold hover:underline"
        >
          {request.isEmergency ? (
            <Siren className="mr-1 inline size-4 text-danger" aria-label="Emergency:" />
          ) : null}
          {request.name.trim() || "No name"}
        </Link>
        <RowBadges request={request} now={now} />
        <span className="flex min-w-0 flex-1 gap-2 text-sm text-muted room-phone:hidden room-wide:hidden">
          <Contact request={request} />
        </span>
        <span className="ml-auto shrink-0 text-sm room-phone:hidden room-wide:hidden">
          <Age request={request} now={now} />
        </span>
      </div>
      <div className="inbox-line text-sm room-max-wide:hidden">
        <Contact request={request} />
      </div>
      <div className="inbox-line text-sm room-wide:hidden">
        <span className="shrink-0 room-not-phone:hidden">
          <Age request={request} now={now} />
        </span>
        <span className="truncate" title={request.problem ?? undefined}>
          <span className="font-semibold">{request.serviceType}</span>
          <span className="text-muted">
            {request.place ? ` · ${request.place}` : ""}
            {" · "}
            <CallingLine calling={request.calling} isOptedOut={request.isOptedOut} now={now} />
            {" · "}
            <Job request={request} />
          </span>
        </span>
      </div>
    </div>
  );
}

/** Phone and e-mail, each on one line: the whole address shows on hover. */
function Contact({ request: { phone, phoneHref, email, mailHref } }: { request: ListedRequest }) {
  return (
    <>
      <RowContact href={phoneHref} className="shrink-0">
        {phone}
      </RowContact>
      {email ? (
        <RowContact href={mailHref} className="truncate">
          {email}
        </RowContact>
      ) : null}
    </>
  );
}

type RowContactProps = { href: string | null; className: string; children: string };

/** On one line; the whole text shows on hover. */
function RowContact({ href, className, children }: RowContactProps) {
  return href ? (
    <a href={href} title={children} className={`max-w-full hover:underline ${className}`}>
      {children}
    </a>
  ) : (
    <span title={children} className={`max-w-full ${className}`}>
      {children}
    </span>
  );
}

/** Type and size of the project, and the first words of the problem. */
function Job({ request: { projectType, projectSize, problem } }: { request: ListedRequest }) {
  return (
    <>
      {projectType} / {projectSize}
      {problem ? ` · ${problem}` : ""}
    </>
  );
}

const AGE_TONES = {
  none: "text-muted",
  fresh: "",
  late: "rounded bg-sun px-1 font-semibold",
  overdue: "rounded bg-danger px-1 font-semibold text-paper",
} as const;

function Age({ request, now }: { request: ListedRequest; now: number }) {
  const level = getWaitLevel(request, now);
  return (
    <span className={`whitespace-nowrap ${AGE_TONES[level]}`}>
      {level === "late" || level === "overdue" ? <span className="sr-only">Waiting: </span> : null}
      <TimeAgo at={request.created} now={now} isShort />
    </span>
  );
}

type RowLinkProps = { request: ListedRequest; search: string };

function ViewLink({ request: { id, name }, search }: RowLinkProps) {
  return (
    <Link
      to={{ pathname: id, search }}
      preventScrollReset
      aria-label={`View ${name}`}
      className="grid size-9 place-items-center rounded-lg hover:bg-sand"
    >
      <Eye className="size-5" aria-hidden="true" />
    </Link>
  );
}

/** On a phone: call, e-mail and view as icons; the number and the address are their names. */
function QuickLinks({ request, search }: RowLinkProps) {
  const shape = "grid size-9 place-items-center rounded-lg hover:bg-sand";
  return (
    <span className="flex room-wide:hidden">
      {request.phoneHref ? (
        <a
          href={request.phoneHref}
          className={`${shape} room-not-phone:hidden`}
          title={request.phone}
        >
          <Phone className="size-4" aria-hidden="true" />
          <span className="sr-only">{request.phone}</span>
        </a>
      ) : null}
      {request.mailHref && request.email ? (
        <a
          href={request.mailHref}
          className={`${shape} room-not-phone:hidden`}
          title={request.email}
        >
          <Mail className="size-4" aria-hidden="true" />
          <span className="sr-only">{request.email}</span>
        </a>
      ) : null}
      <ViewLink request={request} search={search} />
    </span>
  );
}
