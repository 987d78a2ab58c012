import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { startStripe } from "../fakes/stripe.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { type IsolatedSite, WEBHOOK_SECRET } from "../setup/built-site.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { takePictures } from "./pictures.ts";

type Shop = { site: IsolatedSite; url: string; stripe: Awaited<ReturnType<typeof startStripe>> };

/** The site has to know its own address, to which Stripe sends the browser back. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A site with its own double of Stripe, which posts its events to it. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const stripe = await startStripe({ key: "sk_test_shop" });
      const port = await findFreePort();
      const url = `http://localhost:${port}`;
      const site = await startSiteApart({
        PORT: String(port),
        PUBLIC_URL: url,
        STRIPE_SECRET_KEY: stripe.key,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE_URL: stripe.url,
      });
      await use({ site, url, stripe });
      await site.stop();
      await stripe.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  db: async ({ shop }, use) => use(shop.site.db),
  // The payment page is on the double's own origin.
  expectedProblems: async ({ shop }, use) =>
    use([new RegExp(`^outside ${shop.stripe.url}/`), /400 \(Bad Request\)/]),
});

async function openCredits(page: Page, shop: Shop) {
  const person = await createSignedInPerson(shop.site.db);
  await page.context().addCookies([{ name: "pro", value: person.token, url: shop.url }]);
  await page.goto("/pro/credits");
  return person;
}

const webhookOf = (shop: Shop) => ({ url: `${shop.url}/webhooks/stripe`, secret: WEBHOOK_SECRET });

test("an owner buys credits on Stripe's page, waits for Stripe's word, and reads what a refund took back", async ({
  page,
  shop,
}) => {
  await openCredits(page, shop);
  await expect(page.getByText("0 credits", { exact: true })).toBeVisible();
  await expect(page.getByText("Nothing has changed your credits yet.")).toBeVisible();
  expect(await axeFindingsBelowBar(page)).toEqual([]);

  await test.step("leaving the payment page charges nothing", async () => {
    await page.getByRole("radio", { name: "25 credits $25.00" }).check();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { name: /^25 credits, .*: \$25\.00$/ })).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByRole("status")).toHaveText(
      "You left the payment page. Nothing was charged.",
    );
  });

  await test.step("a payment shows when Stripe's event has arrived, and not before", async () => {
    shop.stripe.sendTo(null);
    await page.getByRole("radio", { name: "Another number" }).check();
    await page.getByRole("textbox", { name: "Another number of credits" }).fill("60");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByRole("status")).toContainText("within a minute or two");
    await expect(page.getByText("0 credits", { exact: true })).toBeVisible();
    shop.stripe.sendTo(webhookOf(shop));
    await shop.stripe.resend();
    await page.reload();
    await expect(page.getByRole("status")).toHaveText(
      "Thank you. Your payment is confirmed, and 60 credits were added.",
    );
    await expect(
      page.getByRole("listitem").filter({ hasText: "Bought with Stripe" }),
    ).toContainText("+60");
  });

  await test.step("a refund is explained, in the list and on the receipt", async () => {
    const [payment] = [...shop.stripe.payments.payments.values()].slice(-1);
    if (!payment) throw new Error("there is no payment");
    shop.stripe.payments.refund(payment, 2_000);
    await expect(async () => {
      await page.goto("/pro/credits");
      await expect(page.getByText("40 credits", { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const line = page.getByRole("listitem").filter({ hasText: "Returned by Stripe: $20.00" });
    await expect(line).toContainText("−20");
    await expect(line).toContainText("Balance 40");
    expect(await axeFindingsBelowBar(page)).toEqual([]);
    await takePictures(page, "pro-credits");
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await line.getByRole("link", { name: "Receipt" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expect(page.getByText("$60.00")).toBeVisible();
    await expect(page.getByText("$20.00")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await axeFindingsBelowBar(page)).toEqual([]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an owner buys credits, after a number that cannot be bought", async ({ page, shop }) => {
    shop.stripe.sendTo(webhookOf(shop));
    await openCredits(page, shop);
    await page.getByRole("radio", { name: "Another number" }).check();
    await page.getByRole("textbox", { name: "Another number of credits" }).fill("9");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Enter a whole number of credits from 10 to 2,000.",
    );
    await expect(page.getByRole("textbox")).toHaveValue("9");
    await page.getByRole("textbox").fill("10");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByRole("status")).toContainText("Thank you.");
    await expect(async () => {
      await page.goto("/pro/credits");
      await expect(page.getByText("10 credits", { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
});
