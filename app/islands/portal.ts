const MINUTE_MS = 60_000;
const TIMER_EVERY_MS = 5_000;
/** A list of the portal is this old at most while somebody looks at it. */
const LIST_AGE_MS = 60_000;

/** "12 minutes left", as the server writes it; in the last minute, and when the time is over. */
export function formatTimeLeft(until: Date, now: Date): string {
  const ms = until.getTime() - now.getTime();
  if (ms <= 0) return "Time is over";
  if (ms < MINUTE_MS) return "Less than a minute left";
  const minutes = Math.ceil(ms / MINUTE_MS);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
}

/** Opens the part of a page that the address names, such as #hours. */
function openNamedPart(): void {
  const part = document.getElementById(location.hash.slice(1));
  const details = part?.querySelector<HTMLDetailsElement>(":scope[data-part] > details");
  if (!details || details.open) return;
  details.open = true;
  part?.scrollIntoView();
}

const COPY_IT_YOURSELF =
  "Couldn't copy. The text is selected: on a phone, press and hold it, then tap Copy.";

/** Copies a text that the page shows; where the browser refuses, selects it. */
async function copyNamedText(button: HTMLButtonElement): Promise<void> {
  const shown = document.getElementById(button.dataset.copy ?? "");
  const status = button.nextElementSibling;
  if (!shown || !status) return;
  const isCopied = await navigator.clipboard?.writeText(shown.textContent).then(
    () => true,
    () => false,
  );
  if (!isCopied) getSelection()?.selectAllChildren(shown);
  status.textContent = isCopied ? "Copied." : COPY_IT_YOURSELF;
}

/**
 * Sets up what needs script in the portal of providers: counts the timers of offers down, copies texts, opens the part of a page that is asked for, and
 * loads a list again while it is looked at; not for staff, whose looks are in the audit log.
 */
export function enhancePortal(loadedAt = Date.now()): void {
  const pushForm = document.querySelector<HTMLFormElement>("[data-push-form]");
  if (pushForm)
    void import("./pro-push.ts").then(({ enhancePushForm }) => enhancePushForm(pushForm));
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]"))
    button.addEventListener("click", () => void copyNamedText(button));
  openNamedPart();
  // After a refused form, whoever uses the keyboard or a screen reader goes on at its field.
  document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  window.addEventListener("hashchange", openNamedPart);
  const timers = document.querySelectorAll<HTMLTimeElement>("time[data-until]");
  const isLive = document.querySelector("fieldset:not(:disabled) [data-live]") !== null;
  const update = () => {
    const now = new Date();
    for (const timer of timers) {
      const text = formatTimeLeft(new Date(timer.dateTime), now);
      if (timer.textContent !== text) timer.textContent = text;
    }
    const isOld = now.getTime() - loadedAt >= LIST_AGE_MS;
    if (isLive && isOld && document.visibilityState === "visible" && navigator.onLine)
      location.reload();
  };
  setInterval(update, TIMER_EVERY_MS);
  // A phone that was in the pocket shows what is true now.
  document.addEventListener("visibilitychange", update);
}
