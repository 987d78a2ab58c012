import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { test as base, expect } from "./fixtures.ts";

/** Starts an isolated site with its own database. */
export const startSiteApart = (env: Record<string, string> = {}) =>
  startIsolatedSite(process.env.E2E_TEMPLATE_URL ?? "", env);

/**
 * An isolated site and database, because published content appears in the sitemap, which other
 * tests crawl.
 */
export const test = base.extend<object, { ownSite: IsolatedSite }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSiteApart();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownSite }, use) => use(ownSite.url),
  db: async ({ ownSite }, use) => use(ownSite.db),
});
export { expect };
