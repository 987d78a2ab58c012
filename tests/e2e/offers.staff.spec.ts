import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { getCredits, insertPlumber, sendCustomer } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
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
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[049] \(/] });

test("staff offer a request by email, and the provider sees the customer only after the customer agrees", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const zip = "10001";
  const customer = await sendCustomer(siteDb, { url: site.url, zip });
  const address = `${randomUUID()}@provider.example`;
  const provider = await insertPlumber(siteDb, zip, { email: address });
  const rival = await insertPlumber(siteDb, zip, { company: "Rival" });
  const newestMail = () => smtp.mails.findLast(({ to }) => to.includes(address))?.data ?? "";
  const expectNoPersonalData = (text: string) => {
    for (const personal of customer.personal) expect(text).not.toContain(personal);
  };
  await openSession(page, siteDb, await createStaff(siteDb, { role: "staff" }));
  await page.goto(`${site.url}/backyard/service-requests/${customer.id}`);
  const dialog = page.getByRole("dialog", { name: customer.name });
  const offer = dialog.getByRole("button", { name: `Offer to provider: ${provider.name}` });

  await test.step("a request already offered by a colleague cannot be offered again", async () => {
    await expect(dialog.getByText(`Covers ${zip}`)).toHaveCount(2);
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    await siteDb.query(
      "insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at) values (gen_random_uuid(), $1, $2, $3, 25, 'somebody', now(), now() + interval '9 minutes')",
      [customer.id, rival.id, randomUUID()],
    );
    await offer.click();
    await expect(
      dialog.getByText("It is already offered to somebody. Withdraw that offer first."),
    ).toBeVisible();
    await expect(dialog.getByText("9 min left")).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expect(dialog.getByText(`Offer to ${rival.name} withdrawn`)).toBeVisible();
  });

  await test.step("the request is offered", async () => {
    await dialog.getByLabel("Without a yes, ask the next match automatically").check();
    await offer.click();
    await expect(dialog.getByText("The provider was asked by email.")).toBeVisible();
    await expect(dialog.getByText("30 min left")).toBeVisible();
    await expect(dialog.getByText("Then the next match is asked.")).toBeVisible();
    await expect(dialog.getByText(`Offered to ${provider.name}`)).toBeVisible();
    await dialog.getByText("Earlier offers: 1").click();
    await expect(dialog.getByText(`${rival.name}: Withdrawn`)).toBeVisible();
  });

  await expect.poll(newestMail).toContain("/offers/");
  expectNoPersonalData(newestMail());
  const url = site.url + (/\/offers\/[\w-]{32}/.exec(newestMail())?.[0] ?? "");
  const providerPage = await page.context().newPage();
  await test.step("the provider accepts through the link", async () => {
    await providerPage.goto(url);
    await expect(
      providerPage.getByRole("heading", { name: `Plumbing in Atlanta ${zip}` }),
    ).toBeVisible();
    await providerPage.getByRole("button", { name: "Accept for 25 credits" }).press("Enter");
    await expect(providerPage.getByRole("heading", { name: "You accepted" })).toBeVisible();
    await expect(
      providerPage.getByText(
        "We are asking the customer whether you may call. As soon as they agree, their details show here.",
      ),
    ).toBeVisible();
    expect(await axeFindings(providerPage)).toEqual([]);
    expectNoPersonalData(await providerPage.content());
  });

  await test.step("the open request shows the acceptance, and the customer's consent is recorded", async () => {
    await expect(
      dialog.getByText(
        `${provider.name} wants this job. Call the customer: may ${provider.name} call you? They can also answer on their page.`,
      ),
    ).toBeVisible();
    await expect(
      dialog.getByText(`Waiting for the customer's yes: ${provider.name}`),
    ).toBeVisible();
    await expect(
      dialog.getByText(`Accepted by ${provider.name}: the customer is asked now`),
    ).toBeVisible();
    await expect(
      dialog.getByText(`${provider.name}: Accepted, the customer has to be asked`),
    ).toHaveAttribute("role", "status");
    await expect(
      dialog.getByText("After a no their credits go back, and the next match is asked."),
    ).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    await dialog.getByRole("button", { name: "Customer said yes" }).press("Enter");
    await expect(dialog.getByText("The provider was notified by email.")).toBeVisible();
    await expect(dialog.getByText("Accepted, and the customer said yes")).toBeVisible();
    await expect(
      dialog.getByText(
        `The customer said yes to ${provider.name}: their details were shared with them`,
      ),
    ).toBeVisible();
    await expect(dialog.getByText("Waiting for the customer's yes")).toHaveCount(0);
    await expect.poll(newestMail).toContain("The customer said yes: Plumbing");
    expect(await getCredits(siteDb, provider.id)).toBe(75);
  });

  await test.step("the provider sees the customer's details", async () => {
    await providerPage.getByRole("button", { name: "Refresh" }).click();
    await expect(
      providerPage.getByRole("heading", { name: "The customer said yes" }),
    ).toBeVisible();
    for (const personal of [customer.name, customer.phone, customer.email])
      await expect(providerPage.getByText(personal, { exact: true })).toBeVisible();
    await expect(providerPage.getByText("77 Secret Lane")).toBeVisible();
  });

  const proof = await page.request.get(
    `${site.url}/backyard/service-requests/${customer.id}/consent`,
  );
  expect(await proof.text()).toMatch(
    new RegExp(`${provider.name}, at .*Z, after the customer(?:'|&#39;|&#x27;)s yes, recorded by `),
  );
});
