import { Link } from "react-router";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";
import { LIST_PATH, STATUS_LABELS } from "../../schema.ts";

type DuplicatesPanelProps = Pick<RequestDetailData, "duplicates"> & { search: string; now: number };

/** Other requests with the same phone number or e-mail address. */
export function DuplicatesPanel({ duplicates, search, now }: DuplicatesPanelProps) {
  if (duplicates.length === 0) return null;
  return (
    <section aria-labelledby="request-duplicates" className="panel-card p-4">
      <h3 id="request-duplicates" className="font-bold">
        Other requests of this person
      </h3>
      <ul className="mt-1 grid gap-2">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <Link
              to={{ pathname: `${LIST_PATH}/${duplicate.id}`, search }}
              preventScrollReset
              className="link"
            >
              {duplicate.serviceType}
            </Link>
            <span className="block text-sm text-muted">
              {duplicate.name}, {STATUS_LABELS[duplicate.status]},{" "}
              <TimeAgo at={duplicate.createdAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
