import { useEffect, useRef } from "react";
import { subscribeToRequestEvents } from "./request-events.ts";

/** Changes in quick succession, such as a declined offer and the next one, cause one reload. */
const DEBOUNCE_MS = 150;

/** Calls back when a request changes, for example when it is delivered to the CRM. */
export function useRequestStream(requestId: string, onChange: () => void) {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribeToRequestEvents((event) => {
      const isChange = event.kind === "changed" && event.ids.includes(requestId);
      if (!isChange && event.kind !== "missed") return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), DEBOUNCE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [requestId]);
}
