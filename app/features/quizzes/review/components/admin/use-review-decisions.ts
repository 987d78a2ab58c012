import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { APPROVE_FAILED, REJECT_FAILED } from "../../../constants.ts";
import type { ReviewItem, ReviewRef } from "../../../editor/schema.ts";
import { applyDecision, type ReviewStatus } from "../../group-items.ts";
import type { ReviewFormResult } from "../../schema.ts";

type Decision = "approved" | "rejected";
type Statuses = Record<string, ReviewStatus>;
type DecisionJob = {
  decision: Decision;
  items: ReviewRef[];
  isAll: boolean;
  expected: number;
  before: Statuses;
};

/**
 * Decisions that are shown immediately and saved one after another. A failed one is reverted and
 * reported.
 * @returns the items with the status that is currently shown
 */
export function useReviewDecisions(loaded: readonly ReviewItem[], action: string) {
  const [shown, setShown] = useState<Statuses>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { submit, state, data } = useFetcher<ReviewFormResult>();
  const { revalidate } = useRevalidator();
  const waiting = useRef<DecisionJob[]>([]);
  const running = useRef<DecisionJob | null>(null);
  const settled = useRef<ReviewFormResult | undefined>(undefined);
  const items = useMemo(
    () =>
      loaded.map((item) =>
        shown[item.id] ? { ...item, status: shown[item.id] ?? item.status } : item,
      ),
    [loaded, shown],
  );
  const latest = useRef(items);
  latest.current = items;

  const next = useCallback(() => {
    if (running.current) return;
    const job = waiting.current.shift();
    if (!job) return;
    running.current = job;
    const intent = job.isAll ? "approve-all" : job.decision === "approved" ? "approve" : "reject";
    void submit({ intent, items: JSON.stringify(job.items) }, { method: "post", action });
  }, [submit, action]);

  useEffect(() => {
    const job = running.current;
    // The previous result stays in the fetcher until the next one arrives.
    if (state !== "idle" || !job || !data || data === settled.current) return;
    settled.current = data;
    running.current = null;
    if (!data.ok) {
      setShown((current) => ({ ...current, ...job.before }));
      setFailure(job.decision === "approved" ? APPROVE_FAILED : REJECT_FAILED);
    }
    // Somebody else has decided or added something meanwhile: reload.
    if (data.ok ? data.changed !== job.expected : data.reason !== "unreachable") void revalidate();
    next();
  }, [state, data, next, revalidate]);

  // Freshly loaded data replaces local decisions.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of loading is what matters
  useEffect(() => {
    if (!running.current && waiting.current.length === 0) setShown({});
  }, [loaded]);

  const start = useCallback(
    (chosen: readonly ReviewItem[], decision: Decision, isAll = false) => {
      const current = latest.current;
      const pendingIds = new Set(
        current.filter(({ status }) => status === "pending_review").map(({ id }) => id),
      );
      const pending = chosen.filter(({ id }) => pendingIds.has(id));
      if (pending.length === 0) return;
      const changes = applyDecision(current, new Set(pending.map(({ id }) => id)), decision);
      const before: Statuses = Object.fromEntries(
        current.filter(({ id }) => changes[id]).map(({ id, status }) => [id, status]),
      );
      setShown((shownNow) => ({ ...shownNow, ...changes }));
      const expected = pending.filter(({ id }) => changes[id] === decision).length;
      waiting.current.push({
        decision,
        items: pending.map(({ kind, id }) => ({ kind, id })),
        isAll,
        expected,
        before,
      });
      next();
    },
    [next],
  );

  const approve = useCallback(
    (chosen: readonly ReviewItem[]) => start(chosen, "approved"),
    [start],
  );
  const reject = useCallback((chosen: readonly ReviewItem[]) => start(chosen, "rejected"), [start]);
  const approveAll = () => start(latest.current, "approved", true);
  return { items, failure, dismiss: () => setFailure(null), approve, reject, approveAll };
}
