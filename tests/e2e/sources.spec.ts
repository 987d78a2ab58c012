import type { Page } from "@playwright/test";
import { setOffline } from "./connection.ts";
import { expect, fillContact, fillToContact, test } from "./fixtures.ts";
import { test as numberTest } from "./own-site.ts";

numberTest.use({
  serviceWorkers: "allow",
  expectedProblems: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/],
});

const CAMPAIGN = "utm_source=google&utm_medium=cpc&utm_campaign=Summer%20AC&utm_id=7";

/** Comes from an ad, reads another page, and sends a request from there. */
async function visitAndRequest(page: Page, name: string) {
  await page.goto(`/home-services/heating?${CAMPAIGN}&gclid=Cj0-e2e`);
  await page.waitForFunction(() => sessionStorage.getItem("touches") !== null);
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await fillToContact(page);
  await fillContact(page, name);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
}

const SELECT_TOUCH =
  "select t.source, t.first_touch, t.last_touch, r.additional_details from service_requests r join request_touches t on t.request_id = r.id where r.customer_name = $1";
const WORDS = { utm_source: "google", utm_medium: "cpc", utm_campaign: "Summer AC" };

test("the ad that brought a visitor is stored with the request, and one visit is counted", async ({
  page,
  db,
  visitorAddress,
}) => {
  const name = `From an ad ${visitorAddress}`;
  const visits: string[] = [];
  page.on("request", (request) => {
    const body = request.url().endsWith("/event") ? request.postData() : null;
    if (body?.includes('"visit"')) visits.push(body);
  });
  await visitAndRequest(page, name);
  const touch = { ...WORDS, gclid: "Cj0-e2e", landing: "/home-services/heating" };
  expect((await db.query(SELECT_TOUCH, [name])).rows).toMatchObject([
    { source: "Google Ads", first_touch: touch, last_touch: touch },
  ]);
  expect(visits).toEqual([
    JSON.stringify({ name: "visit", utm_source: "google", utm_medium: "cpc", click: "gclid" }),
  ]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("with an opt-out signal the browser keeps the campaign's own words alone", async ({
  page,
  db,
  visitorAddress,
}) => {
  const name = `With GPC ${visitorAddress}`;
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": visitorAddress, "Sec-GPC": "1" });
  await visitAndRequest(page, name);
  expect((await db.query(SELECT_TOUCH, [name])).rows).toMatchObject([
    { source: "Google Ads", first_touch: WORDS, last_touch: WORDS },
  ]);
  const stored = await page.evaluate(() => sessionStorage.getItem("touches"));
  for (const hidden of ["gclid", "Cj0-e2e", "landing", "referrer"])
    expect(stored).not.toContain(hidden);
});

numberTest(
  "the wizard and the offline copy show the number of their page",
  async ({ page, ownSite }) => {
    await ownSite.db.query(
      "insert into settings (key, value, updated_at) values ('phoneNumbers', $1, now())",
      [
        JSON.stringify([
          { phone: "(800) 555-0111", label: "Plumbing", pages: ["/home-services/plumbing"] },
          { phone: "(800) 555-0112", label: "Front page", pages: ["/"] },
        ]),
      ],
    );
    await expect(async () => {
      await page.goto("/home-services/plumbing");
      await expect(page.locator('header a[href="tel:+18005550111"]').first()).toBeAttached({
        timeout: 100,
      });
    }).toPass();
    await page.route("**/functions/v1/contact-sync", (route) => route.abort());
    await page.getByRole("link", { name: "Get Free Quote" }).first().click();
    await fillToContact(page);
    await fillContact(page, "Own number");
    await expect(page.locator("[data-consent]")).toContainText("(800) 555-0199");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(
      page.getByText("Please try again or call Henry directly at (800) 555-0111."),
    ).toBeVisible();

    await page.goto("/");
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await setOffline(page, true);
    await page.reload();
    await expect(page.locator('a[href="tel:+18005550112"]').first()).toBeAttached();
    await expect(page.locator('a[href="tel:+18005550199"]')).toHaveCount(0);
  },
);
