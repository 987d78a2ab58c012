import { Link } from "react-router";
import { Badge, type BadgeTone } from "#app/components/admin/badge.tsx";
import { LIST_PATH, STATUS_LABELS } from "#app/features/requests/inbox/schema.ts";
import type { LatestRequest } from "../../queries.server.ts";

const STATUS_TONES: Partial<Record<LatestRequest["status"], BadgeTone>> = {
  new: "warning",
  contacted: "strong",
};

/** The newest requests, each a link to its details. */
export function LatestRequests({ requests }: { requests: LatestRequest[] }) {
  return (
    <section aria-labelledby="latest-title" className="panel-card p-4">
      <h2 id="latest-title" className="h3">
        Latest service requests
      </h2>
      {requests.length === 0 ? (
        <p className="mt-3 text-muted">
          There are no service requests yet. The first one shows here as soon as a visitor sends the
          quote form.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {requests.map(({ id, customerName, serviceType, status, createdAt, age, exactTime }) => (
            <li key={id} className="py-1.5">
              <div className="flex items-baseline justify-between gap-3">
                <Link to={`${LIST_PATH}/${id}`} className="link truncate font-semibold">
                  {customerName.trim() || "No name"}
                </Link>
                <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
              </div>
              <div className="flex items-baseline justify-between gap-3 text-sm text-muted">
                <span className="truncate">{serviceType}</span>
                <time
                  dateTime={createdAt.toISOString()}
                  title={exactTime}
                  className="whitespace-nowrap"
                >
                  {age}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
