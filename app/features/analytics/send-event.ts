import type { VisitEvent } from "./constants.ts";

/**
 * Sends an event to be counted: its name, and the quiz or article where it has one; no id, and
 * nothing that could identify visitors. A prerendered page sends it once it is shown. Development
 * sends nothing.
 */
export function sendEvent(event: VisitEvent): void {
  if (!import.meta.env.PROD) return;
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", () => sendEvent(event), { once: true });
    return;
  }
  // Without a network, as on the cached emergency guide, it would only log an error to the console.
  if (!navigator.onLine) return;
  try {
    navigator.sendBeacon(
      "/functions/v1/event",
      JSON.stringify(typeof event === "string" ? { name: event } : event),
    );
  } catch {
    // A blocker may have taken the function away. A count must never stand in the way of a request.
  }
}
