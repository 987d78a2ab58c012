import type { VisitEvent } from "./constants.ts";

/**
 * Counts something that a visitor did: a name, with the quiz or article where it belongs to one, no
 * id, and nothing that could tell visitors apart. A page that the browser prerendered counts when
 * somebody comes to see it. Development counts nothing.
 */
export function sendEvent(event: VisitEvent): void {
  if (!import.meta.env.PROD) return;
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", () => sendEvent(event), { once: true });
    return;
  }
  // Without a network, as on the kept emergency guide, it would only be an error in the console.
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
