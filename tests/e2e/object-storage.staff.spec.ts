import type { Locator } from "@playwright/test";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { sendCustomer } from "../offers.ts";
import { buildPhotoForm, createPhonePhoto } from "../photos.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { test as base, expect } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

/** A site whose files are in object storage. */
const test = base.extend<object, { s3: S3Fake; site: IsolatedSite }>({
  s3: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const s3 = await startS3();
      await use(s3);
      await s3.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ s3 }, use) => {
      const site = await startSiteApart(s3.env);
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  db: async ({ site }, use) => use(site.db),
});
// Photos come from there; whatever else leaves the site still fails the test.
test.use({ expectedProblems: [/^outside http:\/\/127\.0\.0\.1:\d+\/henry-files\/private\//] });

/** Waits until an image is loaded, and returns its size in pixels. */
const measure = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    element.scrollIntoView();
    await element.decode();
    return [element.naturalWidth, element.naturalHeight];
  });

test("photos in object storage are shown to the customer and to staff", async ({
  page,
  db,
  s3,
  site,
}) => {
  const customer = await sendCustomer(db, { url: site.url, zip: "10309" });
  const added = await fetch(`${site.url}${customer.path}/photos`, {
    method: "POST",
    headers: { Origin: site.url },
    body: buildPhotoForm([{ bytes: await createPhonePhoto() }]),
    redirect: "manual",
  });
  expect(added.status).toBe(303);
  const photos = page.getByRole("region", { name: "Photos" });

  await test.step("on the customer's page, small and, when opened, large", async () => {
    await page.goto(customer.path);
    expect(await measure(photos.getByRole("img"))).toEqual([300, 400]);
    await photos.getByRole("link").first().click();
    await page.waitForURL(`${s3.url}/**`);
    expect(await measure(page.getByRole("img"))).toEqual([300, 400]);
  });

  await test.step("in the portal, also on a page that React opened", async () => {
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await page.goto("/backyard/service-requests");
    await page.getByRole("link", { name: customer.name }).first().click();
    await page.waitForURL(`**/service-requests/${customer.id}*`);
    expect(await measure(photos.getByRole("img"))).toEqual([300, 400]);
  });
});
