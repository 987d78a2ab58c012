import type { VisitEvent } from "#app/features/analytics/constants.ts";
import { sendEvent, whenShown } from "#app/features/analytics/send-event.ts";
import { recordTouch } from "./touch.ts";

/** Staff and providers are not counted as visitors; the login of staff may have its own path. */
const isPortalPage = () =>
  /^\/(?:backyard|oauth|pro)(?:\/|$)/.test(location.pathname) ||
  document.querySelector("[data-reveal], [data-code-form]") !== null;

/**
 * Sends the events that the wizard and the quiz dispatch on the document. They do not import
 * `sendEvent` themselves: a shared module would be one more request for every page.
 */
export function forwardFunnelEvents(): void {
  if (isPortalPage()) return;
  document.addEventListener("funnel", (event) =>
    sendEvent((event as CustomEvent<VisitEvent>).detail),
  );
}

/**
 * Counts a view of this page, and the visit by its source: now, or when a prerendered page is shown,
 * and again when Back restores it from the browser's memory.
 */
export function countPageView(): void {
  if (isPortalPage()) return;
  whenShown(recordTouch);
  const article = document.querySelector<HTMLElement>("[data-article]")?.dataset.article;
  const countView = () => {
    sendEvent("page-view");
    if (article) sendEvent({ name: "article-view", article });
  };
  countView();
  addEventListener("pageshow", (event) => {
    if (event.persisted) countView();
  });
  if (!article) return;
  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a[href^='tel:']"))
      sendEvent({ name: "article-call", article });
  });
}
