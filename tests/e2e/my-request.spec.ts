import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type pg from "pg";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { getCredits, insertPlumber } from "../offers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, fillContact, fillToContact, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { nameRow, takePictures } from "./pictures.ts";
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
test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[04] \(/] });

const hasMail = (to: string, text: RegExp) => () =>
  smtp.mails.some((mail) => mail.to.includes(to) && text.test(mail.data));
const findInMail = (to: string, pattern: RegExp) => () => {
  const mail = smtp.mails.findLast(
    ({ to: recipients, data }) => recipients.includes(to) && pattern.test(data),
  );
  return pattern.exec(mail?.data ?? "")?.[0] ?? "";
};

type Person = { name: string; email: string };

async function sendByWizard(page: Page, { name, email }: Person): Promise<void> {
  await page.goto(`${site.url}/quote?service=plumbing`);
  await fillToContact(page, undefined, "Email");
  await fillContact(page, name);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Submit" }).click();
}

async function sendByPlainForm(page: Page, { name, email }: Person): Promise<void> {
  await page.goto(`${site.url}/quote?service=plumbing&zip=30301`);
  await page.getByRole("textbox", { name: "Street address" }).fill("5 Candle Row");
  await page.getByRole("radio", { name: "Residential" }).check();
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await page.getByRole("radio", { name: "Soon", exact: false }).first().check();
  await page.getByRole("radio", { name: "This week" }).check();
  await page.getByRole("radio", { name: "Online scheduling" }).check();
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page
    .getByRole("textbox", { name: "Your phone" })
    .fill(`404 55${String(Date.now()).slice(-5)}`);
  await page.getByRole("textbox", { name: "Your email" }).fill(email);
  await page.getByRole("button", { name: "Submit" }).press("Enter");
}

/** The staff portal, the provider's page, and what they do there. */
async function openOthers(browser: Browser, { name }: Person) {
  const address = `${randomUUID()}@provider.example`;
  const provider = await insertPlumber(siteDb, "30301", {
    email: address,
    companyName: nameRow("Peachtree Plumbing"),
  });
  const staff = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  await openSession(staff, siteDb, await createStaff(siteDb, { role: "staff" }));
  const company = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  return {
    staff,
    company,
    provider,
    address,
    async offer() {
      await staff.goto(`${site.url}/backyard/service-requests?q=${encodeURIComponent(name)}`);
      await staff.getByRole("link", { name }).first().click();
      await staff.getByRole("button", { name: `Offer to provider: ${provider.name}` }).click();
      await expect(staff.getByText("The provider was asked by email.")).toBeVisible();
      await expect.poll(findInMail(address, /\/offers\/[\w-]{32}/)).not.toBe("");
      await company.goto(site.url + findInMail(address, /\/offers\/[\w-]{32}/)());
    },
    async close() {
      await staff.context().close();
      await company.context().close();
    },
  };
}

type Story = { page: Page; browser: Browser; send: (page: Page, person: Person) => Promise<void> };

/** Quote, receipt, offer, yes, visit, message, done, review. The page needs no script for any of it. */
async function tellStory({ page, browser, send }: Story): Promise<void> {
  const person = {
    name: `Robin ${randomUUID().slice(0, 8)}`,
    email: `${randomUUID()}@home.example`,
  };
  const others = await openOthers(browser, person);
  const { staff, company, provider, address } = others;

  await test.step("the thank-you page is a receipt with the link, and a mail has another", async () => {
    await send(page, person);
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    await expect(page.getByText("Reference")).toBeVisible();
  });
  // A form that is filled in so quickly looks like spam.
  for (const table of ["crm_outbox", "customer_mails"])
    await siteDb.query(`update ${table} set state = 'waiting' where state = 'held'`);
  const href = await page.getByRole("link", { name: "Open my request" }).getAttribute("href");
  const path = new URL(href ?? "", site.url).pathname;
  await expect.poll(findInMail(person.email, /\/r\/[\w-]{32}/)).not.toBe("");
  expect(findInMail(person.email, /\/r\/[\w-]{32}/)()).not.toBe(path);
  await page.goto(site.url + path);
  await expect(page.getByRole("heading", { name: "My request" })).toBeVisible();
  await expect(page.getByText("No professional has them.")).toBeVisible();

  await test.step("the customer wishes a time, and the company picks it", async () => {
    await page.getByText("Choose times", { exact: true }).press("Enter");
    const first = page.getByRole("group", { name: "First time" });
    await first.getByRole("combobox", { name: "Day" }).selectOption({ index: 3 });
    await first.getByRole("combobox", { name: "Time" }).selectOption("2 to 4 PM");
    await page.getByRole("button", { name: "Save these times" }).press("Enter");
    await expect(page.locator("#notice")).toHaveText("Your times are saved.");
    await others.offer();
    await company.getByRole("radio", { name: "2 to 4 PM Eastern Time" }).check();
    await company.getByRole("button", { name: "Accept for 25 credits" }).press("Enter");
    await expect(company.getByRole("heading", { name: "You accepted" })).toBeVisible();
    expect(await company.content()).not.toContain(person.name);
  });

  await test.step("the customer is asked by mail, and says yes to the one company", async () => {
    await expect.poll(hasMail(person.email, /May they call you/)).toBe(true);
    // Wanted mail and can wait, so staff need not call yet.
    await staff.goto(`${site.url}/backyard/service-requests?view=waiting`);
    await expect(staff.getByText(person.name)).toHaveCount(0);
    await page.goto(site.url + path);
    await expect(
      page.getByRole("heading", { name: `${provider.name} can take it. May they call you?` }),
    ).toBeVisible();
    await page.getByRole("button", { name: `Yes, ${provider.name} may call me` }).press("Enter");
    await expect(page.locator("#notice")).toContainText("You said yes.");
    await expect(page.getByText("after your yes")).toBeVisible();
    await expect(page.getByRole("heading", { name: "The visit" })).toBeVisible();
    await takePictures(page, "my-request-visit");
  });

  await test.step("the company sees the contact only now, and both write to each other", async () => {
    await company.getByRole("button", { name: "Refresh" }).click();
    await expect(company.getByRole("heading", { name: person.name })).toBeVisible();
    await expect.poll(hasMail(address, /The customer said yes/)).toBe(true);
    expect(await getCredits(siteDb, provider.id)).toBe(75);
    await page.getByRole("radio", { name: `Our team and ${provider.name}` }).check();
    await page.getByLabel("Your message").fill("The gate code is 1234.");
    await page.getByRole("button", { name: "Send message" }).press("Enter");
    await expect(page.getByText("The gate code is 1234.")).toBeVisible();
    await company.reload();
    await expect(company.getByText("The gate code is 1234.")).toBeVisible();
  });

  await test.step("staff close the request, and the customer reviews the company", async () => {
    await siteDb.query(
      "update service_requests set status = 'closed', closed_at = now() where customer_name = $1",
      [person.name],
    );
    await page.goto(site.url + path);
    await expect(page.getByText("This request is finished.")).toBeVisible();
    await takePictures(page, "my-request-done");
    const section = page.getByRole("region", { name: `How did it go with ${provider.name}?` });
    await section.getByRole("radio", { name: "5 stars" }).check();
    await section.getByRole("button", { name: "Send my review" }).press("Enter");
    await expect(page.locator("#notice")).toHaveText("Thank you. Your review is saved.");
  });
  const certificate = await page.request.get(`${site.url}${path}/certificate`);
  expect(await certificate.text()).toContain(`Your yes to ${provider.name}`);
  await others.close();
}

test("a customer sends a request, says yes to the one company, writes to it, and reviews it", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await tellStory({ page, browser, send: sendByWizard });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("all of it works with plain forms and the keyboard", async ({ page, browser }) => {
    test.setTimeout(180_000);
    await tellStory({ page, browser, send: sendByPlainForm });
  });
});

test("each state is readable at 320 pixels and with large text, and axe finds nothing", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = { name: nameRow("Alex"), email: `${randomUUID()}@home.example` };
  const others = await openOthers(browser, person);
  await sendByWizard(page, person);
  const open = page.getByRole("link", { name: "Open my request" });
  const path = new URL((await open.getAttribute("href")) ?? "", site.url).pathname;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await open.getAttribute("href"),
  );
  await takePictures(page, "my-request-receipt");
  await test.step("the link is sent to another app, and what fails says what to do instead", async () => {
    // This browser has no list of apps: only whether one is chosen is played.
    await page.addInitScript(() => {
      let isChosen = false;
      navigator.share = async (data) => {
        isChosen = !isChosen;
        if (!isChosen) throw new DOMException("closed", "AbortError");
        document.title = `sent ${data?.url}`;
      };
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        matchMedia.call(window, query === "(pointer: coarse)" ? "all" : query);
    });
    await page.goto(`${site.url}${path}/thanks`);
    const share = page.getByRole("button", { name: "Send the link to myself" });
    await share.click();
    await expect(page).toHaveTitle(`sent ${site.url}${path}`);
    await share.click();
    await page.evaluate(() => {
      navigator.share = () => Promise.reject(new Error("no app"));
    });
    await expect(page.getByText("That didn't work.")).toHaveCount(0);
    await share.click();
    await expect(page.getByText("That didn't work. Open your request")).toBeVisible();
    await page.getByRole("link", { name: "Change the phone number" }).click();
    await expect(page.getByLabel("New phone number")).toBeVisible();
  });
  const expectReadable = async (state: string) => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "";
    });
    await takePictures(page, `my-request-${state}`);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const size of ["100%", "200%"]) {
        await page.evaluate((text) => {
          document.documentElement.style.fontSize = text;
        }, size);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([width, size, overflow]).toEqual([width, size, 0]);
      }
    }
    for (const details of await page.locator("details").all())
      await details.evaluate((element: HTMLDetailsElement) => {
        element.open = true;
      });
    expect(await axeFindings(page)).toEqual([]);
  };
  await page.goto(site.url + path);
  await expectReadable("received");
  await others.offer();
  await others.company.getByRole("button", { name: "Accept for 25 credits" }).click();
  await page.goto(site.url + path);
  await expect(page.getByRole("heading", { name: /can take it. May they call you/ })).toBeVisible();
  await expectReadable("asking");
  await page.getByRole("button", { name: /^Yes, / }).click();
  await expectReadable("connected");
  await page.getByRole("button", { name: `Stop ${others.provider.name}` }).click();
  await expect(page.locator("#notice")).toContainText("telling them to stop");
  await expectReadable("stopped");
  await page.getByRole("button", { name: "Cancel this request" }).click();
  await expectReadable("canceled");
  await page.goto(`${site.url}/r/wrong`);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectReadable("wrong-link");
  await others.close();
});
