import { Eye } from "lucide-react";
import { Link, useLocation } from "react-router";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import type { ListedRequest, RequestListData } from "../../loaders.server.ts";
import { CallingBadge, ContactLink, Flags, StatusSelect, WaitingBadge } from "./request-parts.tsx";
import type { StatusChanges } from "./use-status-changes.tsx";

type Marks = { marked: ReadonlySet<string>; onMark: (marked: ReadonlySet<string>) => void };
type RequestTableProps = Marks & { data: RequestListData; now: number; statuses: StatusChanges };

/** One page of requests. On a phone, service, place and date are below the customer. */
export function RequestTable({ data, now, statuses, marked, onMark }: RequestTableProps) {
  const { requests } = data;
  // Includes the cursor, so that a request opens over the page that it was opened from.
  const { search } = useLocation();
  const names = new Map(data.assignees.map(({ id, name }) => [id, name]));
  const all = requests.every(({ id }) => marked.has(id));
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    onMark(next);
  };
  return (
    <table className="data-table">
      <caption className="sr-only">Service requests, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className="w-10">
            <input
              type="checkbox"
              aria-label="Mark all on this page"
              checked={all}
              onChange={() => onMark(new Set(all ? [] : requests.map(({ id }) => id)))}
              className="size-5"
            />
          </th>
          <th scope="col">Customer</th>
          <th scope="col" className="room-max-md:hidden">
            Service
          </th>
          <th scope="col" className="room-max-lg:hidden">
            Location
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="room-max-lg:hidden">
            Created
          </th>
          <th scope="col" className="room-max-md:hidden">
            View
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id} className="hover:bg-cream">
            <td>
              <input
                type="checkbox"
                aria-label={`Mark ${request.name}`}
                checked={marked.has(request.id)}
                onChange={() => toggle(request.id)}
                className="size-5"
              />
            </td>
            <td>
              <Customer
                request={request}
                now={now}
                search={search}
                assignee={
                  request.assigneeId ? (names.get(request.assigneeId) ?? "Former staff") : null
                }
              />
            </td>
            <td className="room-max-md:hidden">
              <Service request={request} />
            </td>
            <td className="room-max-lg:hidden">{request.place}</td>
            <td>
              <StatusSelect
                status={statuses.getStatus(request, data.now)}
                label={`Status of ${request.name}`}
                onChange={(status) => statuses.change([request], status, data.now)}
              />
            </td>
            <td className="whitespace-nowrap room-max-lg:hidden">
              <TimeAgo at={request.created} now={now} />
            </td>
            <td className="room-max-md:hidden">
              <Link
                to={{ pathname: request.id, search }}
                preventScrollReset
                aria-label={`View ${request.name}`}
                className="btn-small"
              >
                <Eye className="size-4" aria-hidden="true" />
                View
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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

type CustomerProps = {
  request: ListedRequest;
  now: number;
  search: string;
  assignee: string | null;
};

function Customer({ request, now, search, assignee }: CustomerProps) {
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
      <div className="mt-1 room-md:hidden">
        <Service request={request} />
      </div>
      <span className="block text-sm text-muted room-lg:hidden">
        {request.place}
        {request.place ? ", " : ""}
        <TimeAgo at={request.created} now={now} />
      </span>
      <span className="mt-1 flex flex-wrap gap-1">
        <WaitingBadge company={request.waitingFor} />
        <CallingBadge calling={request.calling} stopped={request.stopped} now={now} />
        <Flags flags={request.flags} />
        {request.sync === "held" ? (
          <span className="rounded-full border border-action px-2 text-sm">Held</span>
        ) : null}
        {request.sync === "dead" ? (
          <span className="rounded-full border border-danger px-2 text-sm text-danger">
            Not delivered
          </span>
        ) : null}
        {assignee ? <span className="text-sm text-muted">Assigned to {assignee}</span> : null}
      </span>
    </div>
  );
}
