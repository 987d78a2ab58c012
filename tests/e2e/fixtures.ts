import { randomInt } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import pg from "pg";

type Fixtures = {
  /** Console messages, page errors, CSP reports and requests to other hosts; must stay empty. */
  problems: string[];
  /** Problems that a test expects; matching ones are ignored. */
  expectedProblems: RegExp[];
  db: pg.Client;
  /** The visitor's address, as a proxy in front of the site reports it. */
  visitorAddress: string;
};

/**
 * Size of an image that a test deletes. The library is shared, so another test may still request
 * it.
 */
export const DOOMED = { width: 640, height: 480 };
const ALWAYS_EXPECTED = [
  new RegExp(`404 .*/media/\\w+-${DOOMED.width}x${DOOMED.height}/`),
  // See `serviceWorkers` in playwright.config.ts.
  /Service Worker registration blocked by Playwright/,
];

/** Answered by a route alone. */
const PROBE = "/healthz?intercepted";

/**
 * Waits until the browser intercepts what a page requests: it applies a new route a moment later, so
 * that a click at once could still reach the server.
 */
async function waitForInterception(page: Page, route: Page["route"]): Promise<void> {
  await route(`**${PROBE}`, (probe) => probe.fulfill({ headers: { "X-Intercepted": "yes" } }));
  await expect(async () => {
    const header = await page.evaluate(
      (url) => fetch(url).then(({ headers }) => headers.get("x-intercepted")),
      PROBE,
    );
    expect(header).toBe("yes");
  }).toPass();
  await page.unroute(`**${PROBE}`);
}

export const test = base.extend<Fixtures>({
  expectedProblems: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  visitorAddress: async ({}, use) => use(`198.51.${randomInt(256)}.${randomInt(256)}`),
  extraHTTPHeaders: async ({ visitorAddress }, use) => use({ "X-Forwarded-For": visitorAddress }),
  page: async ({ page }, use) => {
    const route = page.route.bind(page);
    page.route = async (...parameters) => {
      const registered = await route(...parameters);
      if (page.url().startsWith("http")) await waitForInterception(page, route);
      return registered;
    };
    await use(page);
  },
  problems: [
    async ({ page, baseURL, expectedProblems }, use) => {
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          problems.push(`console ${message.text()} ${message.location().url}`);
      });
      page.on("pageerror", (error) => problems.push(`pageerror ${error.message}`));
      page.on("request", (request) => {
        if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob|about):/.test(request.url()))
          problems.push(`outside ${request.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) =>
          console.error(`CSP ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
        );
      });
      await use(problems);
      expect(
        problems.filter(
          (problem) =>
            ![...expectedProblems, ...ALWAYS_EXPECTED].some((expected) => expected.test(problem)),
        ),
      ).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  db: async ({}, use) => {
    const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
    await client.connect();
    await use(client);
    await client.end();
  },
});
export { expect };

/** A phone and a laptop. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/**
 * Staff have tried to reach this customer. Without it, at night an emergency that waits five
 * minutes is an alarm on every page of the portal, also on those of other tests.
 */
export const endWait = (db: pg.Client, customerName: string) =>
  db.query("update service_requests set first_attempt_at = now() where customer_name = $1", [
    customerName,
  ]);

/** Deliveries that the fake CRM has received for a customer. */
export async function deliveriesFor(
  name: string,
): Promise<{ body: { record: Record<string, unknown> }; headers: Record<string, string> }[]> {
  const calls = (await (await fetch(process.env.E2E_CRM_CALLS ?? "")).json()) as {
    body: { record: { customer_name: string } };
    headers: Record<string, string>;
  }[];
  return calls.filter((call) => call.body.record.customer_name === name);
}

const ATLANTA = { street: "12 Elm Street", city: "Atlanta", state: "ga", zip: "30301" };

/** Fills wizard steps 1 to 3 and continues to step 4. */
export async function fillToContact(
  page: Page,
  place = ATLANTA,
  reachedBy: "Phone call" | "Email" = "Phone call",
): Promise<void> {
  // Once the draft is stored, the script has loaded.
  await page.waitForFunction(() => sessionStorage.getItem("quote-drafts") !== null);
  await page.getByLabel("Street address").fill(place.street);
  await page.getByLabel("City").fill(place.city);
  await page.getByLabel("State").fill(place.state);
  await page.getByLabel("ZIP code", { exact: true }).fill(place.zip);
  await page.getByRole("radio", { name: "Residential" }).check();
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "Urgent" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "This week" }).check();
  await page.getByRole("radio", { name: "Call me" }).check();
  await page.getByRole("radio", { name: reachedBy }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Where can we reach you?" })).toBeVisible();
}

/** Fills wizard step 4. */
export async function fillContact(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  // A random number: one that another test used today would be flagged as a duplicate.
  await page
    .getByLabel("Your phone")
    .fill(`(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`);
  await page.getByLabel("Your email").fill("sam@example.com");
}
