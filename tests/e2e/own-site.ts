import { once } from "node:events";
import pg from "pg";
import { removeTestPostgres, startTestPostgres, testDataDir } from "../setup/database.ts";
import { startBuiltSite } from "../setup/e2e.ts";
import { test as base, expect } from "./fixtures.ts";

/**
 * A site and a database of their own: what is published here is in the sitemap, which other tests
 * walk through.
 */
export const test = base.extend<object, { ownSite: { url: string; databaseUrl: string } }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, worker) => {
      const name = `e2e-own-${worker.workerIndex}`;
      const postgres = await startTestPostgres(name);
      const { child, url } = await startBuiltSite({
        DATABASE_URL: postgres.url,
        DATA_DIR: testDataDir(`${name}-site`),
        CONTACT_SYNC_URL: "",
        TRUSTED_PROXIES: "127.0.0.1",
      });
      await use({ url, databaseUrl: postgres.url });
      child.kill("SIGTERM");
      await once(child, "exit");
      await removeTestPostgres(postgres);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ ownSite }, use) => use(ownSite.url),
  db: async ({ ownSite }, use) => {
    const client = new pg.Client({ connectionString: ownSite.databaseUrl });
    await client.connect();
    await use(client);
    await client.end();
  },
});
export { expect };
