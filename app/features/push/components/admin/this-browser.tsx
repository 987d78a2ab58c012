import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type BrowserState, subscribeBrowser } from "../../browser-push.ts";
import { ACCOUNT_PATH, STAFF_WORKER } from "../../constants.ts";
import { type PushFormReply, toFormResult } from "./push-reply.ts";

type ThisBrowserProps = {
  publicKey: string;
  /** Null until it is known. */
  state: BrowserState | null;
  onChange: () => void;
};

const EXPLANATIONS: Partial<Record<BrowserState, string>> = {
  unsupported:
    "This browser cannot show notifications. Use a current Chrome, Edge, Firefox or Safari, not in a private window.",
  "needs-install":
    "Add this page to your home screen first: on an iPhone or iPad only the portal on the home screen can show notifications. The steps are below.",
  blocked:
    "Notifications from this site are blocked in this browser. Select the icon to the left of the address, allow notifications there, then reload this page. On a phone’s home screen: open the phone’s settings, then Notifications, then Backyard.",
};

/** Turns notifications on in this browser, or says what to do where that is not possible. */
export function ThisBrowser({ publicKey, state, onChange }: ThisBrowserProps) {
  const [isAsking, setAsking] = useState(false);
  const fetcher = useReplyFetcher<PushFormReply>(onChange);
  useResultToast(toFormResult(fetcher.data));
  const turnOn = async () => {
    setAsking(true);
    const subscription = await subscribeBrowser(STAFF_WORKER, publicKey).catch(
      () => "failed" as const,
    );
    setAsking(false);
    onChange();
    if (subscription === "failed")
      toast.error(
        "The browser could not reach its notification service. Check the connection and try again.",
      );
    else if (subscription)
      await fetcher.submit(
        { intent: "push-turn-on", ...subscription },
        { method: "post", action: ACCOUNT_PATH },
      );
  };
  const explanation = state && EXPLANATIONS[state];
  if (explanation)
    return (
      <p role="status" className="rounded-lg border border-line bg-sand p-3">
        {explanation}
      </p>
    );
  if (state === "on")
    return (
      <p role="status" className="font-semibold text-ok">
        Notifications are on in this browser.
      </p>
    );
  const isBusy = isAsking || fetcher.state !== "idle";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="primary" disabled={state === null || isBusy} onClick={() => void turnOn()}>
        {isBusy ? "Turning on…" : "Turn on"}
      </Button>
      <p role="status" className="text-[0.9375rem] text-muted">
        {state === null ? "Checking this browser…" : "Off in this browser."}
      </p>
    </div>
  );
}
