import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { insertPlumber, sendCustomer } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, SIZES, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

// An isolated site, because it needs a mail server.
let smtp: SmtpFake;
let site: IsolatedSite;
test.beforeAll(async () => {
  smtp = await startSmtp();
  site = await startSiteApart({ SMTP_URL: smtp.url });
});
test.afterAll(async () => {
  await site.stop();
  await smtp.close();
});
test.use({
  viewport: SIZES[0],
  expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[049] \(/],
});

const findMail = (to: string, text: string) =>
  smtp.mails
    .findLast((mail) => mail.to.includes(to) && mail.data.includes(text))
    ?.data.replaceAll("=\r\n", "") ?? "";
const waitForPath = async (to: string, pattern: RegExp) => {
  await expect.poll(() => findMail(to, "")).toMatch(pattern);
  return site.url + (pattern.exec(findMail(to, ""))?.[0] ?? "");
};
/** Writes a message on a page without script. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your message").fill(text);
  await page.getByRole("button", { name: "Send message" }).press("Enter");
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test("customer, staff and provider write to each other, each seeing only what is theirs", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = await sendCustomer(site.db, { url: site.url, zip: "30501" });
  const address = `${randomUUID()}@provider.example`;
  const provider = await insertPlumber(site.db, "30501", { email: address });
  const withoutScript = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const customerPage = await withoutScript.newPage();

  await test.step("the customer writes on their page, without script", async () => {
    await customerPage.goto(await waitForPath(customer.email, /\/r\/[\w-]{32}/));
    await write(customerPage, "The gate code is 1234");
    await expect(customerPage.getByText("Your message is sent.")).toBeVisible();
    await expect(customerPage.getByText("Who can read it?")).toHaveCount(0);
    expect(await isTooWide(customerPage)).toBe(false);
  });

  await openSession(page, site.db, await createStaff(site.db, { role: "staff" }));
  const dialog = page.getByRole("dialog", { name: customer.name });
  const thread = dialog.getByRole("region", { name: "Messages" });
  await test.step("staff find it in the list, and answer with a canned reply", async () => {
    await page.goto(`${site.url}/backyard/service-requests?view=messages`);
    await expect(page.getByText("New message", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: customer.name, exact: true }).click();
    await expect(thread.getByText("The gate code is 1234")).toBeVisible();
    await dialog.getByLabel("Use a canned reply").selectOption("Make and model");
    const text = dialog.getByLabel("Message to the customer");
    await expect(text).toHaveValue(/make and the model/);
    await text.fill("Which model is it?");
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    await dialog.getByRole("button", { name: "Send message" }).click();
    await expect(thread.getByRole("listitem").getByText("Which model is it?")).toBeVisible();
    await expect(text).toHaveValue("");
    await expect(dialog.getByText("New message", { exact: true })).toHaveCount(0);
    await expect(dialog.getByText("Message to the customer", { exact: true }).last()).toBeVisible();
    await expect.poll(() => findMail(customer.email, "Which model is it?")).toContain("/r/");
  });

  const providerPage = await withoutScript.newPage();
  await test.step("the company accepts, and the customer says yes", async () => {
    await dialog.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
    await providerPage.goto(await waitForPath(address, /\/offers\/[\w-]{32}/));
    await providerPage.getByRole("button", { name: "Accept for 25 credits" }).click();
    await expect(providerPage.getByRole("heading", { name: "Messages" })).toHaveCount(0);
    await customerPage.reload();
    await customerPage.getByRole("button", { name: `Yes, ${provider.name} may call me` }).click();
    await expect(customerPage.getByText("You said yes.")).toBeVisible();
  });

  await test.step("the company writes, and sees nothing that was written before", async () => {
    await providerPage.reload();
    await expect(providerPage.getByText("The gate code is 1234")).toHaveCount(0);
    await write(providerPage, "I can come at nine");
    expect(await isTooWide(providerPage)).toBe(false);
  });

  await test.step("the customer chooses who may read an answer", async () => {
    await customerPage.reload();
    await expect(customerPage.getByText("I can come at nine")).toBeVisible();
    await write(customerPage, "Is that a good price?");
    await customerPage.getByRole("radio", { name: `Our team and ${provider.name}` }).check();
    await write(customerPage, "Nine is fine");
    await providerPage.reload();
    await expect(providerPage.getByText("Nine is fine")).toBeVisible();
    await expect(providerPage.getByText("Is that a good price?")).toHaveCount(0);
    await expect
      .poll(() => findMail(address, "Nine is fine"))
      .toContain("use the link you already have");
  });

  await test.step("staff see the whole thread at once, and mark it as read", async () => {
    await expect(thread.getByText("Nine is fine")).toBeVisible();
    await expect(thread.getByText("I can come at nine")).toBeVisible();
    await expect(dialog.getByText(`The customer wrote to us and ${provider.name}`)).toBeVisible();
    await dialog.getByRole("button", { name: "Needs no answer" }).click();
    await expect(dialog.getByText("New message", { exact: true })).toHaveCount(0);
    await expect(dialog.getByText("New messages marked as read")).toBeVisible();
  });
  await withoutScript.close();

  await test.step("both pages have no findings of axe", async () => {
    for (const pattern of [/\/r\/[\w-]{32}/, /\/offers\/[\w-]{32}/]) {
      const to = pattern.source.includes("offers") ? address : customer.email;
      const mail = smtp.mails.find(({ to: all, data }) => all.includes(to) && pattern.test(data));
      await page.goto(
        site.url + (pattern.exec(mail?.data.replaceAll("=\r\n", "") ?? "")?.[0] ?? ""),
      );
      await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    }
  });
});

test("superadmins add, change and remove canned replies", async ({ page }) => {
  await openSession(page, site.db, await createStaff(site.db, { role: "superadmin" }));
  await page.goto(`${site.url}/backyard/settings`);
  const form = page.getByRole("region", { name: "Canned replies" });
  await form.getByRole("button", { name: "Add a reply" }).click();
  const added = form.getByRole("group").last();
  await added.getByLabel("Title").fill("Hours");
  await form.getByRole("button", { name: "Save replies" }).click();
  await expect(added.getByText("Write a message first.")).toBeVisible();
  await added.getByLabel("Text").fill("We are open until nine.");
  const first = form.getByRole("group").first();
  await first.getByLabel("Title").fill("");
  await first.getByLabel("Text").fill("");
  await form.getByRole("button", { name: "Save replies" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Title").last()).toHaveValue("Hours");
  expect(await axeFindings(page, { include: "main" })).toEqual([]);
});
