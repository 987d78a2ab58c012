import { ensureBrowser } from "./browser.ts";
import { startSharedSite } from "./built-site.ts";
import { createTestFolder } from "./test-folder.ts";

/** Starts one site for the whole browser run; its workers inherit the URLs. */
export default async function setup() {
  ensureBrowser();
  // The browser keeps its profile and its shared memory there.
  process.env.TMPDIR = createTestFolder("browser");
  const { site, stop } = await startSharedSite("e2e");
  process.env.BASE_URL = site.url;
  process.env.E2E_DATABASE_URL = site.databaseUrl;
  process.env.E2E_TEMPLATE_URL = site.templateUrl;
  process.env.E2E_STRIPE_URL = site.stripeUrl;
  process.env.E2E_CRM_CALLS = site.crmCalls;
  return stop;
}
