import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import type { ListedRequest } from "../../loaders.server.ts";
import { getWaitLevel } from "../../wait.ts";

const AGE_TONES = {
  none: "text-muted",
  fresh: "",
  late: "rounded bg-sun px-1 font-semibold",
  overdue: "rounded bg-danger px-1 font-semibold text-paper",
} as const;

/** The age of a request: amber, then red, while its customer waits for a first call. */
export function RequestAge({ request, now }: { request: ListedRequest; now: number }) {
  const level = getWaitLevel(request, now);
  return (
    <span className={`whitespace-nowrap ${AGE_TONES[level]}`}>
      {level === "late" || level === "overdue" ? <span className="sr-only">Waiting: </span> : null}
      <TimeAgo at={request.created} now={now} isShort />
    </span>
  );
}
