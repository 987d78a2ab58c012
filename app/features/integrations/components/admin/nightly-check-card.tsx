import { Link } from "react-router";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { HighLevelState } from "#app/features/crm/highlevel/state.server.ts";
import { type Fact, Facts } from "./integration-parts.tsx";

type Report = NonNullable<HighLevelState["report"]>;

/** What the nightly comparison of requests, delivery orders and CRM found. */
export function NightlyCheckCard({ report, clock }: { report: Report | null; clock: Clock }) {
  const isComplete = report !== null && report.notQueued + report.missing === 0;
  return (
    <section aria-label="Nightly check" className="panel-card flex flex-col gap-4 p-5">
      <div>
        <h3 className="font-display text-lg font-extrabold">Nightly check</h3>
        <p className="text-muted">
          Compares requests with their delivery orders, and a sample of what was delivered with
          HighLevel. Staff get an email when something is missing.
        </p>
      </div>
      {report ? (
        <>
          <p className={isComplete ? "font-semibold text-ok" : "font-semibold text-danger"}>
            {isComplete ? "Nothing is missing" : "Some requests need a look"}
          </p>
          <Facts facts={listFacts(report, clock)} />
        </>
      ) : (
        <p>
          It has not run yet. The first run is within minutes of the start, later ones every night.
        </p>
      )}
    </section>
  );
}

function listFacts(
  { at, notQueued, undelivered, sampled, missing, requestIds }: Report,
  clock: Clock,
): Fact[] {
  return [
    ["Last run", <When key="at" at={at} clock={clock} />],
    [
      "Without delivery order",
      <RequestFinding
        key="orphans"
        text={String(notQueued)}
        ids={requestIds.notQueued}
        count={notQueued}
      />,
    ],
    ["Not delivered after an hour", undelivered],
    [
      "Missing in HighLevel",
      sampled > 0 ? (
        <RequestFinding
          key="missing"
          text={`${missing} of ${sampled} sampled`}
          ids={requestIds.missing}
          count={missing}
        />
      ) : (
        "None sampled"
      ),
    ],
  ];
}

/** A count with links to the requests behind it. */
function RequestFinding({ text, ids, count }: { text: string; ids: string[]; count: number }) {
  if (ids.length === 0) return text;
  return (
    <>
      {text}
      <ul className="mt-1">
        {ids.map((id) => (
          <li key={id}>
            <Link to={`/backyard/service-requests/${id}`} className="link inline-block py-1">
              Request {id.slice(-8)}
            </Link>
          </li>
        ))}
      </ul>
      {count > ids.length ? <p className="text-muted">and {count - ids.length} more</p> : null}
    </>
  );
}
