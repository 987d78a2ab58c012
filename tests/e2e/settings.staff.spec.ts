import type { Page } from "@playwright/test";
import type pg from "pg";
import { ENROLL_PATH } from "#app/features/auth/factor-rule.ts";
import { POLICIES } from "#app/features/auth/policies.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { computeTotp, createStaff, createWrongCode, getCodeSecondsLeft } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

const PAGES = ["", "/staff", "/consent", "/claims", "/integrations", "/retention", "/audit"].map(
  (page) => `/backyard/settings${page}`,
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the tab of each page is in view, and the page stands at its top", async ({ page, db }) => {
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    for (const path of PAGES) {
      await page.goto(path);
      await expect(
        page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=page]"),
        path,
      ).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => [window.scrollX, window.scrollY]), path).toEqual([0, 0]);
    }
  });
});

test.describe("without the rank", () => {
  test.use({ expectedProblems: [/40[134] \(/] });

  for (const role of ["staff", "reviewer"] as const) {
    test(`a ${role} member opens no page of Settings, reads none of its data, and changes nothing`, async ({
      page,
      db,
      baseURL,
    }) => {
      await openSession(page, db, await createStaff(db, { role }));
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
        await expect(
          page.getByText(`Your role (${role}) does not have sufficient privileges for this area.`),
        ).toBeVisible();
        const data = await page.request.get(`${path}.data`);
        expect(data.status(), `${path}.data`).toBe(403);
        const posted = await page.request.post(path, {
          form: {
            phone: "(800) 555-0166",
            intent: "invite",
            email: "x@example.com",
            role: "superadmin",
          },
          headers: { Origin: baseURL ?? "" },
        });
        expect(posted.status(), `POST ${path}`).toBe(403);
      }
      expect((await page.request.get("/backyard/settings/audit.csv")).status()).toBe(403);
      const { rows } = await db.query(
        "select 1 from staff_links where email = 'x@example.com' union all select 1 from settings where value = '\"(800) 555-0166\"'",
      );
      expect(rows).toEqual([]);
    });
  }
});

test.describe("for a superadmin", () => {
  // A site of its own: what is set here shows on every page.
  test.describe.configure({ mode: "serial" });
  let site: IsolatedSite;
  let own: pg.Client;
  test.beforeAll(async () => {
    site = await startSiteApart({});
    own = site.db;
  });
  test.afterAll(async () => {
    await site.stop();
  });
  test.use({
    expectedProblems: [
      /^outside http:\/\/(?:localhost|127\.0\.0\.1)|400 \(|ERR_INTERNET_DISCONNECTED|fetching the script/,
    ],
  });

  async function enter(page: Page, path: string) {
    const person = await createStaff(own, { role: "superadmin" });
    await openSession(page, own, person);
    await page.goto(site.url + path);
    return person;
  }

  test("a phone that is changed in Settings shows on the home page; a wrong one is told beside its field", async ({
    page,
  }) => {
    expect(await (await fetch(site.url)).text()).toContain("(800) 555-0199");
    await enter(page, "/backyard/settings");
    const phone = page.getByLabel("Phone");
    await phone.fill("call us");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(
      page.getByText("Enter a US phone number with ten digits, such as (800) 555-0199."),
    ).toBeVisible();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await phone.fill("(800) 555-0155");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect
      .poll(async () => (await (await fetch(site.url)).text()).includes("(800) 555-0155"))
      .toBe(true);
    const { rows } = await own.query("select key from settings");
    expect(rows).toEqual([{ key: "phone" }]);
  });

  test("a claim is switched to its neutral wording, and back", async ({ page }) => {
    await enter(page, "/backyard/settings/claims");
    const claim = page.getByRole("switch", { name: "licensed and insured" });
    await expect(claim).not.toBeChecked();
    await claim.click();
    await expect(page.getByText("The neutral wording is shown.")).toBeVisible();
    await page.reload();
    await expect(claim).toBeChecked();
    await claim.click();
    await expect(claim).not.toBeChecked();
  });

  test("mails for new requests are switched on and off", async ({ page }) => {
    await enter(page, "/backyard/settings/integrations");
    const mails = page.getByRole("switch", { name: "Mails for new requests" });
    await expect(mails).not.toBeChecked();
    await mails.click();
    await expect(page.getByText("Staff get a mail for new requests.")).toBeVisible();
    await page.reload();
    await expect(mails).toBeChecked();
    await mails.click();
    await expect(page.getByText("Staff get no mail for new requests.")).toBeVisible();
  });

  test("a new consent wording lacks nothing, and the quote form has it", async ({ page }) => {
    await enter(page, "/backyard/settings/consent");
    const consent = page.getByLabel("Consent", { exact: true });
    const words = await consent.inputValue();
    await consent.fill(words.replace("STOP", "no"));
    await expect(page.getByText("how to end it: the word STOP")).toBeVisible();
    await consent.fill(`${words} I can also write to you.`);
    await expect(page.getByText("how to end it: the word STOP")).toBeHidden();
    await page.getByRole("button", { name: "Use this wording" }).click();
    await expect(page.getByRole("heading", { name: "Shown now: version 3" })).toBeVisible();
    await expect
      .poll(async () =>
        (await (await fetch(`${site.url}/functions/v1/quote-form`)).text()).includes(
          "I can also write to you.",
        ),
      )
      .toBe(true);
  });

  test("without a connection Settings say that nothing came back, and keep what was typed", async ({
    page,
  }) => {
    await enter(page, "/backyard/settings/consent");
    const consent = page.getByLabel("Consent", { exact: true });
    const wording = `${await consent.inputValue()} Message frequency varies.`;
    await consent.fill(wording);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Use this wording" }).click();
    await expect(page.getByText("Nothing came back from the server.")).toBeVisible();
    await expect(consent).toHaveValue(wording);
    await page.context().setOffline(false);
    await page.goto(`${site.url}/backyard/settings`);
    await page.getByLabel("Brand").fill("Another name");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Nothing came back from the server.")).toBeVisible();
    await expect(page.getByLabel("Brand")).toHaveValue("Another name");
  });

  test("an invitation's link is shown once; a member is disabled, and their session ends", async ({
    page,
  }) => {
    const boss = await enter(page, "/backyard/settings/staff");
    const member = await createStaff(own, { role: "staff" });
    await own.query("update admin_users set display_name = 'Robin Example' where user_id = $1", [
      member.userId,
    ]);
    await own.query(
      "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values (gen_random_uuid(), gen_random_uuid()::text, $1, now() + interval '1 hour', now(), now())",
      [member.userId],
    );
    await page.reload();
    await page.getByLabel("E-mail").fill("new.person@example.com");
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(
      page.getByRole("textbox", { name: "Link for new.person@example.com" }),
    ).toHaveValue(new RegExp(`^${site.url}/backyard/join/`));
    await page.reload();
    await expect(
      page.getByRole("textbox", { name: "Link for new.person@example.com" }),
    ).toBeHidden();
    await expect(page.getByText("new.person@example.com")).toBeVisible();
    await page.getByRole("button", { name: "Manage Robin Example" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("row", { name: /Robin Example/ })).toContainText("Disabled");
    const { rows } = await own.query("select user_id from staff_sessions where user_id = any($1)", [
      [member.userId, boss.userId],
    ]);
    expect(rows).toEqual([{ user_id: boss.userId }]);
  });

  test("a superadmin ends somebody's sessions, after typing the password again", async ({
    page,
  }) => {
    const boss = await enter(page, "/backyard/settings/staff");
    const member = await createStaff(own, { role: "staff" });
    await own.query("update admin_users set display_name = 'Quinn Example' where user_id = $1", [
      member.userId,
    ]);
    await own.query(
      "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values (gen_random_uuid(), gen_random_uuid()::text, $1, now() + interval '1 hour', now(), now())",
      [member.userId],
    );
    await own.query(
      "update staff_sessions set password_at = now() - interval '11 minutes' where user_id = $1",
      [boss.userId],
    );
    await page.reload();
    await page.getByRole("button", { name: "Manage Quinn Example" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "End sessions" }).click();
    const asks = dialog.getByRole("alert");
    await expect(asks).toContainText("Type your password to go on");
    // The password would confirm what the form said before.
    await dialog.getByLabel("Role").selectOption("reviewer");
    await expect(asks).toBeHidden();
    await dialog.getByRole("button", { name: "End sessions" }).click();
    await expect(asks).toContainText("Type your password to go on");
    await dialog.getByLabel("Your password").fill(boss.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("The sessions of this person have ended.")).toBeVisible();
    await expect(dialog).toBeHidden();
    const { rows } = await own.query("select user_id from staff_sessions where user_id = any($1)", [
      [member.userId, boss.userId],
    ]);
    expect(rows).toEqual([{ user_id: boss.userId }]);
  });

  test("the reminder of a second factor is dismissed for a month, on every browser", async ({
    page,
    browser,
  }) => {
    const boss = await enter(page, "/backyard/dashboard");
    const reminder = page.getByRole("region", { name: "Reminder" });
    await expect(reminder).toContainText("Set up two-factor sign-in");
    expect(await axeFindings(page)).toEqual([]);
    const stored = page.waitForResponse(
      (response) =>
        response.request().method() === "POST" && response.url().includes("/backyard/account"),
    );
    await reminder.getByRole("button", { name: "Not now" }).click();
    await expect(reminder).toBeHidden();
    // It is hidden before the answer comes; a reload would cancel the request.
    expect((await stored).ok()).toBe(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(reminder).toBeHidden();
    const other = await browser.newPage();
    await openSession(other, own, boss);
    await other.goto(`${site.url}/backyard/dashboard`);
    await expect(other.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(other.getByRole("region", { name: "Reminder" })).toBeHidden();
    await other.close();
  });

  test("a required second factor is set up at the next sign-in, before anything else opens", async ({
    page,
    browser,
  }) => {
    await enter(page, "/backyard/settings/staff");
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    await page.getByLabel("Second factor required for").selectOption("Everybody");
    await page.getByRole("button", { name: "Save rule" }).click();
    await expect(page.getByText("Rule saved.")).toBeVisible();
    // Who set it works on; the next sign-in is the one that counts.
    await page.goto(`${site.url}/backyard/dashboard`);
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

    const person = await createStaff(own, { role: "superadmin" });
    const next = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openSession(next, own, person);
    for (const [pattern, policy] of Object.entries(POLICIES)) {
      if (policy === "public" || pattern === ENROLL_PATH) continue;
      const path = pattern
        .replace(":id", "0190163d-8694-739b-aea5-966c26f8ad91")
        .replace(":slug", "none")
        .replace("*", "nowhere");
      const answers = [
        await next.request.get(site.url + path, { maxRedirects: 0 }),
        await next.request.post(site.url + path, {
          form: { intent: "none" },
          headers: { Origin: site.url },
          maxRedirects: 0,
        }),
      ];
      for (const answer of answers)
        expect([answer.status(), answer.headers().location ?? ""], path).toEqual(
          answer.status() === 405 ? [405, ""] : [302, ENROLL_PATH],
        );
    }
    const called = await next.request.post(`${site.url}/functions/v1/get-provider-billing`, {
      data: {},
      headers: { Origin: site.url },
    });
    expect(called.status()).toBe(403);

    await next.goto(`${site.url}/backyard`);
    await expect(next).toHaveURL(site.url + ENROLL_PATH);
    await expect(next.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
    await next.getByLabel("Password").fill(person.password);
    await next.getByRole("button", { name: "Set up" }).click();
    await expect(next.getByRole("img", { name: /QR code/ })).toBeVisible();
    expect(
      await next.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    const secret = (await next.locator("p.font-mono").textContent()) ?? "";
    await next.getByLabel("Code from the app").fill(createWrongCode(secret));
    await next.getByRole("button", { name: "Turn on" }).click();
    await expect(next.getByRole("alert")).toHaveText("2FA verification failed");
    await expect.poll(getCodeSecondsLeft, { timeout: 10_000 }).toBeGreaterThan(4);
    await next.getByLabel("Code from the app").fill(computeTotp(secret));
    await next.getByRole("button", { name: "Turn on" }).click();
    await expect(next).toHaveURL(`${site.url}/backyard/dashboard`);
    await expect(next.getByRole("region", { name: "Reminder" })).toBeHidden();
    await next.close();
    await own.query("delete from settings where key = 'factorRequiredFor'");
  });

  test("the log names what was done, filters it by its address, and the chain is checked", async ({
    page,
  }) => {
    const boss = await enter(page, "/backyard/settings/audit");
    await page.getByRole("button", { name: "Check the chain" }).click();
    await expect(page.getByText(/The chain is whole: \d+ records? checked\./)).toBeVisible();
    await page.getByLabel("Action", { exact: true }).selectOption("verify");
    await page.getByLabel("Who").selectOption(boss.userId);
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(/action=verify/);
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
    const file = await page.request.get(`${site.url}/backyard/settings/audit.csv?action=verify`);
    expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
    expect(await file.text()).toContain("consent-chain");
  });

  test("retention and integrations say how they stand", async ({ page }) => {
    await enter(page, "/backyard/settings/retention");
    await page.getByLabel("Closed requests, months").fill("3");
    await page.getByRole("button", { name: "Save retention" }).click();
    await expect(page.getByText("Enter a whole number of months from 6 to 120.")).toBeVisible();
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "Integrations" })
      .click();
    await expect(page.getByText("Its address is not set on the server.")).toBeVisible();
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByText("requests are stored and wait until it is.")).toBeVisible();
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await expect(page.getByText("the mail was written to a file")).toBeVisible();
    const generator = page.getByRole("region", { name: "AI generation" });
    await expect(generator.getByText("It needs no key and no network.")).toBeVisible();
    await generator.getByRole("button", { name: "Test generator" }).click();
    await expect(generator.getByText("The built-in generator is ready.")).toBeVisible();
  });
});
