import { Eye } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import type { ListedRequest, RequestListData } from "../../loaders.server.ts";
import {
  CallingBadge,
  ContactLink,
  Flags,
  MessageBadge,
  StatusSelect,
  WaitingBadge,
} from "./request-parts.tsx";
import type { StatusChanges } from "./use-status-changes.ts";

type RequestTableProps = {
  data: RequestListData;
  now: number;
  statuses: StatusChanges;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
};

/** One page of requests. On a phone, service, place and date are below the customer. */
export function RequestTable({ data, now, statuses, selectedIds, onSelect }: RequestTableProps) {
  // Includes the cursor, so that a request opens over the current page of the list.
  const { search } = useLocation();
  const names = new Map(data.assignees.map(({ id, name }) => [id, name]));
  return (
    <DataTable
      caption="Service requests"
      order="newest first"
      columns={listColumns({ data, now, statuses, search })}
      rows={data.requests}
      rowKey={({ id }) => id}
      selection={{ selected: selectedIds, onSelect, getRowName: ({ name }) => name }}
      footer={(request) => (
        <Badges
          request={request}
          now={now}
          assignee={request.assigneeId && (names.get(request.assigneeId) ?? "Former staff")}
        />
      )}
    />
  );
}

type ListColumnsOptions = Pick<RequestTableProps, "data" | "now" | "statuses"> & { search: string };

const listColumns = ({
  data,
  now,
  statuses,
  search,
}: ListColumnsOptions): [Column<ListedRequest>, ...Column<ListedRequest>[]] => [
  {
    header: "Customer",
    cell: (request) => <Customer request={request} search={search} />,
  },
  {
    header: "Service",
    from: "md",
    cell: (request) => <Service request={request} />,
    narrow: (request) => (
      <div className="mt-1">
        <Service request={request} />
      </div>
    ),
  },
  {
    header: "Location",
    from: "lg",
    cell: ({ place }) => place,
    narrow: ({ place, created }) => (
      <span className="block text-sm text-muted">
        {place}
        {place ? ", " : ""}
        <TimeAgo at={created} now={now} />
      </span>
    ),
  },
  {
    header: "Status",
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
    from: "lg",
    nowrap: true,
    cell: ({ created }) => <TimeAgo at={created} now={now} />,
  },
  {
    header: "View",
    from: "md",
    cell: ({ id, name }) => (
      <ButtonLink to={{ pathname: id, search }} preventScrollReset aria-label={`View ${name}`}>
        <Eye className="size-4" aria-hidden="true" />
        View
      </ButtonLink>
    ),
  },
];

function Service({
  request: { serviceType, projectType, projectSize },
}: {
  request: ListedRequest;
}) {
  return (
    <>
      <span className="block font-semibold">{serviceType}</span>
      <span className="block text-sm text-muted">
        {projectType} / {projectSize}
      </span>
    </>
  );
}

function Customer({ request, search }: { request: ListedRequest; search: string }) {
  return (
    <div className="min-w-0">
      <Link
        to={{ pathname: request.id, search }}
        preventScrollReset
        className="inline-block py-0.5 font-semibold break-words hover:underline"
      >
        {request.name}
      </Link>
      <span className="block">
        <ContactLink href={request.phoneHref}>{request.phone}</ContactLink>
      </span>
      {request.email ? (
        <span className="block">
          <ContactLink href={request.mailHref}>{request.email}</ContactLink>
        </span>
      ) : null}
    </div>
  );
}

type BadgesProps = { request: ListedRequest; now: number; assignee: string | null };

function Badges({ request, now, assignee }: BadgesProps) {
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      <MessageBadge isNew={request.hasNewMessage} />
      <WaitingBadge company={request.waitingFor} />
      <CallingBadge calling={request.calling} isOptedOut={request.isOptedOut} now={now} />
      <Flags flags={request.flags} />
      {request.sync === "held" ? <Badge tone="notice">Held</Badge> : null}
      {request.sync === "dead" ? <Badge tone="danger">Not delivered</Badge> : null}
      {assignee ? <span className="text-sm text-muted">Assigned to {assignee}</span> : null}
    </span>
  );
}
