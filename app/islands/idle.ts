const MAX_WAIT_MS = 2_000;

/** Runs work once the page has loaded and the browser is idle, or after two seconds. */
export function runWhenIdle(work: () => void): void {
  const schedule = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(work, { timeout: MAX_WAIT_MS })
      : setTimeout(work, 1_000);
  if (document.readyState === "complete") schedule();
  else addEventListener("load", schedule, { once: true });
}

/** Until the next paint, so that longer work begins after it. A hidden page is not painted. */
export const waitForPaint = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
