import { useState } from "react";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { OutcomeChoice } from "../../choices.ts";
import type { OutcomeFormResult } from "../../schema.ts";

const FAILED = "That could not be saved. Please try again.";

/** Records how a closed request ended. `failure` is one sentence, or null. */
export function useOutcome(requestId: string, onSaved: (choice: OutcomeChoice) => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const fetcher = useReplyFetcher<OutcomeFormResult>((reply) => {
    setFailure(reply.ok ? null : (reply.message ?? FAILED));
    if (reply.ok && reply.outcome) onSaved(reply.outcome);
  });
  const send = (fields: Record<string, string>) =>
    void fetcher.submit(
      { id: requestId, ...fields },
      { method: "post", action: `/backyard/service-requests/${requestId}` },
    );
  return {
    failure,
    isBusy: fetcher.state !== "idle",
    choose: (outcome: OutcomeChoice) => send({ intent: "outcome", outcome }),
    saveValue: (value: string) => send({ intent: "job-value", value }),
  };
}
