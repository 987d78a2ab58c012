const LATEST_MS = 2_000;

/** Once the page has loaded and the browser has nothing better to do; busy ones get two seconds. */
export function whenIdle(work: () => void): void {
  const wait = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(work, { timeout: LATEST_MS })
      : setTimeout(work, 1_000);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
