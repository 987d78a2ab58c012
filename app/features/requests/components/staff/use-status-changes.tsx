import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useFetcher } from "#app/components/staff/use-fetcher.ts";
import { LIST_PATH, type RequestFormResult, type RequestStatus, STATUS_LABELS, type StatusChange } from "../../staff-schema.ts";

const UNDO_MS = 8_000;

type Job = { changes: StatusChange[]; before: StatusChange[]; isUndo: boolean };

export type StatusChanges = {
  /** The status to show: what was just chosen, or else what the server said. */
  statusOf: (request: { id: string; status: RequestStatus }) => RequestStatus;
  /** Shows the new status at once and saves it; Undo is offered for a while. */
  change: (requests: readonly { id: string; status: RequestStatus }[], status: RequestStatus) => void;
};

const byId = (changes: readonly StatusChange[]) => Object.fromEntries(changes.map(({ id, status }) => [id, status]));

/**
 * Optimistic status changes, saved one after another in the order they were made.
 * @returns also `failed` with the rollback done, and the counts that the latest change brought
 */
export function useStatusChanges(loadedAt: number) {
  const [shown, setShown] = useState<Record<string, RequestStatus>>({});
  const [failed, setFailed] = useState(false);
  const fetcher = useFetcher<RequestFormResult>();
  const waiting = useRef<Job[]>([]);
  const running = useRef<Job | null>(null);
  const settled = useRef<RequestFormResult | undefined>(undefined);
  const { submit } = fetcher;

  const next = useCallback(() => {
    if (running.current) return;
    running.current = waiting.current.shift() ?? null;
    if (running.current) void submit({ intent: "status", changes: JSON.stringify(running.current.changes) }, { method: "post", action: LIST_PATH });
  }, [submit]);

  const start = useCallback(
    (job: Job) => {
      setShown((current) => ({ ...current, ...byId(job.changes) }));
      waiting.current.push(job);
      next();
    },
    [next],
  );

  useEffect(() => {
    const job = running.current;
    // The result of the job before stays in the fetcher until the next one comes.
    if (fetcher.state !== "idle" || !job || !fetcher.data || fetcher.data === settled.current) return;
    settled.current = fetcher.data;
    running.current = null;
    if (!fetcher.data.ok) {
      setShown((current) => ({ ...current, ...byId(job.before) }));
      setFailed(true);
    } else if (!job.isUndo) announce(job, () => start({ changes: job.before, before: job.changes, isUndo: true }));
    next();
  }, [fetcher.state, fetcher.data, next, start]);

  // A list that was read anew knows better than what was chosen before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of loading is what matters
  useEffect(() => {
    if (!running.current && waiting.current.length === 0) setShown({});
  }, [loadedAt]);

  const statusOf: StatusChanges["statusOf"] = ({ id, status }) => shown[id] ?? status;
  const change: StatusChanges["change"] = (requests, status) => {
    const before = requests.map((request) => ({ id: request.id, status: statusOf(request) })).filter((request) => request.status !== status);
    if (before.length > 0) start({ changes: before.map(({ id }) => ({ id, status })), before, isUndo: false });
  };
  const counts = fetcher.data?.ok && fetcher.data.intent === "status" ? fetcher.data.counts : null;
  return { statusOf, change, counts, failed, dismiss: () => setFailed(false) };
}

function announce({ changes }: Job, undo: () => void) {
  const label = changes[0] ? STATUS_LABELS[changes[0].status] : "";
  const text = changes.length === 1 ? `Status set to ${label}` : `${changes.length} requests set to ${label}`;
  toast.success(text, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
}
