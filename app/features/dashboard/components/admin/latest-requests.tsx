import { Link } from "react-router";
import { Badge, type BadgeTone } from "#app/components/admin/badge.tsx";
import type { LatestRequest } from "../../queries.server.ts";

const STATUS_TONES: Record<string, BadgeTone> = { new: "warning", contacted: "strong" };

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
        <ul className="mt-2 divide-y divide-line">
          {requests.map(({ id, customerName, serviceType, status, createdAt, age, exactTime }) => (
            <li key={id} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <Link
                  to={`/backyard/service-requests/${id}`}
                  className="link font-semibold wrap-anywhere"
                >
                  {customerName.trim() || "No name"}
                </Link>
                <p className="text-[0.9375rem] text-muted wrap-anywhere">{serviceType}</p>
              </div>
              <div className="shrink-0 text-right text-[0.9375rem]">
                <Badge tone={STATUS_TONES[status]}>{status}</Badge>
                <p className="mt-1 text-muted">
                  <time dateTime={createdAt.toISOString()} title={exactTime}>
                    {age}
                  </time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
