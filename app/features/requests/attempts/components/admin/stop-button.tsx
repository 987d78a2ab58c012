import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { newUuid } from "#app/lib/new-uuid.ts";
import { findDialed, forgetDialed } from "../../dialed-calls.ts";
import { SPOKEN_STOP_INTENT, SPOKEN_STOP_REFUSALS, type SpokenStopResult } from "../../schema.ts";

type StopButtonProps = {
  requestId: string;
  /** The URL whose action stops all contact. */
  action: string;
  /** Then there is nothing to stop; the component stays for the reply. */
  isOptedOut: boolean;
  /** Called when the call was logged. */
  onLogged: (() => void) | undefined;
};

/** Records that a customer asked on the phone to stop all contact, after saying what that does. */
export function StopButton({ requestId, action, isOptedOut, onLogged }: StopButtonProps) {
  const isHydrated = useHydrated();
  const [isAsking, setAsking] = useState(false);
  const fetcher = useReplyFetcher<SpokenStopResult>((reply) => {
    if (!reply.ok) return;
    forgetDialed(requestId);
    onLogged?.();
    toast.success("Logged: asked us to stop. Nobody contacts them any more.");
  });
  const isBusy = fetcher.state !== "idle";
  const reply = isBusy ? undefined : (fetcher.data as SpokenStopResult | undefined);
  const stop = () => {
    const dialed = findDialed(requestId, { channel: "call", now: Date.now() });
    const fields = {
      intent: SPOKEN_STOP_INTENT,
      id: requestId,
      attemptId: newUuid(),
      ...(dialed && { dialedAt: String(dialed.at) }),
      ...(dialed?.reason && { reason: dialed.reason.text }),
    };
    setAsking(false);
    void fetcher.submit(fields, { method: "post", action });
  };
  if (isOptedOut) return null;
  return (
    <div inert={!isHydrated} className="mt-2">
      <Button disabled={isBusy} onClick={() => setAsking(true)} className="min-h-11">
        Asked us to stop
      </Button>
      {reply && !reply.ok ? (
        <p role="alert" className="mt-2 text-danger">
          {SPOKEN_STOP_REFUSALS[reply.reason]}
        </p>
      ) : null}
      {isAsking ? (
        <Dialog title="Stop all contact?" onClose={() => setAsking(false)}>
          <p className="mt-2">
            Nobody calls, texts or emails them again. Open offers end. A professional who has their
            details gets an email to stop, too.
          </p>
          <p className="mt-2">The call is logged. This cannot be undone.</p>
          <DialogButtons
            label="Stop all contact"
            isDestructive
            onConfirm={stop}
            onCancel={() => setAsking(false)}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
