import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { getCredits, insertPlumber } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, fillContact, fillToContact, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

// An isolated site, because it needs a mail server.
let smtp: SmtpFake;
let site: IsolatedSite;
let siteDb: pg.Client;
test.beforeAll(async () => {
  smtp = await startSmtp();
  site = await startSiteApart({ SMTP_URL: smtp.url });
  siteDb = site.db;
});
test.afterAll(async () => {
  await site.stop();
  await smtp.close();
});
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|404 \(/] });

const findLink = (pattern: RegExp, to?: string) => () => {
  const mail = smtp.mails.findLast(
    ({ to: recipients, data }) => (!to || recipients.includes(to)) && pattern.test(data),
  );
  return pattern.exec(mail?.data ?? "")?.[0] ?? "";
};

test("a customer gets a receipt, names the one company that may call, and the company sees the contact only then", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const name = `Robin ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@customer.example`;
  const address = `${randomUUID()}@provider.example`;
  const provider = await insertPlumber(siteDb, "30301", { email: address });

  await test.step("the thank-you page is a receipt with the link", async () => {
    await page.goto(`${site.url}/quote?service=plumbing`);
    await fillToContact(page);
    await fillContact(page, name);
    await page.getByLabel("Your e-mail").fill(email);
    await siteDb.query("select 1");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    await expect(page.getByText("Reference")).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
  const link = await page.getByRole("link", { name: "Open my request" }).getAttribute("href");
  expect(link).toMatch(/\/r\/[\w-]{32}$/);
  const path = new URL(link ?? "").pathname;
  await siteDb.query("update crm_outbox set state = 'waiting' where state = 'held'");
  await expect.poll(findLink(/\/r\/[\w-]{32}/, email)).not.toBe("");
  // The mail has a key of its own; both open the page.
  expect(findLink(/\/r\/[\w-]{32}/, email)()).not.toBe(path);

  await page.goto(site.url + path);
  await expect(page.getByRole("heading", { name: "My request" })).toBeVisible();
  await expect(page.getByText("No professional has them.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const { rows } = await siteDb.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  const requestId = rows[0]?.id ?? "";
  const staffContext = await browser.newContext();
  const staffPage = await staffContext.newPage();
  await test.step("staff offer it, and the company accepts", async () => {
    await openSession(staffPage, siteDb, await createStaff(siteDb, { role: "staff" }));
    await staffPage.goto(`${site.url}/backyard/service-requests/${requestId}`);
    await staffPage.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
    await expect(staffPage.getByText("The provider was asked by mail.")).toBeVisible();
  });
  await expect.poll(findLink(/\/offers\/[\w-]{32}/, address)).not.toBe("");
  const offerUrl = site.url + findLink(/\/offers\/[\w-]{32}/, address)();
  const providerContext = await browser.newContext({ javaScriptEnabled: false });
  const providerPage = await providerContext.newPage();
  await providerPage.goto(offerUrl);
  await providerPage.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(providerPage.getByRole("heading", { name: "You accepted" })).toBeVisible();

  await test.step("the customer is told by mail and answers on the page", async () => {
    await expect
      .poll(() =>
        smtp.mails.some(({ to, data }) => to.includes(email) && /May they call you/.test(data)),
      )
      .toBe(true);
    // Asked by mail, so staff need not call yet.
    await staffPage.goto(`${site.url}/backyard/service-requests?view=waiting`);
    await expect(staffPage.getByText(name)).toHaveCount(0);
    await page.reload();
    await expect(
      page.getByRole("heading", { name: `${provider.name} can take it. May they call you?` }),
    ).toBeVisible();
    await expect(page.getByText(`gives my name, phone number, e-mail, address`)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: `Yes, ${provider.name} may call me` }).press("Enter");
    await expect(page.locator("#notice")).toContainText("You said yes.");
    await expect(page.getByText(`${provider.name} may call you now.`)).toBeVisible();
    await expect(page.getByText("after your yes")).toBeVisible();
    await expect(page.getByRole("heading", { name: `Your yes to ${provider.name}` })).toBeVisible();
  });

  await test.step("the company sees the contact, and is told", async () => {
    await providerPage.getByRole("button", { name: "Look again" }).click();
    await expect(providerPage.getByRole("heading", { name: name })).toBeVisible();
    await expect
      .poll(() =>
        smtp.mails.some(
          ({ to, data }) => to.includes(address) && /The customer said yes/.test(data),
        ),
      )
      .toBe(true);
    expect(await getCredits(siteDb, provider.id)).toBe(75);
  });

  const certificate = await page.request.get(`${site.url}${path}/certificate`);
  expect(await certificate.text()).toContain(`Your yes to ${provider.name}`);
  await staffContext.close();
  await providerContext.close();
});
