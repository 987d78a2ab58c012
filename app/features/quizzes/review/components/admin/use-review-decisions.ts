import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { APPROVE_FAILED, REJECT_FAILED } from "../../../constants.ts";
import type { ReviewItem } from "../../../editor/schema.ts";
import { type Decision, planDecision, type Statuses } from "../../apply-decision.ts";
import { useDecisionQueue } from "./use-decision-queue.ts";

/**
 * Decisions that are shown immediately and saved one after another. A failed one is reverted and
 * reported.
 * @returns the items with the status that is currently shown
 */
export function useReviewDecisions(loaded: readonly ReviewItem[], action: string) {
  const [shown, setShown] = useState<Statuses>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const { enqueue, isEmpty } = useDecisionQueue(action, ({ decision, before, expected }, reply) => {
    if (!reply.ok) {
      setShown((current) => ({ ...current, ...before }));
      const failed = decision === "approved" ? APPROVE_FAILED : REJECT_FAILED;
      setFailure(reply.message ? `${failed}. ${reply.message}` : failed);
    }
    // Somebody else has decided or added something meanwhile: reload.
    if (reply.ok ? reply.changed !== expected : reply.reason !== "unreachable") void revalidate();
  });
  const items = useMemo(
    () =>
      loaded.map((item) => {
        const status = shown[item.id];
        return status ? { ...item, status } : item;
      }),
    [loaded, shown],
  );
  const latest = useRef(items);
  latest.current = items;

  // Freshly loaded data replaces local decisions.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of loading is what matters
  useEffect(() => {
    if (isEmpty()) setShown({});
  }, [loaded]);

  const decide = useCallback(
    (chosen: readonly ReviewItem[], decision: Decision, isAll = false) => {
      const planned = planDecision(latest.current, chosen, decision);
      if (!planned) return;
      setShown((current) => ({ ...current, ...planned.changes }));
      enqueue({ ...planned, decision, isAll });
    },
    [enqueue],
  );
  const approve = useCallback(
    (chosen: readonly ReviewItem[]) => decide(chosen, "approved"),
    [decide],
  );
  const reject = useCallback(
    (chosen: readonly ReviewItem[]) => decide(chosen, "rejected"),
    [decide],
  );
  const approveAll = () => decide(latest.current, "approved", true);
  return { items, failure, dismiss: () => setFailure(null), approve, reject, approveAll };
}
