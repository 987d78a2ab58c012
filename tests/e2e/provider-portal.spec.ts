import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type pg from "pg";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { getCredits, insertPlumber, sendCustomer } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { nameRow, takePictures } from "./pictures.ts";
import { openSession } from "./staff.ts";

// An isolated site, because sign-in needs a mail server.
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
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[0349] \(/] });

const ZIP = "10001";

/** The newest mail to an address; quoted-printable line ends are joined. */
const newestMail = (address: string) =>
  smtp.mails.findLast(({ to }) => to.includes(address))?.data.replaceAll("=\r\n", "") ?? "";
const findPath = (mail: string) => /\/pro\/sign-in\/[\w-]+/.exec(mail)?.[0] ?? "";
const findCode = (mail: string) =>
  /(\d{3}) (\d{3}) is your sign-in code/.exec(mail)?.slice(1).join("") ?? "";

/** Asks for a sign-in. @returns link and code of its mail */
async function askForMail(page: Page, email: string) {
  const before = smtp.mails.length;
  await page.goto(`${site.url}/pro`);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect.poll(() => smtp.mails.slice(before).some(({ to }) => to.includes(email))).toBe(true);
  const mail = newestMail(email);
  return { path: findPath(mail), code: findCode(mail) };
}

/** The line of the statement for credits that a provider has from the start. */
const storeOpeningBalance = (providerId: string, credits: number) =>
  siteDb.query(
    `with entry as (
       insert into ledger_entries (id, at, kind, reference, actor)
       values (gen_random_uuid(), now(), 'opening', $1::text, 'test') returning id
     )
     insert into ledger_lines (id, entry_id, account, provider_id, amount)
     select gen_random_uuid(), id, 'provider', $1::uuid, $2::numeric from entry
     union all select gen_random_uuid(), id, 'opening', null, -$2::numeric from entry`,
    [providerId, credits],
  );

/** A phone of its own; without JavaScript where `isPlain`. */
async function openPhone(browser: Browser, { isPlain = false } = {}) {
  const context = await browser.newContext({
    ...test.info().project.use,
    javaScriptEnabled: !isPlain,
    baseURL: site.url,
    extraHTTPHeaders: { "X-Forwarded-For": `203.0.113.${Math.floor(Math.random() * 250)}` },
  });
  return { context, page: await context.newPage() };
}

/** Findings of axe, and of a page that is wider than a screen of 320 pixels. */
async function checkPage(page: Page, name: string): Promise<void> {
  expect(await axeFindingsBelowBar(page), name).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${name} at 320 px`).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

test("two companies on their phones: invited, signed in, an offer taken without JavaScript, the customer's yes, the job", async ({
  page: staffPage,
  browser,
}) => {
  test.setTimeout(180_000);
  const email = `${randomUUID().slice(0, 8)}@pro.example`;
  const companyName = nameRow("Peachtree Plumbing");
  const provider = await insertPlumber(siteDb, ZIP, { companyName });
  await storeOpeningBalance(provider.id, 100);
  const rival = await insertPlumber(siteDb, ZIP, { company: "Rival", rating: 3 });
  const contexts: BrowserContext[] = [];
  const open = async (options?: { isPlain?: boolean }) => {
    const phone = await openPhone(browser, options);
    contexts.push(phone.context);
    return phone.page;
  };
  await openSession(staffPage, siteDb, await createStaff(siteDb, { role: "staff" }));

  let joinUrl = "";
  await test.step("staff invite an owner", async () => {
    await staffPage.goto(`${site.url}/backyard/providers/${provider.id}?tab=people`);
    await staffPage.getByRole("button", { name: "Invite an owner" }).click();
    joinUrl = await staffPage.getByLabel("Link for one person").inputValue();
    expect(joinUrl).toMatch(/\/pro\/join\/[\w-]{43}$/);
  });
  const owner = await open();
  await test.step("the owner joins with their own address, by the mailed link", async () => {
    await owner.goto(new URL(new URL(joinUrl).pathname, site.url).href);
    await expect(owner.getByRole("heading", { name: `Join ${provider.name}` })).toBeVisible();
    await checkPage(owner, "join");
    await owner.getByLabel("Your name").fill("Ann Owner");
    await owner.getByLabel("Your email").fill(email);
    await owner.getByRole("button", { name: "Go on" }).click();
    await expect(owner.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect.poll(() => findPath(newestMail(email))).not.toBe("");
    const path = findPath(newestMail(email));
    // A mail scanner opens it first, which spends nothing.
    expect((await owner.request.get(site.url + path)).status()).toBe(200);
    await owner.goto(site.url + path);
    await owner.getByRole("button", { name: `Sign in as ${email}` }).click();
    await expect(owner.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
    await checkPage(owner, "today");
  });

  // Accept and decline need no script.
  const plain = await open({ isPlain: true });
  await test.step("on another phone the link asks for the code", async () => {
    const asked = await askForMail(await open(), email);
    await plain.goto(site.url + asked.path);
    await expect(plain.getByRole("heading", { name: "Enter the code too" })).toBeVisible();
    await plain.getByLabel("Code from the email").fill("000000");
    await plain.getByRole("button", { name: "Sign in" }).click();
    await expect(plain.getByRole("alert")).toContainText("That is not the code");
    await plain.getByLabel("Code from the email").fill(asked.code);
    await plain.getByRole("button", { name: "Sign in" }).click();
    await expect(plain.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  });

  const customer = await sendCustomer(siteDb, { url: site.url, zip: ZIP });
  const expectNoPersonalData = (text: string) => {
    for (const personal of customer.personal) expect(text).not.toContain(personal);
  };
  await test.step("staff offer a request, and the mail comes to the owner", async () => {
    await staffPage.goto(`${site.url}/backyard/service-requests/${customer.id}`);
    await staffPage.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
    await expect(staffPage.getByText("The provider was asked by email.")).toBeVisible();
    await expect.poll(() => newestMail(email)).toContain("New job for you: Plumbing");
  });
  await test.step("the offer says what, where, when, what it costs and why, and not who", async () => {
    await plain.getByRole("link", { name: "Offers" }).first().click();
    await plain.getByRole("link", { name: "Plumbing" }).click();
    for (const shown of [
      `Atlanta ${ZIP}`,
      "minutes left",
      "Accept for 25 credits",
      "You do plumbing",
      `${ZIP} is in your area`,
      "email, street address and photos show as soon as they agree, and not before",
    ])
      await expect(plain.getByText(shown).first()).toBeVisible();
    expectNoPersonalData(await plain.content());
    await owner.goto(plain.url());
    await checkPage(owner, "offer");
    await takePictures(owner, "pro-offer");
    await owner.goto(`${site.url}/pro/offers`);
    await expect(owner.getByRole("link", { name: "Plumbing" })).toBeVisible();
    await takePictures(owner, "pro-offers");
    await plain.getByRole("button", { name: "Accept for 25 credits" }).click();
    await expect(plain.getByRole("heading", { name: "You accepted" })).toBeVisible();
    expectNoPersonalData(await plain.content());
    expect(await getCredits(siteDb, provider.id)).toBe(75);
  });
  const jobUrl = plain.url();
  await test.step("the customer says yes on their own page", async () => {
    const phone = await open();
    await phone.goto(site.url + customer.path);
    await phone.getByRole("button", { name: `Yes, ${provider.name} may call me` }).click();
    await expect.poll(() => newestMail(email)).toContain("The customer said yes: Plumbing");
    expect(newestMail(email)).toContain(new URL(jobUrl).pathname);
  });
  await test.step("the job has the contact, a visit, messages and where it stands", async () => {
    await owner.goto(jobUrl);
    for (const personal of [customer.name, customer.phone, customer.email])
      await expect(owner.getByText(personal, { exact: true }).first()).toBeVisible();
    await owner.getByLabel("Your message").fill("I can come at noon.");
    await owner.getByRole("button", { name: "Send message" }).click();
    await expect(owner.getByText("I can come at noon.")).toBeVisible();
    await owner.getByRole("radio", { name: /Work started/ }).check();
    await owner.getByRole("button", { name: "Save", exact: true }).click();
    await expect(owner.getByText(/^Work started, you said on/)).toBeVisible();
    await checkPage(owner, "job");
    await takePictures(owner, "pro-job");
    await owner.getByRole("link", { name: "The rule: " }).click();
    await expect(owner.getByRole("heading", { name: "How it works" })).toBeVisible();
    await checkPage(owner, "rules");
  });
  await test.step("every other page reads well on a small phone", async () => {
    for (const name of [
      ...["offers", "jobs", "credits", "credits/receipts", "profile", "documents"],
      ...["figures", "account", "more"],
    ]) {
      await owner.goto(`${site.url}/pro/${name}`);
      await checkPage(owner, name);
      if (name === "profile") await takePictures(owner, "pro-profile");
    }
  });
  await test.step("the other company sees nothing of it", async () => {
    const address = `${randomUUID().slice(0, 8)}@rival.example`;
    await siteDb.query(
      "insert into provider_users (id, provider_id, email, name, role, created_at) values (gen_random_uuid(), $1, $2, 'Rita Rival', 'owner', now())",
      [rival.id, address],
    );
    const other = await open();
    const { code } = await askForMail(other, address);
    await other.getByLabel("Code from the email").fill(code);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByText("No new offers.")).toBeVisible();
    await other.goto(jobUrl);
    await expect(other.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    expectNoPersonalData(await other.content());
  });
  await test.step("staff see the portal, and can press nothing", async () => {
    await staffPage.goto(
      `${site.url}/backyard/providers/${provider.id}/portal${new URL(jobUrl).pathname.slice("/pro".length)}`,
    );
    await expect(staffPage.getByText("Nothing can be changed here.")).toBeVisible();
    await expect(staffPage.getByRole("button", { name: "Send message" })).toBeDisabled();
  });
  await test.step("signing out ends it", async () => {
    await owner.goto(`${site.url}/pro/more`);
    await owner.getByRole("button", { name: "Sign out" }).click();
    await expect(owner.getByRole("heading", { name: "Pro sign-in" })).toBeVisible();
    await owner.goto(`${site.url}/pro/today`);
    await expect(owner.getByRole("heading", { name: "Pro sign-in" })).toBeVisible();
  });
  for (const context of contexts) await context.close();
});
