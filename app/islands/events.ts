import type { VisitEvent } from "#app/features/analytics/constants.ts";
import { sendEvent } from "#app/features/analytics/send-event.ts";

/** Staff are not counted as visitors; their login may have its own path. */
const isStaffPage = () =>
  /^\/(?:backyard|oauth)(?:\/|$)/.test(location.pathname) ||
  document.querySelector("[data-reveal], [data-code-form]") !== null;

/**
 * Sends the events that the wizard and the quiz dispatch on the document. They do not import
 * `sendEvent` themselves: a shared module would be one more request for every page.
 */
function forwardFunnelEvents(): void {
  document.addEventListener("funnel", (event) =>
    sendEvent((event as CustomEvent<VisitEvent>).detail),
  );
}

/**
 * Counts a view of this page: now, or when a prerendered page is shown, and again when Back restores it
 * from the browser's memory.
 */
export function countPageView(): void {
  if (isStaffPage()) return;
  forwardFunnelEvents();
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
