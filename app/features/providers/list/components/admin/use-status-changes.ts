import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { LIST_PATH, type ProviderStatus, STATUS_LABELS, SUCCESS_MS } from "../../../constants.ts";
import type { StatusReply } from "../../../schema.ts";

type Shown = { status: ProviderStatus; verifiedUntil: string | null };
type Listed = Shown & { id: string };
type Job = { id: string; status: ProviderStatus; before: Shown };

/**
 * Status changes that show at once and are saved one after another, in the order they were made;
 * one that fails is taken back.
 * @param loadedAt when the list was read: a newer list knows better than what was chosen before it
 */
export function useStatusChanges(loadedAt: number) {
  const [shown, setShown] = useState<Record<string, Shown>>({});
  const [failed, setFailed] = useState(false);
  const fetcher = useFetcher<StatusReply>();
  const waiting = useRef<Job[]>([]);
  const running = useRef<Job | null>(null);
  const settled = useRef<StatusReply | undefined>(undefined);
  const { submit } = fetcher;

  const next = useCallback(() => {
    if (running.current) return;
    running.current = waiting.current.shift() ?? null;
    if (running.current)
      void submit(
        { id: running.current.id, status: running.current.status },
        { method: "post", action: LIST_PATH },
      );
  }, [submit]);

  useEffect(() => {
    const job = running.current;
    // The reply to the job before stays in the fetcher until the next one comes.
    if (fetcher.state !== "idle" || !job || !fetcher.data || fetcher.data === settled.current)
      return;
    const reply = fetcher.data;
    settled.current = reply;
    running.current = null;
    if (reply.ok) {
      setShown((current) => ({
        ...current,
        [job.id]: {
          status: current[job.id]?.status ?? job.status,
          verifiedUntil: reply.verifiedUntil,
        },
      }));
      toast.success(`Status set to ${STATUS_LABELS[job.status]}`, { duration: SUCCESS_MS });
    } else {
      setShown((current) => ({ ...current, [job.id]: job.before }));
      setFailed(true);
    }
    next();
  }, [fetcher.state, fetcher.data, next]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of loading is what matters
  useEffect(() => {
    if (!running.current && waiting.current.length === 0) setShown({});
  }, [loadedAt]);

  const shownOf = (provider: Listed): Shown => shown[provider.id] ?? provider;
  const change = (provider: Listed, status: ProviderStatus) => {
    const before = shownOf(provider);
    if (before.status === status) return;
    setShown((current) => ({ ...current, [provider.id]: { ...before, status } }));
    waiting.current.push({ id: provider.id, status, before });
    next();
  };
  return {
    shownOf,
    change,
    counts: fetcher.data?.ok ? fetcher.data.counts : null,
    failed,
    dismiss: () => setFailed(false),
  };
}
export type StatusChanges = ReturnType<typeof useStatusChanges>;
