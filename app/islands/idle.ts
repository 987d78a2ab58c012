const LATEST_MS = 2_000;

/** Runs work once the page has loaded and the browser is idle, or after two seconds. */
export function whenIdle(work: () => void): void {
  const wait = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(work, { timeout: LATEST_MS })
      : setTimeout(work, 1_000);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
