import type { Page } from "@playwright/test";

export const SCRIPTS = "**/assets/*.js";

/**
 * Delays a page's requests to a URL, optionally only those with one method.
 * @returns a function that lets them through
 */
export async function hold(
  page: Page,
  url: string,
  { method }: { method?: string } = {},
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}
