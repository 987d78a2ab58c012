import { useCallback, useRef } from "react";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { Decision, PlannedDecision } from "../../apply-decision.ts";
import type { ReviewFormResult } from "../../schema.ts";

export type QueuedDecision = PlannedDecision & { decision: Decision; isAll: boolean };

/**
 * Saves decisions one after another.
 * @param onReply called with the server's reply to each
 */
export function useDecisionQueue(
  action: string,
  onReply: (decided: QueuedDecision, reply: ReviewFormResult) => void,
) {
  const waiting = useRef<QueuedDecision[]>([]);
  const running = useRef<QueuedDecision | null>(null);
  const { submit } = useReplyFetcher<ReviewFormResult>((reply) => {
    const decided = running.current;
    if (!decided) return;
    running.current = null;
    onReply(decided, reply);
    saveNext();
  });
  const saveNext = useCallback(() => {
    if (running.current) return;
    const decided = waiting.current.shift();
    if (!decided) return;
    running.current = decided;
    const { isAll, decision, items } = decided;
    const intent = isAll ? "approve-all" : decision === "approved" ? "approve" : "reject";
    void submit({ intent, items: JSON.stringify(items) }, { method: "post", action });
  }, [submit, action]);
  const enqueue = useCallback(
    (decided: QueuedDecision) => {
      waiting.current.push(decided);
      saveNext();
    },
    [saveNext],
  );
  const isEmpty = () => !running.current && waiting.current.length === 0;
  return { enqueue, isEmpty };
}
