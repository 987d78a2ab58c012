import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { TARGET_LABELS, type TargetName } from "#app/lib/delivery-targets.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { getSyncLabel, type RequestFormResult } from "../../schema.ts";

/** Why a delivery is waiting, and until when. */
function WaitReason({
  request: { breaker, breakerReason, target, attempts, nextAttemptAt },
}: {
  request: RequestDetailData["request"];
}) {
  const name = TARGET_LABELS[target as TargetName] ?? target;
  if (breaker && breaker !== "closed")
    return (
      <p className="text-sm break-words">
        Deliveries to {name} {breaker === "paused" ? "are paused" : "fail"}
        {breakerReason ? ` (${breakerReason})` : ""}. The connection is tried each minute, and this
        request is delivered when it works again.
      </p>
    );
  if (attempts === 0 || !nextAttemptAt) return null;
  return (
    <p className="text-sm">
      Next try:{" "}
      <time dateTime={new Date(nextAttemptAt.ms).toISOString()}>{nextAttemptAt.exact}</time>
    </p>
  );
}

type SyncPanelProps = Pick<RequestDetailData, "attempts"> & {
  request: RequestDetailData["request"];
  now: number;
};

const OUTCOMES: Record<string, string> = {
  delivered: "Delivered",
  failed: "Failed",
  refused: "Refused",
  paused: "CRM accepted nothing",
};
const REFUSALS: Record<string, string> = {
  "not-found": "It cannot be sent: it was erased, or sent meanwhile.",
  demo: "Demo requests never leave this system.",
  "not-stuck": "It is already being delivered.",
};

/**
 * The delivery of a request to the CRM with its attempts, and a button to send it if it is stuck.
 */
export function SyncPanel({ request, attempts, now }: SyncPanelProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const { sync } = request;
  const isLost = !sync && !request.ghlContactId && !request.isDemo;
  const isStuck = !request.isErased && (sync === "dead" || sync === "held" || isLost);
  const failure =
    fetcher.state === "idle" && fetcher.data && !fetcher.data.ok
      ? (REFUSALS[fetcher.data.reason] ?? "That did not work. Please try again.")
      : null;
  return (
    <section aria-labelledby="request-sync" className="panel-card p-4">
      <h3 id="request-sync" className="font-bold">
        CRM sync
      </h3>
      <p
        className={`mt-1 font-semibold ${sync === "delivered" ? "text-ok" : sync === "dead" ? "text-danger" : ""}`}
      >
        {getSyncLabel(request)}
      </p>
      {request.ghlContactId ? (
        <p className="text-sm break-all text-muted">Contact {request.ghlContactId}</p>
      ) : null}
      {request.target ? (
        <p className="text-sm text-muted">
          Target: {TARGET_LABELS[request.target as TargetName] ?? request.target}
        </p>
      ) : null}
      {request.differences.length > 0 ? (
        <p className="text-sm">
          The CRM did not keep everything as it was sent:{" "}
          <strong>{request.differences.join(", ")}</strong>. The note in the CRM has what the person
          wrote.
        </p>
      ) : null}
      {sync === "waiting" && request.isOptedOut ? (
        <p className="text-sm">This person opted out, so it is not delivered.</p>
      ) : null}
      {sync === "waiting" && !request.isOptedOut ? <WaitReason request={request} /> : null}
      {request.lastError && sync !== "delivered" && request.lastError !== request.breakerReason ? (
        <p className="text-sm break-words">Last answer: {request.lastError}</p>
      ) : null}
      {isStuck ? (
        <fetcher.Form method="post" className="mt-2">
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="id" value={request.id} />
          <Button type="submit" disabled={fetcher.state !== "idle"} tone="primary">
            {sync === "held" ? "Release" : isLost ? "Send" : "Send again"}
          </Button>
        </fetcher.Form>
      ) : null}
      <p role="status" className="text-sm text-danger">
        {failure}
      </p>
      {attempts.length > 0 ? (
        <details className="mt-2">
          <summary className="py-1 text-sm font-semibold">
            {attempts.length} {attempts.length === 1 ? "attempt" : "attempts"}
          </summary>
          <ol className="mt-1 grid gap-1 text-sm">
            {attempts.map(({ id, outcome, httpStatus, error, at }) => (
              <li key={id} className="break-words">
                {OUTCOMES[outcome] ?? outcome}
                {httpStatus ? `, HTTP ${httpStatus}` : ""}, <TimeAgo at={at} now={now} />
                {error ? <span className="block text-muted">{error}</span> : null}
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  );
}
