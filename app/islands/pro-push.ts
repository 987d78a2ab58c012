import {
  type BrowserState,
  readBrowserState,
  subscribeBrowser,
} from "#app/features/push/browser-push.ts";
import { PROVIDER_WORKER } from "#app/features/push/constants.ts";

const TEXTS: Record<BrowserState | "failed" | "busy", string> = {
  unsupported:
    "This browser cannot show notifications. Use a current Chrome, Edge, Firefox or Safari, not in a private window.",
  "needs-install":
    "On an iPhone or iPad, put the portal on your home screen first. The steps are below.",
  blocked:
    "Notifications from this site are blocked in this browser. Allow them in the browser's settings for this site, then reload this page. On a phone's home screen: open the phone's settings, then Notifications.",
  off: "Off in this browser.",
  on: "Notifications are on in this browser.",
  busy: "Turning on…",
  failed:
    "The browser could not reach its notification service. Check the connection and try again.",
};

/** Turns notifications on in this browser, or says what to do where that is not possible. */
export async function enhancePushForm(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button") as HTMLButtonElement;
  const status = form.querySelector("[role=status]") as HTMLElement;
  const steps = document.querySelector<HTMLDetailsElement>("[data-push-steps]");
  const show = (state: keyof typeof TEXTS) => {
    status.textContent = TEXTS[state];
    button.hidden = !["off", "busy", "failed"].includes(state);
    button.disabled = state === "busy";
    if (steps && state === "needs-install") steps.open = true;
  };
  // A browser may be subscribed for somebody who used it before.
  const isKnown = form.dataset.pushKnown !== undefined;
  const read = async () => {
    const state = await readBrowserState(PROVIDER_WORKER).catch(() => "unsupported" as const);
    show(state === "on" && !isKnown ? "off" : state);
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    show("busy");
    try {
      const subscription = await subscribeBrowser(PROVIDER_WORKER, form.dataset.pushForm ?? "");
      if (!subscription) return await read();
      for (const [name, value] of Object.entries(subscription))
        (form.elements.namedItem(name) as HTMLInputElement).value = value;
      // Without this listener: the page is replaced by the answer.
      form.submit();
    } catch {
      show("failed");
    }
  });
  await read();
}
