import { useEffect, useRef } from "react";
import { subscribeToRequestEvents } from "./request-events.ts";

/** Changes in quick succession, such as a declined offer and the next one, cause one reload. */
const DEBOUNCE_MS = 150;

/**
 * Calls back when a request changes, for example when it is delivered to the CRM.
 * @param options.loadedAt when it was read, ms since 1970 on the server's clock
 */
export function useRequestStream(
  requestId: string,
  options: { loadedAt: number; onChange: () => void },
) {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribeToRequestEvents((event) => {
      const isChange =
        (event.kind === "changed" || event.kind === "synced") &&
        event.ids.includes(requestId) &&
        event.at >= latest.current.loadedAt;
      if (!isChange && event.kind !== "missed") return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onChange(), DEBOUNCE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [requestId]);
}
