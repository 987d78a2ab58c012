import type { VisitEvent } from "./constants.ts";

/** Runs now, or once a prerendered page is shown. */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener("prerenderingchange", run, { once: true });
  else run();
}

/**
 * Sends an event to be counted: its name and, if it has one, its quiz or article, but nothing that
 * could identify the visitor. A prerendered page sends it once it is shown. Nothing is sent in
 * development.
 */
export function sendEvent(event: VisitEvent): void {
  if (import.meta.env.PROD)
    whenShown(() => {
      // Offline, as on the cached emergency guide, it would only log an error to the console.
      if (!navigator.onLine) return;
      try {
        navigator.sendBeacon(
          "/functions/v1/event",
          JSON.stringify(typeof event === "string" ? { name: event } : event),
        );
      } catch {
        // An ad blocker may have removed sendBeacon. Counting must never break the page.
      }
    });
}
