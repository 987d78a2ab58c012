import type { FunnelEvent } from "#app/features/analytics/constants.ts";
import { sendEvent } from "#app/features/analytics/send-event.ts";

/** Staff at work are no visitors; their login may stand at an address of its own. */
const isStaffPage = () => /^\/(?:backyard|oauth)(?:\/|$)/.test(location.pathname) || document.querySelector("[data-reveal], [data-code-form]") !== null;

/** What the wizard says of itself; a message, because a module that both import would be one request more for every page. */
function watchWizard(): void {
  document.addEventListener("funnel", (event) => sendEvent((event as CustomEvent<FunnelEvent>).detail));
}

/** Counts this page as seen: now, when a prerendered one is shown, and when Back brings it out of the browser's memory. */
export function countPageView(): void {
  if (isStaffPage()) return;
  watchWizard();
  sendEvent("page-view");
  addEventListener("pageshow", (event) => {
    if (event.persisted) sendEvent("page-view");
  });
}
