import { Fragment } from "react";
import { Link, useRevalidator } from "react-router";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useNow } from "#app/components/admin/use-now.ts";
import { describeQueue } from "../../describe-queue.ts";
import type { Queue } from "../../queue.server.ts";
import { buildListQuery, LIST_PATH } from "../../schema.ts";
import { NewRequestsBar } from "./new-requests-bar.tsx";
import { QueueRow } from "./queue-row.tsx";
import { useChangedRequests } from "./use-changed-requests.ts";
import { useNewRequests } from "./use-new-requests.ts";

/** Who to call now: a sentence with links to the views, and the first requests to work on. */
export function CallQueue({ queue }: { queue: Queue }) {
  const { requests } = queue;
  const now = useNow(queue.now);
  const ids = requests.map(({ id }) => id);
  const arrived = useNewRequests({ at: queue.now, fromNewest: true, ids });
  const changed = useChangedRequests({ at: queue.now, ids });
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="queue-title" className="panel-card overflow-clip!">
      <h2 id="queue-title" className="sr-only">
        Call now
      </h2>
      <Sentence queue={queue} now={now} />
      {requests.length > 0 ? (
        <ul aria-label="First to call" className="divide-y divide-line border-t border-line">
          {requests.map((request) => (
            <QueueRow
              key={request.id}
              request={request}
              now={now}
              isChanged={changed.has(request.id)}
            />
          ))}
        </ul>
      ) : null}
      {/* Below the rows, or over the last one in view: nothing moves under a thumb that is about to call. */}
      <div className="sticky bottom-0 z-2 has-[p]:p-2">
        <NewRequestsBar {...arrived} changed={changed.size} onShow={() => void revalidate()} />
      </div>
    </section>
  );
}

type Links = ReturnType<typeof describeQueue>["calls"];

const ViewLinks = ({ links, last }: { links: Links; last: ", " | " and " }) =>
  links.map(({ view, text }, index) => (
    <Fragment key={view}>
      {index === 0 ? "" : index === links.length - 1 ? last : ", "}
      <Link
        to={LIST_PATH + buildListQuery({ view })}
        className="link room-not-phone:whitespace-nowrap"
      >
        {text}
      </Link>
    </Fragment>
  ));

function Sentence({ queue, now }: { queue: Queue; now: number }) {
  const { lead, calls, oldest, also } = describeQueue(queue);
  return (
    <p className="px-4 py-3 text-lg leading-7">
      <strong>{lead}</strong>{" "}
      {calls.length > 0 ? (
        <>
          <ViewLinks links={calls} last=", " />
          {oldest ? (
            <>
              , oldest{" "}
              <span className="font-semibold whitespace-nowrap">
                <TimeAgo at={oldest} now={now} isShort />
              </span>
            </>
          ) : null}
          .{" "}
        </>
      ) : null}
      {also.length > 0 ? (
        <span className="text-base">
          Also <ViewLinks links={also} last=" and " />.
        </span>
      ) : null}
    </p>
  );
}
