import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Cuts or restores the network of a page's browser context, and returns when requests of the page
 * notice it: the browser applies it a moment later, so that a click at once could still get through,
 * or still fail.
 */
export async function setOffline(page: Page, offline: boolean) {
  await page.context().setOffline(offline);
  // A HEAD request, which no service worker answers.
  const reachesServer = () =>
    page.evaluate(() =>
      fetch("/healthz", { method: "HEAD" }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(reachesServer).toBe(!offline);
}
