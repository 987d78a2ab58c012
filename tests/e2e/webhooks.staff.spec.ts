import { startWebhookReceiver, type WebhookReceiver } from "../fakes/webhook-receiver.ts";
import { sendCustomer } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

/** A site that may send to a receiver on this machine. */
const test = base.extend<object, { receiver: WebhookReceiver; site: IsolatedSite }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const receiver = await startWebhookReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ receiver }, use) => {
      const site = await startSiteApart({ WEBHOOK_PRIVATE_HOSTS: receiver.host });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  db: async ({ site }, use) => use(site.db),
});
test.use({ viewport: { width: 390, height: 844 }, expectedProblems: [/40[014] \(/] });

test("a superadmin adds an endpoint, tries it, sees what it got, changes its secret and removes it", async ({
  page,
  db,
  site,
  receiver,
}) => {
  const superadmin = await createStaff(db, { role: "superadmin" });
  await openSession(page, db, superadmin);
  await db.query(
    "update staff_sessions set password_at = now() - interval '11 minutes' where user_id = $1",
    [superadmin.userId],
  );
  await page.goto("/backyard/settings/webhooks");
  const secret = page.getByRole("textbox", { name: "Signing secret for Dispatch board" });
  const typePassword = async () => {
    await page.getByLabel("Your password").fill(superadmin.password);
    await page.keyboard.press("Enter");
  };

  await test.step("addresses in a private network are refused, events are chosen one by one", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Dispatch board");
    await page.getByLabel("Endpoint URL").fill("https://10.0.0.1/hooks");
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await expect(page.getByText("Choose at least one event.")).toBeVisible();
    await page.getByRole("checkbox", { name: /request\.created/ }).check();
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await typePassword();
    await expect(page.getByText("Use a host on the public internet")).toBeVisible();
    await page.getByLabel("Endpoint URL").fill(receiver.url);
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await expect(secret).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
    receiver.secrets.push(await secret.inputValue());
    expect(await axeFindingsBelowBar(page)).toEqual([]);
  });

  await test.step("a test message is taken", async () => {
    await page.getByRole("link", { name: "Send a test message" }).click();
    await expect(page.getByRole("heading", { name: "Dispatch board" })).toBeVisible();
    expect(await page.content()).not.toContain(receiver.secrets[0] ?? "none");
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.getByText(/Test message accepted \(204, \d+ ms\)\./)).toBeVisible();
    await expect(page.getByText("webhook.test")).toBeVisible();
  });

  await test.step("a request from the site arrives on its own", async () => {
    const customer = await sendCustomer(db, { url: site.url, zip: "10310" });
    const messages = await receiver.waitFor(2);
    expect(messages.at(-1)).toMatchObject({
      type: "request.created",
      data: { id: customer.id, version: 1 },
    });
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(customer.id)).toBeVisible({ timeout: 1_000 });
      await expect(page.getByText("Delivered", { exact: true })).toHaveCount(2, { timeout: 1_000 });
    }).toPass();
    expect(await axeFindingsBelowBar(page)).toEqual([]);
  });

  await test.step("what fails says why, and is sent again", async () => {
    receiver.fail("redirect");
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(
      page.getByText(
        "Test message failed: the endpoint returned 307, and redirects are not followed.",
      ),
    ).toBeVisible();
    receiver.fail(null);
    await db.query(
      "update webhook_deliveries set state = 'failed', last_error = '500' where attempts > 0 and event_id in (select id from webhook_events where type = 'request.created')",
    );
    await page.reload();
    await page.getByRole("button", { name: "Resend all failed (1)" }).click();
    await expect(page.getByText("1 message will be resent in a moment")).toBeVisible();
    await receiver.waitFor(3);
  });

  await test.step("it is paused, resumed and changed", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Dispatch board is paused. Its events are queued.")).toBeVisible();
    await expect(page.getByText("Staff paused it.")).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("Dispatch board receives events again")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Night board");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("The changes are saved.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Night board" })).toBeVisible();
  });

  await test.step("a new secret signs beside the earlier one", async () => {
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await expect(page.getByRole("textbox", { name: "Signing secret for Night board" })).toHaveValue(
      /^whsec_/,
    );
    await expect(page.getByText(/The earlier secret ends/)).toBeVisible();
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.getByText(/Test message accepted/)).toBeVisible();
  });

  await test.step("it is removed", async () => {
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove endpoint" }).click();
    await expect(page.getByText("Night board is removed.")).toBeVisible();
    await expect(page.getByText("No endpoints yet.")).toBeVisible();
  });
});
