import type { Page } from "@playwright/test";
import type pg from "pg";
import { type HighLevelFake, startHighLevel } from "../fakes/highlevel.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { abortFirstPost } from "./hold.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

const EXCHANGE = "/functions/v1/ghl-oauth-exchange";
const DENIED = "Access denied. Admin privileges required.";
const button = (page: Page) => page.getByRole("button", { name: "Exchange code for tokens" });

const expectToFit = async (page: Page) =>
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);

test.describe("the token exchange pages without superadmin rights", () => {
  test.use({ expectedProblems: [/40[13] \(|ERR_FAILED|Failed to load resource/] });

  test("the callback shows its parameters and reports missing values, denied access and failures", async ({
    page,
  }) => {
    await test.step("the parameters are shown as text, and signed-out visitors are denied", async () => {
      await page.goto(
        "/oauth/callback?code=abc-123&location_id=loc-9&error=access_denied&error_description=%3Cb%3EThe+user+said+no%3C%2Fb%3E",
      );
      await expect(page.getByRole("alert")).toContainText("access_denied");
      await expect(page.getByRole("alert")).toContainText("<b>The user said no</b>");
      await expect(page.getByText("abc-123")).toBeVisible();
      await expect(page.getByText("loc-9")).toBeVisible();
      await button(page).click();
      await expect(page.getByText(DENIED)).toBeVisible();
      await expect(
        page.getByText(
          "Sign in to the staff portal as a superadmin in another tab, then press the button again.",
        ),
      ).toBeVisible();
      await expect(page.getByText("abc-123")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step("network errors and failures without a message are reported", async () => {
      let responseBody: string | undefined;
      await page.route(`**${EXCHANGE}`, (route) =>
        responseBody === undefined ? route.abort() : route.fulfill({ body: responseBody }),
      );
      for (const [body, words] of [
        [undefined, "Network error during token exchange"],
        ['{"success":false}', "Unknown error occurred"],
        ["<html>A proxy says no</html>", "Invalid response from server"],
        ['{"success":false}', "Unknown error occurred"],
        ["null", "Invalid response from server"],
      ] as const) {
        responseBody = body;
        await button(page).click();
        await expect(page.getByText(words)).toBeVisible();
      }
      await page.unroute(`**${EXCHANGE}`);
    });

    await test.step("long values fit a phone, and Tab follows the visual order", async () => {
      const long = "x".repeat(1_500);
      await page.goto(
        `/oauth/callback?${new URLSearchParams({ code: long, location_id: long, error: long, error_description: long })}`,
      );
      await expect(page.locator("code").first()).toHaveText(long);
      await expectToFit(page);
      for (const name of ["Copy", "Copy", "Exchange code for tokens"]) {
        await page.keyboard.press("Tab");
        await expect(page.locator(":focus")).toHaveText(name);
      }
    });

    await test.step("a missing code shows an alert that returns the focus", async () => {
      await page.goto("/oauth/callback");
      await button(page).click();
      const alert = page.getByRole("alertdialog");
      await expect(alert).toHaveText("Missing authorization codeOK");
      await page.keyboard.press("Enter");
      await expect(alert).toBeHidden();
      await expect(button(page)).toBeFocused();
    });
  });

  test("the manual page requires both values and keeps them when access is denied", async ({
    page,
    db,
  }) => {
    await page.goto("/oauth/exchange");
    const code = page.getByLabel("Authorization code");
    const location = page.getByRole("textbox", { name: "Location ID" });
    const alert = page.getByRole("alertdialog");
    for (const field of [code, location]) {
      await page.keyboard.press("Tab");
      await expect(field).toBeFocused();
    }
    await code.fill("abc-123");
    await location.fill("   ");
    await button(page).click();
    await expect(alert).toContainText("Please provide both authorization code and location ID");
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await expect(alert).toBeHidden();
    await location.fill("loc-9");
    await abortFirstPost(page, `**${EXCHANGE}`);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Network error occurred")).toBeVisible();
    await button(page).click();
    await expect(page.getByText(DENIED)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await button(page).click();
    await expect(page.getByText("Only a superadmin may connect HighLevel.")).toBeVisible();
    await expect(code).toHaveValue("abc-123");
  });
});

test.describe("with HighLevel", () => {
  // An isolated site, because the test changes its settings.
  let site: IsolatedSite;
  let siteDb: pg.Client;
  let crm: HighLevelFake;
  test.beforeAll(async () => {
    crm = await startHighLevel({
      clientId: "app-1",
      clientSecret: "app-secret",
      locationId: "loc-1",
    });
    site = await startSiteApart({
      CRM_CLIENT_ID: crm.clientId,
      CRM_CLIENT_SECRET: crm.clientSecret,
      CRM_API_BASE_URL: crm.url,
      CRM_AUTHORIZE_URL: "https://crm.example/choose?theme=1",
    });
    siteDb = site.db;
  });
  test.afterAll(async () => {
    await site.stop();
    await crm.close();
  });
  test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[03] \(/] });

  test("a superadmin connects HighLevel, sends requests to it, and disconnects it", async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const card = page.getByRole("region", { name: "HighLevel" });
    const openIntegrations = () => page.goto(`${site.url}/backyard/settings/integrations`);
    const chooseTarget = async () => {
      await page.getByLabel("New requests go to").selectOption("HighLevel");
      await page.getByRole("button", { name: "Save", exact: true }).click();
    };
    await openSession(page, siteDb, await createStaff(siteDb, { role: "superadmin" }));
    await openIntegrations();

    await test.step("it cannot be the target before it is connected", async () => {
      await expect(card).toContainText("Not connected to 127.0.0.1");
      await chooseTarget();
      await expect(page.getByText("HighLevel is not connected. Connect it first.")).toBeVisible();
    });

    await test.step("a code with a valid state shows the tokens once, ready to copy", async () => {
      const target = await card.getByRole("link", { name: "Connect" }).getAttribute("href");
      const state = new URL(target ?? "").searchParams.get("state") ?? "";
      const openCallback = (code: string) =>
        page.goto(`${site.url}/oauth/callback?${new URLSearchParams({ code, state })}`);
      await openCallback("used-up");
      await button(page).click();
      await expect(page.getByText("HighLevel did not exchange the code")).toBeVisible();
      await expect(page.getByText("Invalid grant")).toBeVisible();
      await openCallback(crm.issueCode());
      await button(page).click();
      await expect(page.getByRole("heading", { name: "The exchange worked" })).toBeFocused();
      await expect(page.getByText("Setup instructions")).toBeVisible();
      await expect(page.getByText("loc-1")).toBeVisible();
      await expect(page.getByText("Connected without a state")).toBeHidden();
      const copy = page.getByRole("button", { name: /Copy|Copied!/ }).first();
      await copy.click();
      await expect(copy).toHaveText("Copied!");
      const copied = await clipboard();
      expect(copied).toMatch(/^access-/);
      await expect(page.getByText(copied, { exact: true }).first()).toBeVisible();
      await expect(copy).toHaveText("Copy");
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step("the manual page warns about the missing state and shows 30 characters of a token", async () => {
      await page.goto(`${site.url}/oauth/exchange`);
      await page.getByLabel("Authorization code").fill(crm.issueCode());
      await page.getByLabel("Location ID").fill("loc-other");
      const typedAt = (minutesAgo: number) =>
        siteDb.query("update staff_sessions set password_at = now() - make_interval(mins => $1)", [
          minutesAgo,
        ]);
      await typedAt(11);
      await button(page).click();
      await expect(page.getByText("Please sign in again to connect without a state")).toBeVisible();
      await typedAt(1);
      await button(page).click();
      await expect(page.getByText("Connected without a state")).toBeVisible();
      await expect(
        page.getByText("The tokens belong to location loc-1, not loc-other."),
      ).toBeVisible();
      const shown = page.locator("code").filter({ hasText: /^access-/ });
      await expect(shown).toHaveText(/^.{30}\.\.\.$/);
      await page.getByRole("button", { name: "Copy" }).first().click();
      await expect(page.getByRole("button", { name: "Copied!" })).toBeVisible();
      expect((await clipboard()).length).toBeGreaterThan(30);
      const { rows } = await siteDb.query(
        "select changes from audit_log where action = 'connect' order by at desc limit 1",
      );
      expect(rows[0]?.changes).toEqual({ locationId: "loc-1", withoutState: true });
    });

    await test.step("Settings test the connection and select it for new requests", async () => {
      await siteDb.query(
        "update crm_connections set refresh_error = 'status 503', expires_at = now() + interval '70 minutes' where disconnected_at is null",
      );
      await openIntegrations();
      await expect(card).toContainText("press Reconnect if it lasts");
      await expectToFit(page);
      expect(await axeFindings(page)).toEqual([]);
      await card.getByRole("button", { name: "Test connection" }).click();
      await expect(card.getByText("It answered for location loc-1")).toBeVisible();
      await chooseTarget();
      await expect(page.getByText("New requests go to: HighLevel.")).toBeVisible();
    });

    await test.step("an open request shows why its delivery failed or is paused, can be resent, and shows its delivery", async () => {
      const post = async (name: string, phone: string) => {
        await fetch(`${site.url}/functions/v1/contact-sync`, {
          method: "POST",
          headers: { Authorization: "Bearer public-anon-key", "Content-Type": "application/json" },
          body: JSON.stringify({
            type: "INSERT",
            record: { customer_name: name, customer_phone: phone, service_type: "Plumbing" },
          }),
        });
        const { rows } = await siteDb.query<{ id: string }>(
          "select id from service_requests where customer_name = $1",
          [name],
        );
        return rows[0]?.id ?? "";
      };
      const deliveryOf = async (id: string) =>
        (await siteDb.query("select state, last_error from crm_outbox where request_id = $1", [id]))
          .rows[0];
      const panel = page.getByRole("region", { name: "CRM sync" });

      crm.behave((call) =>
        /upsert/.test(call.path)
          ? { kind: "status", status: 422, message: "phone is not valid" }
          : { kind: "ok" },
      );
      const refused = await post("Dora Refused", "(404) 555-0122");
      await expect.poll(async () => (await deliveryOf(refused))?.state).toBe("dead");
      const stream = page.waitForResponse(/service-requests\/stream$/);
      await page.goto(`${site.url}/backyard/service-requests/${refused}`);
      await stream;
      await expect(panel).toContainText("Not delivered");
      await expect(panel).toContainText("Last answer: status 422, about phone");

      crm.behave({ kind: "status", status: 500 });
      await panel.getByRole("button", { name: "Send again" }).click();
      await expect.poll(async () => (await deliveryOf(refused))?.last_error).toBe("status 500");
      await expect(panel).toContainText("Waiting for delivery");
      await expect(panel).toContainText("Next try:");

      crm.behave({ kind: "status", status: 403, message: "Forbidden resource" });
      const paused = await post("Paul Paused", "(404) 555-0124");
      await expect.poll(async () => (await deliveryOf(paused))?.last_error).toBe("status 403");
      const streamAgain = page.waitForResponse(/service-requests\/stream$/);
      await page.reload();
      await streamAgain;
      await expect(panel).toContainText("Deliveries to HighLevel are paused (status 403)");
      crm.behave({ kind: "ok" });
      await siteDb.query("update crm_targets set next_probe_at = now() where target = 'highlevel'");
      await expect
        .poll(async () => [(await deliveryOf(refused))?.state, (await deliveryOf(paused))?.state], {
          timeout: 30_000,
        })
        .toEqual(["delivered", "delivered"]);
      await expect(panel).toContainText("Synced with the CRM");
    });

    await test.step("Disconnect asks for confirmation and deletes the tokens", async () => {
      await openIntegrations();
      await expect(card).toContainText("loc-1");
      await card.getByText("Disconnect", { exact: true }).click();
      await card.getByRole("button", { name: "Yes, disconnect" }).click();
      await expect(page.getByText("HighLevel is disconnected.")).toBeVisible();
      await expect(card).toContainText("Not connected to");
      const { rows } = await siteDb.query(
        "select 1 from crm_connections where access_token is not null",
      );
      expect(rows).toEqual([]);
    });
  });
});
