import { randomInt, randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type pg from "pg";
import { buildIntakeBody } from "../factories.ts";
import { type SmtpDouble, startSmtp } from "../fakes/smtp.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

// A site of its own: it has a mail server, and what offers cost is set here.
test.describe.configure({ mode: "serial" });
let smtp: SmtpDouble;
let site: IsolatedSite;
let own: pg.Client;
test.beforeAll(async () => {
  smtp = await startSmtp();
  site = await startSiteApart({
    SMTP_URL: smtp.url,
  });
  own = site.db;
});
test.afterAll(async () => {
  await site.stop();
  await smtp.close();
});
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[049] \(/] });

type Customer = { name: string; phone: string; email: string; id: string; zip: string };

/** A request with a ZIP code of its own, so that only the providers of one test cover it. */
async function sendRequest(zip: string): Promise<Customer> {
  const name = `Robin ${randomUUID().slice(0, 8)}`;
  const phone = `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;
  const email = `${randomUUID().slice(0, 8)}@customer.example`;
  const body = buildIntakeBody({
    values: {
      name,
      phone,
      email,
      zipCode: zip,
      address: "77 Secret Lane",
      description: `Leak. ${name}, ${phone}`,
    },
  });
  const answer = await fetch(`${site.url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "Idempotency-Key": randomUUID(),
      "X-Forwarded-For": `203.0.113.${randomInt(250)}`,
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const { rows } = await own.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  return { name, phone, email, id: rows[0]?.id ?? "", zip };
}

async function addProvider(
  zip: string,
  {
    company = "Peach",
    rating = 4.5,
    credits = 100,
    email = true,
  }: { company?: string; rating?: number; credits?: number; email?: boolean } = {},
) {
  const id = randomUUID();
  const name = `${company} ${id.slice(0, 8)}`;
  const address = `${id}@provider.example`;
  await own.query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, service_categories, reputation, credits, created_at)
     values ($1, $2, 'Pat', $3, '4045550100', 'verified', array[$4], '{Plumbing}', $5, $6, now())`,
    [id, name, email ? address : null, zip, rating, credits],
  );
  await own.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [id],
  );
  return { id, name, address };
}

async function openRequest(page: Page, customer: Customer) {
  const person = await createStaff(own, { role: "superadmin" });
  await openSession(page, own, person);
  await page.goto(`${site.url}/backyard/service-requests/${customer.id}`);
  return page.getByRole("dialog", { name: customer.name });
}

/** The path in the newest mail to a provider. */
async function linkFor(address: string): Promise<string> {
  const mail = () => smtp.mails.findLast(({ to }) => to.includes(address))?.data ?? "";
  await expect.poll(mail, { timeout: 45_000 }).toContain("/offers/");
  return site.url + (/\/offers\/[\w-]{32}/.exec(mail())?.[0] ?? "");
}

/** A provider's browser, without script. */
async function openAsProvider(browser: Browser, url: string): Promise<Page> {
  const visitor = await (
    await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  ).newPage();
  await visitor.goto(url);
  return visitor;
}

test("staff offer a request; the provider accepts by the link, without script, and sees the customer only after the customer's yes", async ({
  page,
  browser,
}) => {
  const customer = await sendRequest("10001");
  const provider = await addProvider("10001");
  const dialog = await openRequest(page, customer);
  await expect(dialog.getByText("Covers 10001")).toBeVisible();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await dialog.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
  await expect(dialog.getByText("The provider was asked by mail.")).toBeVisible();
  await expect(dialog.getByText("30 min left")).toBeVisible();
  await expect(dialog.getByText(`Offered to ${provider.name}`)).toBeVisible();

  const url = await linkFor(provider.address);
  const answer = await page.request.get(url);
  expect(answer.headers()).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  const html = await answer.text();
  const mail = smtp.mails.findLast(({ to }) => to.includes(provider.address))?.data ?? "";
  for (const personal of [
    customer.name,
    "Robin",
    customer.phone,
    customer.phone.slice(-8),
    customer.email,
    "Secret Lane",
  ])
    expect(html + mail).not.toContain(personal);

  const visitor = await openAsProvider(browser, url);
  await expect(
    visitor.getByRole("heading", { name: "A customer near you asks for help" }),
  ).toBeVisible();
  await expect(visitor.getByText("Atlanta 10001")).toBeVisible();
  await expect(visitor.getByText(/(?:29|30) minutes left/)).toBeVisible();
  await visitor.getByRole("button", { name: "Accept for 25 credits" }).press("Enter");
  await expect(visitor.getByRole("heading", { name: "You accepted" })).toBeVisible();
  await expect(
    visitor.getByText(
      "We are asking the customer whether you may call. As soon as they agree, their details show here.",
    ),
  ).toBeVisible();
  const waiting = await (await page.request.get(url)).text();
  for (const personal of [
    customer.name,
    "Robin",
    customer.phone,
    customer.phone.slice(-8),
    customer.email,
    "Secret Lane",
  ])
    expect(waiting).not.toContain(personal);

  // Nobody has touched the portal meanwhile.
  await expect(
    dialog.getByText(
      `${provider.name} wants this job. Ask the customer: may ${provider.name} call you?`,
    ),
  ).toBeVisible();
  await expect(dialog.getByText(`Waiting for the customer's yes: ${provider.name}`)).toBeVisible();
  await expect(
    dialog.getByText(`Accepted by ${provider.name}: the customer is asked now`),
  ).toBeVisible();
  await expect(
    dialog.getByText(`${provider.name}: Accepted, the customer has to be asked`),
  ).toHaveAttribute("role", "status");
  await expect(dialog.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await dialog.getByRole("button", { name: "Customer said yes" }).press("Enter");
  await expect(dialog.getByText("The provider was notified by mail.")).toBeVisible();
  await expect(dialog.getByText("Accepted, and the customer said yes")).toBeVisible();
  await expect(
    dialog.getByText(
      `The customer said yes to ${provider.name}: their details were shared with them`,
    ),
  ).toBeVisible();
  await expect(dialog.getByText("Waiting for the customer's yes")).toHaveCount(0);
  await expect
    .poll(() => smtp.mails.findLast(({ to }) => to.includes(provider.address))?.data)
    .toContain("The customer said yes: Plumbing");

  await visitor.getByRole("link", { name: "Look again" }).click();
  await expect(visitor.getByRole("heading", { name: "The job is yours" })).toBeVisible();
  for (const personal of [customer.name, customer.phone, customer.email])
    await expect(visitor.getByText(personal, { exact: true })).toBeVisible();
  await expect(visitor.getByText("77 Secret Lane")).toBeVisible();
  await visitor.context().close();

  await page.goto(`${site.url}/backyard/service-requests/${customer.id}/consent`);
  await expect(
    page.getByText(new RegExp(`${provider.name}, at .*Z, after the customer's yes, recorded by `)),
  ).toBeVisible();
  const { rows } = await own.query(
    "select credits::float8 as credits from providers where id = $1",
    [provider.id],
  );
  expect(rows).toEqual([{ credits: 75 }]);
});

test("the customer says no: the credits come back, the provider sees nobody, and the next one is asked by itself", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = await sendRequest("10006");
  const first = await addProvider("10006", { company: "First", rating: 5 });
  const second = await addProvider("10006", { company: "Second", rating: 4 });
  const dialog = await openRequest(page, customer);
  await dialog.getByLabel("Without a yes, ask the next match automatically").check();
  await dialog.getByRole("button", { name: `Offer to provider: ${first.name}` }).click();
  const visitor = await openAsProvider(browser, await linkFor(first.address));
  await expect(visitor.getByText("if they say no, the credits come back to you")).toBeVisible();
  await visitor.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(visitor.getByRole("heading", { name: "You accepted" })).toBeVisible();
  const scripted = await page.context().newPage();
  await scripted.goto(visitor.url());
  await expect(scripted.getByRole("heading", { name: "You accepted" })).toBeVisible();
  expect(await axeFindings(scripted)).toEqual([]);
  await scripted.close();

  await dialog.getByRole("button", { name: "Close" }).click();
  await page.goto(`${site.url}/backyard/service-requests`);
  await page.getByRole("link", { name: "Waiting for a yes" }).click();
  const row = page.getByRole("row", { name: customer.name });
  await expect(row.getByText(`Waiting for the customer's yes: ${first.name}`)).toBeVisible();
  await row.getByRole("link", { name: customer.name, exact: true }).click();
  await expect(
    dialog.getByText("After a no their credits go back, and the next match is asked."),
  ).toBeVisible();

  await dialog.getByRole("button", { name: "Customer said no" }).click();
  await expect(
    dialog.getByText("Nothing was shared, and the provider got their credits back."),
  ).toBeVisible();
  await expect(
    dialog.getByText(
      `The customer said no: the offer to ${first.name} ended, and the credits went back`,
    ),
  ).toBeVisible();

  await visitor.getByRole("link", { name: "Look again" }).click();
  await expect(visitor.getByRole("heading", { name: "The customer said no" })).toBeVisible();
  expect(await visitor.content()).not.toContain(customer.name);
  await visitor.context().close();
  await linkFor(second.address);
  await expect(dialog.getByText(`Offered to ${second.name} automatically`)).toBeVisible();
  await dialog.getByText("Earlier offers: 1").click();
  await expect(dialog.getByText(`${first.name}: The customer said no`)).toBeVisible();
  const { rows } = await own.query(
    "select credits::float8 as credits from providers where id = $1",
    [first.id],
  );
  expect(rows).toEqual([{ credits: 100 }]);
});

test("a declined offer goes to the next best by itself; one that nobody answers, too", async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  const customer = await sendRequest("10002");
  const first = await addProvider("10002", { company: "First", rating: 5 });
  const second = await addProvider("10002", { company: "Second", rating: 4 });
  const third = await addProvider("10002", { company: "Third", rating: 3 });
  const dialog = await openRequest(page, customer);
  await dialog.getByLabel("Without a yes, ask the next match automatically").check();
  await dialog.getByRole("button", { name: `Offer to provider: ${first.name}` }).click();
  await expect(dialog.getByText("Then the next match is asked.")).toBeVisible();
  const url = await linkFor(first.address);
  const visitor = await openAsProvider(browser, url);
  await visitor.getByRole("button", { name: "Decline" }).click();
  await expect(visitor.getByRole("heading", { name: "You declined this offer" })).toBeVisible();

  const secondUrl = await linkFor(second.address);
  await own.query(
    "update offers set expires_at = now() - interval '1 second' where state = 'open' and provider_id = $1",
    [second.id],
  );
  await visitor.goto(secondUrl);
  await expect(visitor.getByRole("heading", { name: "The time to answer is over" })).toBeVisible();
  await linkFor(third.address);
  await visitor.context().close();
  await expect(dialog.getByText(`No answer from ${second.name} in time`)).toBeVisible();
  await expect(dialog.getByText(`Offered to ${third.name} automatically`)).toBeVisible();
  await dialog.getByText("Earlier offers: 2").click();
  await expect(dialog.getByText(`${first.name}: Declined`)).toBeVisible();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(dialog.getByText(`Offer to ${third.name} withdrawn`)).toBeVisible();
});

test("without a mail address staff get the link once; too few credits are told, and nothing is taken", async ({
  page,
  browser,
}) => {
  const customer = await sendRequest("10003");
  const provider = await addProvider("10003", { email: false, credits: 30 });
  const dialog = await openRequest(page, customer);
  await expect(dialog.getByText("Gets no mail: send them the link yourself.")).toBeVisible();
  await dialog.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
  const url = await dialog
    .getByLabel("No mail was sent. Send this link to the provider yourself; it is shown only once.")
    .inputValue();
  await page.reload();
  await expect(dialog.getByText("30 min left")).toBeVisible();
  await expect(dialog.getByText("No mail was sent.")).toHaveCount(0);
  await own.query("update providers set credits = 24.5 where id = $1", [provider.id]);
  const visitor = await openAsProvider(browser, url);
  await expect(visitor.getByText("These are too few credits to accept.")).toBeVisible();
  await visitor.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(visitor.getByRole("alert")).toContainText(
    "the offer costs 25, and you have 24.5. Nothing was taken",
  );
  expect(await visitor.content()).not.toContain(customer.name);
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(dialog.getByText(`Offer to ${provider.name} withdrawn`)).toBeVisible();
  await visitor.goto(url);
  await expect(visitor.getByRole("heading", { name: "This offer was taken back" })).toBeVisible();
  await visitor.goto(`${site.url}/offers/not-a-real-key`);
  await expect(visitor.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await visitor.context().close();
});

test("after a stop no yes is taken, and the worker gives the credits back", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = await sendRequest("10007");
  const provider = await addProvider("10007");
  const dialog = await openRequest(page, customer);
  await dialog.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
  const visitor = await openAsProvider(browser, await linkFor(provider.address));
  await visitor.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(dialog.getByRole("button", { name: "Customer said yes" })).toBeVisible();
  await own.query(
    "insert into suppressions (id, contact_hash, kind, source, opted_out_at) select gen_random_uuid(), phone_hash, 'phone', 'test', now() from service_requests where id = $1",
    [customer.id],
  );
  await dialog.getByRole("button", { name: "Customer said yes" }).click();
  await expect(
    dialog.getByRole("alert").filter({ hasText: /opted out|recorded the answer already/ }),
  ).toBeVisible();
  await visitor.getByRole("link", { name: "Look again" }).click();
  await expect(visitor.getByRole("heading", { name: "The customer said no" })).toBeVisible();
  expect(await visitor.content()).not.toContain(customer.name);
  await visitor.context().close();
  // The worker ends it by itself.
  await expect(
    dialog.getByText(
      `The customer said stop before a yes: the offer to ${provider.name} ended, and the credits went back`,
    ),
  ).toBeVisible({ timeout: 45_000 });
  const { rows } = await own.query(
    "select credits::float8 as credits from providers where id = $1",
    [provider.id],
  );
  expect(rows).toEqual([{ credits: 100 }]);
});

test("near misses say why; two people who offer at once make one offer", async ({ page }) => {
  const customer = await sendRequest("10004");
  const poor = await addProvider("10004", { company: "Poor", credits: 1 });
  const one = await addProvider("10004", { company: "One" });
  const dialog = await openRequest(page, customer);
  await expect(dialog.getByText("Near misses: 1")).toBeVisible();
  await dialog.getByText("Near misses: 1").click();
  await expect(dialog.getByText("1 credit, the offer costs 25")).toBeVisible();
  await expect(dialog.getByRole("button", { name: new RegExp(poor.name) })).toHaveCount(0);
  await own.query(
    "insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at) values (gen_random_uuid(), $1, $2, $3, 25, 'somebody', now(), now() + interval '9 minutes')",
    [customer.id, poor.id, randomUUID()],
  );
  await dialog.getByRole("button", { name: `Offer to provider: ${one.name}` }).click();
  await expect(
    dialog.getByText("It is already offered to somebody. Withdraw that offer first."),
  ).toBeVisible();
  await expect(dialog.getByText("9 min left")).toBeVisible();
});

test("what an offer costs, and how long it is open, is set by a superadmin", async ({ page }) => {
  const customer = await sendRequest("10005");
  await addProvider("10005", { credits: 12.5 });
  await openRequest(page, customer);
  await page.goto(`${site.url}/backyard/settings`);
  await page.getByLabel("Cost of a request, credits").fill("");
  await page.getByLabel("Time to answer, minutes").fill("3");
  await page.getByRole("button", { name: "Save offers" }).click();
  await expect(page.getByText("Enter a number of credits.")).toBeVisible();
  await expect(page.getByText("At least 5 minutes.")).toBeVisible();
  await page.getByLabel("Cost of a request, credits").fill("12.5");
  await page.getByLabel("Time to answer, minutes").fill("45");
  await page.getByRole("button", { name: "Save offers" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${site.url}/backyard/service-requests/${customer.id}`);
  await expect(page.getByText("has 45 minutes. Accepting costs 12.5 credits")).toBeVisible();
  await expect(page.getByText("12.5 credits, the offer costs 12.5")).toBeVisible();
});
