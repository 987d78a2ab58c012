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
 * A status that was chosen here, and when the server stored it; `UNSAVED` until then.
 */
type Chosen = { status: RequestStatus; at: number };
const UNSAVED = Number.POSITIVE_INFINITY;
type Choosable = { id: string; status: RequestStatus };

export type StatusChanges = {
  /**
   * The status to show: the one chosen here after the request was loaded (`loadedAt`, by the
   * server's clock), or else the loaded one.
   */
  getStatus: (request: Choosable, loadedAt: number) => RequestStatus;
  /** Shows the new status at once, saves it, and offers Undo for a while. */
  change: (requests: readonly Choosable[], status: RequestStatus, loadedAt: number) => void;
};

const choose = (changes: readonly StatusChange[], at: number): Record<string, Chosen> =>
  Object.fromEntries(changes.map(({ id, status }) => [id, { status, at }]));

/**
 * Optimistic status changes, saved one after another in order.
 * @returns also `failed`, after a rollback, and the counts that came with the latest change
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
    // The fetcher keeps the previous job's result until the next one arrives.
    if (state !== "idle" || !job || !result || result === settled.current) return;
    settled.current = result;
    running.current = null;
    if (result.ok && result.intent === "status") knownAt.current = result.at;
    const at = knownAt.current;
    const shown = dropChangedAgain(
      result.ok ? job.changes : job.before,
      waiting.current,
      result.ok,
    );
    setChosen((current) => ({ ...current, ...choose(shown, at) }));
    if (!result.ok) setFailed(true);
    else if (!job.isUndo)
      showToast(job, () => start({ changes: job.before, before: job.changes, isUndo: true }));
    next();
  }, [state, result, next, start]);

  const getStatus: StatusChanges["getStatus"] = ({ id, status }, readAt) => {
    const mine = chosen[id];
    return mine && mine.at > readAt ? mine.status : status;
  };
  const change: StatusChanges["change"] = (requests, status, readAt) => {
    knownAt.current = Math.max(knownAt.current, readAt);
    const before = requests
      .map((request) => ({ id: request.id, status: getStatus(request, readAt) }))
      .filter((request) => request.status !== status);
    if (before.length > 0)
      start({ changes: before.map(({ id }) => ({ id, status })), before, isUndo: false });
  };
  const counts = result?.ok && result.intent === "status" ? result.counts : null;
  return { getStatus, change, counts, failed, dismiss: () => setFailed(false) };
}

/**
 * The changes of a settled job without those that a waiting job changes again. Where the settled job
 * failed, the waiting one's rollback restores the status from before both.
 */
function dropChangedAgain(
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

function showToast({ changes }: Job, undo: () => void) {
  const label = changes[0] ? STATUS_LABELS[changes[0].status] : "";
  const text =
    changes.length === 1 ? `Status set to ${label}` : `${changes.length} requests set to ${label}`;
  toast.success(text, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
}
