import type { Page } from "@playwright/test";

export const SCRIPTS = "**/assets/*.js";

/**
 * Keeps requests of a page on their way: all to the address, or those with the method alone.
 * @returns what lets them through
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
