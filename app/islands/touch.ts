import { sendEvent } from "#app/features/analytics/send-event.ts";
import type { Touch } from "#app/features/analytics/touch.ts";

/** Also in requests/quote/read-touches.ts: a shared module would be one more request for every page. */
const STORAGE_KEY = "touches";
const CLICK = /^(g(cl|bra)id|wbraid|msclkid|fbclid|ttclid)$/;
/** Pages with a key in their path. */
const PRIVATE_PAGE = /^\/(r|offers|stop)(\/|$)/;
const MAX_WORDS = 100;
const MAX_CLICK_ID = 500;

/**
 * Stores in this tab where the visitor came from: the first arrival, and the last one from outside.
 * A request that is sent from the tab has both. Session storage only, which ends with the tab. With
 * Global Privacy Control only the campaign's own words are stored. Counts one visit a tab, without
 * the values of click IDs.
 */
export function recordTouch(): void {
  const { pathname } = location;
  if (PRIVATE_PAGE.test(pathname)) return;
  try {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
    const stored = sessionStorage.getItem(STORAGE_KEY);
    const touch = readTouch(globalPrivacyControl);
    const names = Object.keys(touch);
    if (stored && !names[0]) return;
    const { utm_source, utm_medium, referrer } = touch;
    if (!globalPrivacyControl) touch.landing = pathname;
    const first = stored ? JSON.parse(stored).first : touch;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ first, last: touch }));
    if (!stored)
      sendEvent({
        name: "visit",
        utm_source,
        utm_medium,
        referrer,
        click: names.find((name) => CLICK.test(name)),
      });
  } catch {
    // Storage may be blocked or damaged: then nothing is stored, and no visit is counted.
  }
}

/** What the address and the referrer of this page say. */
function readTouch(isPrivate?: boolean): Touch {
  const touch: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name.startsWith("utm_")) touch[name] = value.slice(0, MAX_WORDS);
    if (!isPrivate && CLICK.test(name)) touch[name] = value.slice(0, MAX_CLICK_ID);
  }
  const { host, hostname } = new URL(document.referrer || location.href);
  if (!isPrivate && host !== location.host) touch.referrer = hostname;
  return touch;
}
