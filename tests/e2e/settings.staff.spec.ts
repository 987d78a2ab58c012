import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { insertProvider } from "../providers.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { setOffline } from "./connection.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

// An isolated site, because these settings change every page.
let site: IsolatedSite;
test.beforeAll(async () => {
  site = await startSiteApart();
});
test.afterAll(() => site.stop());
test.use({
  viewport: { width: 390, height: 844 },
  expectedProblems: [
    /^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[03] \(|503 \(|ERR_INTERNET_DISCONNECTED|fetching the script/,
  ],
});

const NO_RESPONSE = "Nothing came back from the server.";

async function enter(page: Page, path: string) {
  const person = await createStaff(site.db, { role: "superadmin" });
  await openSession(page, site.db, person);
  await page.goto(site.url + path);
  return person;
}

/** Opens a Settings page, and checks that its tab is visible and the page is not scrolled. */
async function openTab(page: Page, path = "") {
  await page.goto(`${site.url}/backyard/settings${path}`);
  await expect(
    page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=page]"),
    path,
  ).toBeInViewport({ ratio: 1 });
  expect(
    await page.evaluate(() => [
      window.scrollX,
      window.scrollY,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ]),
    path,
  ).toEqual([0, 0, 0]);
}

const publicText = async (path: string) => (await fetch(site.url + path)).text();

test("a superadmin changes the site's settings, and a failed save keeps the typed values", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await test.step("the two-factor reminder is dismissed, also for the next session", async () => {
    const superadmin = await enter(page, "/backyard/dashboard");
    const reminder = page.getByRole("region", { name: "Reminder" });
    await expect(reminder).toContainText("Set up two-factor sign-in");
    expect(await axeFindings(page)).toEqual([]);
    const stored = page.waitForResponse(
      (response) =>
        response.request().method() === "POST" && response.url().includes("/backyard/account"),
    );
    await reminder.getByRole("button", { name: "Not now" }).click();
    await expect(reminder).toBeHidden();
    // It is hidden before the response arrives; leaving the page would cancel the request.
    expect((await stored).ok()).toBe(true);
    await openSession(page, site.db, superadmin);
    await openTab(page);
    await expect(reminder).toBeHidden();
  });

  await test.step("the phone number is changed, and an invalid one is reported beside its field", async () => {
    expect(await publicText("/")).toContain("(800) 555-0199");
    const phone = page.getByLabel("Phone");
    const save = page.getByRole("button", { name: "Save settings" });
    await phone.fill("call us");
    await save.click();
    await expect(
      page.getByText("Enter a US phone number with ten digits, such as (800) 555-0199."),
    ).toBeVisible();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await phone.fill("(800) 555-0155");
    const settingsData = "**/backyard/settings.data*";
    const release = await hold(page, settingsData, { method: "GET" });
    await save.click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect.poll(() => publicText("/")).toContain("(800) 555-0155");
    const { rows } = await site.db.query("select key from settings");
    expect(rows).toEqual([{ key: "phone" }]);
    // Typed while the page still loads the stored values.
    await page.getByLabel("Brand").fill("Another name");
    release();
    await expect(save).toBeEnabled();
    await page.unroute(settingsData);
    await setOffline(page, true);
    await save.click();
    await expect(page.getByText(NO_RESPONSE)).toBeVisible();
    await expect(page.getByLabel("Brand")).toHaveValue("Another name");
    await setOffline(page, false);
  });

  await test.step("the cost and duration of offers are changed", async () => {
    const cost = page.getByLabel("Cost of a request, credits");
    const minutes = page.getByLabel("Time to answer, minutes");
    const save = page.getByRole("button", { name: "Save offers" });
    await cost.fill("");
    await minutes.fill("3");
    await save.click();
    await expect(page.getByText("Enter a number of credits.")).toBeVisible();
    await expect(page.getByText("At least 5 minutes.")).toBeVisible();
    await cost.fill("12.5");
    await minutes.fill("45");
    await save.click();
    await expect(page.getByText("At least 5 minutes.")).toBeHidden();
    const settings = async () =>
      (await site.db.query("select key, value from settings where key like 'offer%' order by key"))
        .rows;
    await expect.poll(settings).toEqual([
      { key: "offerCost", value: 12.5 },
      { key: "offerMinutes", value: 45 },
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step("a consent text is checked for required parts and changed", async () => {
    await openTab(page, "/consent");
    const consent = page.getByLabel("Consent", { exact: true });
    const words = await consent.inputValue();
    await consent.fill(words.replace("STOP", "no"));
    await expect(page.getByText("how to end it: the word STOP")).toBeVisible();
    await consent.fill(`${words} I can also write to you.`);
    await expect(page.getByText("how to end it: the word STOP")).toBeHidden();
    await setOffline(page, true);
    await page.getByRole("button", { name: "Use this wording" }).click();
    await expect(page.getByText(NO_RESPONSE)).toBeVisible();
    await expect(consent).toHaveValue(`${words} I can also write to you.`);
    await setOffline(page, false);
    await page.getByRole("button", { name: "Use this wording" }).click();
    await expect(page.getByRole("heading", { name: "Shown now: version 4" })).toBeVisible();
    await expect
      .poll(() => publicText("/functions/v1/quote-form"))
      .toContain("I can also write to you.");
  });

  await test.step("a claim is switched to its neutral wording and back", async () => {
    await openTab(page, "/claims");
    const claim = page.getByRole("switch", { name: "licensed and insured" });
    await expect(claim).not.toBeChecked();
    await claim.click();
    await expect(page.getByText("The neutral wording is shown.")).toBeVisible();
    await page.reload();
    await expect(claim).toBeChecked();
    await claim.click();
    await expect(claim).not.toBeChecked();
  });

  await test.step("claims without evidence become neutral, and come back", async () => {
    const row = page.getByRole("row").filter({ hasText: "5-star rated" });
    await expect(row).toContainText("No evidence yet");
    await expect(row).toContainText("Needed: an average of 4.75 or more from at least 20 reviews.");
    const rule = page.getByRole("switch", { name: "Claims only with evidence" });
    await rule.click();
    await expect(page.getByText("Claims without evidence are neutral now.")).toBeVisible();
    await expect(row).toContainText("Neutral while there is no evidence.");
    // By key: the message about the switch slides in meanwhile, and what is below it moves.
    await page.locator("summary", { hasText: "How it is measured" }).press("Enter");
    await expect(page.getByText("7 AM - 9 PM")).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => publicText("/")).not.toContain("5-Star Rated");
    await rule.click();
    await expect(row).not.toContainText("Neutral while there is no evidence.");
    await expect.poll(() => publicText("/")).toContain("5-Star Rated");
  });

  await test.step("an invalid retention period is refused", async () => {
    await openTab(page, "/retention");
    await page.getByLabel("Closed requests, months").fill("3");
    await page.getByRole("button", { name: "Save retention" }).click();
    await expect(page.getByText("Enter a whole number of months from 6 to 120.")).toBeVisible();
  });
});

test("integrations show their status, and the audit log can be filtered and verified", async ({
  page,
}) => {
  const superadmin = await enter(page, "/backyard/settings/audit");

  await test.step("the audit log is verified, filtered and exported", async () => {
    await openTab(page, "/audit");
    await page.getByRole("button", { name: "Check the chain" }).click();
    await expect(page.getByText(/The chain is intact: \d+ records? checked\./)).toBeVisible();
    await page.getByLabel("Action", { exact: true }).selectOption("verify");
    await page.getByLabel("Who").selectOption(superadmin.userId);
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(/action=verify/);
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
    const file = await page.request.get(`${site.url}/backyard/settings/audit.csv?action=verify`);
    expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
    expect(await file.text()).toContain("consent-chain");
  });

  await test.step("emails, CRM, mail server and generator show their status", async () => {
    await openTab(page, "/integrations");
    const mails = page.getByRole("switch", { name: "Emails for new requests" });
    await expect(mails).not.toBeChecked();
    await mails.click();
    await expect(page.getByText("Staff get an email for new requests.")).toBeVisible();
    await page.reload();
    await expect(mails).toBeChecked();
    await mails.click();
    await expect(page.getByText("Staff get no email for new requests.")).toBeVisible();
    await expect(page.getByText("Its address is not set on the server.")).toBeVisible();
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByText("requests are stored and wait until it is.")).toBeVisible();
    await page.getByRole("button", { name: "Send a test email" }).click();
    await expect(page.getByText("the email was written to a file")).toBeVisible();
    const generator = page.getByRole("region", { name: "AI generation" });
    await expect(generator.getByText("It needs no key and no network.")).toBeVisible();
    await generator.getByRole("button", { name: "Test generator" }).click();
    await expect(generator.getByText("The built-in generator is ready.")).toBeVisible();
  });

  await test.step("without a Stripe key, Settings and a provider's billing tab say so", async () => {
    const stripe = page.getByRole("region", { name: "Stripe" });
    await expect(stripe.getByText("Not set up.")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(/[A-Z]+_[A-Z]+/);
    await expect(stripe.getByText("None yet")).toBeVisible();
    await expect(stripe.getByRole("button", { name: "Test connection" })).toHaveCount(0);
    const dialog = page.getByRole("dialog");
    for (const customer of [`cus_${randomUUID().slice(0, 8)}`, null]) {
      const { id } = await insertProvider(site.db, { stripe_customer_id: customer });
      const billingRequest = page.waitForRequest("**/functions/v1/get-provider-billing");
      await page.goto(`${site.url}/backyard/providers/${id}?tab=billing`);
      await billingRequest;
      await expect(
        dialog.getByText(
          "Stripe is not connected. A superadmin can have it connected; see Settings, Integrations.",
        ),
      ).toBeVisible();
      for (const label of [
        "Card ending in",
        "Last payment",
        "Last payment amount",
        "Outstanding balance",
      ])
        await expect(
          page.locator("div", { has: page.getByText(label, { exact: true }) }).last(),
        ).toContainText("–");
      await expect(dialog).not.toContainText("STRIPE_");
    }
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  });
});
