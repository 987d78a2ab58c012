import type { VisitEvent } from "#app/features/analytics/constants.ts";
import { sendEvent } from "#app/features/analytics/send-event.ts";

/** Staff at work are no visitors; their login may stand at an address of its own. */
const isStaffPage = () =>
  /^\/(?:backyard|oauth)(?:\/|$)/.test(location.pathname) ||
  document.querySelector("[data-reveal], [data-code-form]") !== null;

/**
 * What the wizard and the quiz say of themselves; a message, because a module that they import too
 * would be one request more for every page.
 */
function watchScripts(): void {
  document.addEventListener("funnel", (event) =>
    sendEvent((event as CustomEvent<VisitEvent>).detail),
  );
}

/**
 * Counts this page as seen: now, when a prerendered one is shown, and when Back brings it out of
 * the browser's memory.
 */
export function countPageView(): void {
  if (isStaffPage()) return;
  watchScripts();
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
