import { RotateCw } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createRetryingFetch } from "#app/lib/retrying-fetch.ts";
import { Button } from "./button.tsx";

declare global {
  interface Window {
    /**
     * The fetch of the router's requests. The browser entry reads it from here: an import would be
     * one more file for visitors.
     */
    routerFetch?: (request: Request) => Promise<Response>;
  }
}

const loads = createRetryingFetch((request) => fetch(request));
if (typeof window !== "undefined") window.routerFetch = loads.fetch;

/** Whether a load of this page has failed and is retried. */
export function useLoadFailed(): boolean {
  useEffect(() => {
    window.addEventListener("online", loads.retry);
    return () => window.removeEventListener("online", loads.retry);
  }, []);
  return useSyncExternalStore(loads.subscribe, loads.hasFailed, () => false);
}

const COULD_NOT_LOAD = "Could not load.";

/** A message that a load failed, with a button that retries now. */
export function LoadFailedMessage({
  text = COULD_NOT_LOAD,
  onRetry = loads.retry,
}: {
  text?: string;
  onRetry?: () => void;
}) {
  return (
    <div className="panel-card border-danger! p-4">
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 font-semibold">
        {text}{" "}
        <Button onClick={onRetry} tone="primary">
          <RotateCw className="size-4" aria-hidden="true" />
          Retry
        </Button>
      </p>
      <p className="mt-2 text-[0.9375rem] text-muted">
        We try again every 10 seconds, and as soon as you are back online. What you typed stays on
        this page.
      </p>
    </div>
  );
}

/** The message inside a modal dialog, which makes the page behind it unreachable. */
export function LoadFailedInDialog() {
  return useLoadFailed() ? (
    <div className="p-4">
      <LoadFailedMessage />
    </div>
  ) : null;
}
