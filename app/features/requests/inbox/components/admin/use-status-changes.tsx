import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import {
  LIST_PATH,
  type RequestFormResult,
  type RequestStatus,
  STATUS_LABELS,
  type StatusChange,
} from "../../schema.ts";

const UNDO_MS = 8_000;

type Job = { changes: StatusChange[]; before: StatusChange[]; isUndo: boolean };
/**
 * A status that was chosen here, and when the server knew of it; while it is being saved, never
 * yet.
 */
type Chosen = { status: RequestStatus; at: number };
const UNSAVED = Number.POSITIVE_INFINITY;
type Choosable = { id: string; status: RequestStatus };

export type StatusChanges = {
  /**
   * The status to show: what was chosen since the request was read (`loadedAt`, by the server's
   * clock), or else what was read.
   */
  statusOf: (request: Choosable, loadedAt: number) => RequestStatus;
  /** Shows the new status at once and saves it; Undo is offered for a while. */
  change: (requests: readonly Choosable[], status: RequestStatus, loadedAt: number) => void;
};

const choose = (changes: readonly StatusChange[], at: number): Record<string, Chosen> =>
  Object.fromEntries(changes.map(({ id, status }) => [id, { status, at }]));

/**
 * Optimistic status changes, saved one after another in the order they were made.
 * @returns also `failed` with the rollback done, and the counts that the latest change brought
 */
export function useStatusChanges(loadedAt: number) {
  const [chosen, setChosen] = useState<Record<string, Chosen>>({});
  const knownAt = useRef(loadedAt);
  const [failed, setFailed] = useState(false);
  const fetcher = useFetcher<RequestFormResult>();
  const waiting = useRef<Job[]>([]);
  const running = useRef<Job | null>(null);
  const settled = useRef<RequestFormResult | undefined>(undefined);
  const { state, submit, data: result } = fetcher;

  const next = useCallback(() => {
    if (running.current) return;
    running.current = waiting.current.shift() ?? null;
    if (running.current)
      void submit(
        { intent: "status", changes: JSON.stringify(running.current.changes) },
        { method: "post", action: LIST_PATH },
      );
  }, [submit]);

  const start = useCallback(
    (job: Job) => {
      setChosen((current) => ({ ...current, ...choose(job.changes, UNSAVED) }));
      waiting.current.push(job);
      next();
    },
    [next],
  );

  useEffect(() => {
    const job = running.current;
    // The result of the job before stays in the fetcher until the next one comes.
    if (state !== "idle" || !job || !result || result === settled.current) return;
    settled.current = result;
    running.current = null;
    if (result.ok && result.intent === "status") knownAt.current = result.at;
    const at = knownAt.current;
    const shown = leaveToLater(result.ok ? job.changes : job.before, waiting.current, result.ok);
    setChosen((current) => ({ ...current, ...choose(shown, at) }));
    if (!result.ok) setFailed(true);
    else if (!job.isUndo)
      announce(job, () => start({ changes: job.before, before: job.changes, isUndo: true }));
    next();
  }, [state, result, next, start]);

  const statusOf: StatusChanges["statusOf"] = ({ id, status }, readAt) => {
    const mine = chosen[id];
    return mine && mine.at > readAt ? mine.status : status;
  };
  const change: StatusChanges["change"] = (requests, status, readAt) => {
    knownAt.current = Math.max(knownAt.current, readAt);
    const before = requests
      .map((request) => ({ id: request.id, status: statusOf(request, readAt) }))
      .filter((request) => request.status !== status);
    if (before.length > 0)
      start({ changes: before.map(({ id }) => ({ id, status })), before, isUndo: false });
  };
  const counts = result?.ok && result.intent === "status" ? result.counts : null;
  return { statusOf, change, counts, failed, dismiss: () => setFailed(false) };
}

/**
 * What a settled job decides for the screen: not the requests that a waiting job changes once more.
 * Where it failed, that job goes back, should it fail too, to what was there before both.
 */
function leaveToLater(
  settled: readonly StatusChange[],
  waiting: readonly Job[],
  succeeded: boolean,
): StatusChange[] {
  return settled.filter((change) => {
    const later = waiting.flatMap(({ before }) => before).find(({ id }) => id === change.id);
    if (later && !succeeded) later.status = change.status;
    return !later;
  });
}

function announce({ changes }: Job, undo: () => void) {
  const label = changes[0] ? STATUS_LABELS[changes[0].status] : "";
  const text =
    changes.length === 1 ? `Status set to ${label}` : `${changes.length} requests set to ${label}`;
  toast.success(text, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
}
