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

/**
 * Aborts a page's first POST to a URL, once `after` has resolved. All others pass. With
 * `page.route` and `times: 1` the request after the aborted one may be lost.
 */
export async function abortFirstPost(
  page: Page,
  url: string,
  { after = Promise.resolve() }: { after?: Promise<void> } = {},
): Promise<void> {
  let posts = 0;
  await page.route(url, async (route) => {
    if (route.request().method() === "POST") posts += 1;
    if (route.request().method() !== "POST" || posts > 1) return route.continue();
    await after;
    await route.abort();
  });
}
