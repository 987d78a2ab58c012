import { useState } from "react";
import { toast } from "sonner";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { newUuid } from "#app/lib/new-uuid.ts";
import { checkAttempt } from "../../check-attempt.ts";
import { UNDO_OFFERED_MS } from "../../constants.ts";
import { findDialed, forgetDialed, getGivenReason } from "../../dialed-calls.ts";
import { formatAttemptResult } from "../../format-attempt.ts";
import type { AttemptPanelData } from "../../loaders.server.ts";
import {
  ATTEMPT_REFUSALS,
  type AttemptFormResult,
  type AttemptOutcome,
  type NeededReason,
} from "../../schema.ts";

/** An attempt on its way to the server; it keeps its id when it is sent again. */
export type SentAttempt = {
  attemptId: string;
  outcome: AttemptOutcome;
  dialedAt: number | undefined;
  reason?: string;
};

type Options = {
  requestId: string;
  data: Pick<AttemptPanelData, "places" | "recentAt">;
  /** The URL whose action handles the forms. */
  action: string;
  onLogged: (() => void) | undefined;
};

/**
 * Logs attempts, one at a time: asks for a reason where one is needed, offers Undo afterwards, and
 * keeps what could not be saved.
 */
export function useAttemptLog({ requestId, data, action, onLogged }: Options) {
  const [sending, setSending] = useState<SentAttempt | null>(null);
  const [asked, setAsked] = useState<{ attempt: SentAttempt; needed: NeededReason } | null>(null);
  const [failed, setFailed] = useState<{ attempt: SentAttempt; message: string } | null>(null);
  const fetcher = useReplyFetcher<AttemptFormResult>((reply) => handleReply(reply));
  const submit = (fields: Record<string, string>) =>
    void fetcher.submit({ id: requestId, ...fields }, { method: "post", action });

  const send = (attempt: SentAttempt) => {
    const { attemptId, outcome, dialedAt, reason } = attempt;
    setSending(attempt);
    setFailed(null);
    submit({
      intent: "attempt",
      attemptId,
      ...outcome,
      ...(dialedAt !== undefined && { dialedAt: String(dialedAt) }),
      ...(reason && { reason }),
    });
  };
  const handleReply = (reply: AttemptFormResult) => {
    setSending(null);
    if (reply.ok && reply.intent === "attempt") {
      forgetDialed(requestId);
      onLogged?.();
      const undo = () => submit({ intent: "undo-attempt", attemptId: reply.attemptId });
      toast.success(`Logged: ${formatAttemptResult(reply)}`, {
        duration: UNDO_OFFERED_MS,
        action: { label: "Undo", onClick: undo },
      });
    } else if (reply.ok) toast.success("The attempt was removed");
    else if (reply.reason === "reason-needed" && reply.needed && sending)
      setAsked({ attempt: sending, needed: reply.needed });
    else if (sending) setFailed({ attempt: sending, message: ATTEMPT_REFUSALS[reply.reason] });
    else toast.error(ATTEMPT_REFUSALS[reply.reason]);
  };
  const log = (outcome: AttemptOutcome) => {
    const now = Date.now();
    const dialed = findDialed(requestId, { channel: outcome.channel, now });
    const check = checkAttempt({
      ...data,
      channel: outcome.channel,
      now: new Date(dialed?.at ?? now),
    });
    const reason = check.ok ? undefined : getGivenReason(dialed, check.rule);
    const attempt = { attemptId: newUuid(), outcome, dialedAt: dialed?.at, reason };
    if (check.ok || reason) send(attempt);
    else setAsked({ attempt, needed: check });
  };
  return {
    log,
    /** Sends again, or with the reason that was asked for. */
    send,
    isBusy: sending !== null || fetcher.state !== "idle",
    sending,
    asked,
    stopAsking: () => setAsked(null),
    failed,
  };
}
