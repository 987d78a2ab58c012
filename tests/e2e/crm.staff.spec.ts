import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { type HighLevelDouble, startHighLevel } from "../fakes/highlevel.ts";
import type { IsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";
import { openSession } from "./staff.ts";

const EXCHANGE = "/functions/v1/ghl-oauth-exchange";
const DENIED = "Access denied. Admin privileges required.";
const button = (page: Page) => page.getByRole("button", { name: "Exchange code for tokens" });

test.describe("the helper pages without the rank", () => {
  test.use({ expectedProblems: [/40[13] \(|ERR_FAILED|Failed to load resource/] });

  test("show error, description, code and location to everybody, are kept by nobody, and exchange for nobody", async ({
    page,
  }) => {
    const response = await page.goto(
      "/oauth/callback?code=abc-123&location_id=loc-9&error=access_denied&error_description=%3Cb%3EThe+user+said+no%3C%2Fb%3E",
    );
    expect(response?.headers()).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    await expect(page.getByRole("alert")).toContainText("access_denied");
    await expect(page.getByRole("alert")).toContainText("<b>The user said no</b>");
    await expect(page.getByText("abc-123")).toBeVisible();
    await expect(page.getByText("loc-9")).toBeVisible();
    await button(page).click();
    await expect(page.getByText(DENIED)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("say what is missing in an alert, and put the focus back", async ({ page }) => {
    await page.goto("/oauth/callback");
    await button(page).click();
    const alert = page.getByRole("alertdialog");
    await expect(alert).toHaveText("Missing authorization codeOK");
    await page.keyboard.press("Enter");
    await expect(alert).toBeHidden();
    await expect(button(page)).toBeFocused();

    expect((await page.goto("/oauth/exchange"))?.headers()).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    await page.getByLabel("Authorization code").fill("abc");
    await page.getByLabel("Location ID").fill("   ");
    await button(page).click();
    await expect(alert).toContainText("Please provide both authorization code and location ID");
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await expect(alert).toBeHidden();
    await page.getByRole("textbox", { name: "Location ID" }).fill("loc-9");
    await button(page).click();
    await expect(page.getByText(DENIED)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("tell a broken network and a failure without words", async ({ page }) => {
    let broken = true;
    let answer = '{"success":false}';
    await page.route(`**${EXCHANGE}`, (route) =>
      broken ? route.abort() : route.fulfill({ body: answer }),
    );
    await page.goto("/oauth/callback?code=abc");
    await button(page).click();
    await expect(page.getByText("Network error during token exchange")).toBeVisible();
    broken = false;
    await button(page).click();
    await expect(page.getByText("Unknown error occurred")).toBeVisible();
    for (const strange of ["<html>A proxy says no</html>", "null"]) {
      answer = strange;
      await page.goto("/oauth/callback?code=abc");
      await button(page).click();
      await expect(page.getByText("Invalid response from server")).toBeVisible();
    }
    broken = true;
    await page.goto("/oauth/exchange");
    await page.getByLabel("Authorization code").fill("abc");
    await page.getByRole("textbox", { name: "Location ID" }).fill("loc-9");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Network error occurred")).toBeVisible();
  });

  test("say what to do, to strangers and to staff without the right; the code stays on the page", async ({
    page,
    db,
  }) => {
    await page.goto("/oauth/callback?code=abc-123");
    await button(page).click();
    await expect(page.getByRole("alert")).toContainText(
      "Sign in to the staff portal as a superadmin in another tab, then press the button again.",
    );
    await expect(page.getByText("abc-123")).toBeVisible();
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await page.goto("/oauth/exchange");
    await page.getByLabel("Authorization code").fill("abc-123");
    await page.getByRole("textbox", { name: "Location ID" }).fill("loc-9");
    await button(page).click();
    await expect(page.getByRole("alert")).toContainText("Only a superadmin may connect HighLevel.");
    await expect(page.getByLabel("Authorization code")).toHaveValue("abc-123");
  });

  test("hold long values on a phone, and in the keyboard's order", async ({ page }) => {
    const long = "x".repeat(1_500);
    await page.goto(
      `/oauth/callback?${new URLSearchParams({ code: long, location_id: long, error: long, error_description: long })}`,
    );
    await expect(page.locator("code").first()).toHaveText(long);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    for (const name of ["Copy", "Copy", "Exchange code for tokens"]) {
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveText(name);
    }
    await page.goto("/oauth/exchange");
    for (const label of ["Authorization code", "Location ID"]) {
      await page.keyboard.press("Tab");
      await expect(page.getByLabel(label)).toBeFocused();
    }
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    for (const path of ["/oauth/callback?code=abc", "/oauth/exchange"])
      test(`${path} says what to do, and offers no button that does nothing`, async ({ page }) => {
        await page.goto(path);
        // Text selectors leave noscript out.
        await expect(page.locator("noscript p")).toBeVisible();
        await expect(button(page)).toBeDisabled();
      });
  });

  test("exchange for no staff member below superadmin", async ({ page, db, baseURL }) => {
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    const answer = await page.request.post(EXCHANGE, {
      data: { code: "abc" },
      headers: { Origin: baseURL ?? "" },
    });
    expect([answer.status(), await answer.json()]).toEqual([
      403,
      { success: false, error: DENIED },
    ]);
    const stranger = await fetch(baseURL + EXCHANGE, {
      method: "POST",
      headers: { Origin: baseURL ?? "", "Content-Type": "application/json" },
      body: '{"code":"abc"}',
    });
    expect([stranger.status, await stranger.json(), stranger.headers.get("cache-control")]).toEqual(
      [401, { success: false, error: DENIED }, "no-store"],
    );
  });
});

test.describe("with HighLevel", () => {
  // A site of its own, whose settings are changed here.
  test.describe.configure({ mode: "serial" });
  let site: IsolatedSite;
  let own: pg.Client;
  let crm: HighLevelDouble;
  const keys = generateKeyPairSync("ed25519");
  const callsSecret = `whsec_${randomBytes(24).toString("base64")}`;
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
      CRM_WEBHOOK_PUBLIC_KEY: keys.publicKey
        .export({ type: "spki", format: "der" })
        .toString("base64"),
      CALLS_WEBHOOK_SECRET: callsSecret,
    });
    own = site.db;
  });
  test.afterAll(async () => {
    await site.stop();
    await crm.close();
  });
  test.use({ expectedProblems: [/^outside http:\/\/(?:localhost|127\.0\.0\.1)|40[03] \(/] });

  async function enter(page: Page, path: string) {
    const person = await createStaff(own, { role: "superadmin" });
    await openSession(page, own, person);
    await page.goto(site.url + path);
  }
  const card = (page: Page) => page.getByRole("region", { name: "HighLevel" });

  test("HighLevel cannot be the target before it is connected", async ({ page }) => {
    await enter(page, "/backyard/settings/integrations");
    await expect(card(page)).toContainText("Not connected to 127.0.0.1");
    await page.getByLabel("New requests go to").selectOption("HighLevel");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("HighLevel is not connected. Connect it first.")).toBeVisible();
  });

  test("Connect leads out with a state, which comes back with the code; the tokens are shown once, and copied whole", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enter(page, "/backyard/settings/integrations");
    const target = new URL(
      (await card(page).getByRole("link", { name: "Connect" }).getAttribute("href")) ?? "",
    );
    expect(target.origin + target.pathname).toBe("https://crm.example/choose");
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      theme: "1",
      response_type: "code",
      client_id: "app-1",
      redirect_uri: expect.stringMatching(/\/oauth\/callback$/),
    });
    const state = target.searchParams.get("state") ?? "";

    const back = (values: Record<string, string>) =>
      page.goto(`${site.url}/oauth/callback?${new URLSearchParams(values)}`);
    await back({ code: crm.issueCode(), state: `${state.slice(0, -4)}AAAA` });
    await button(page).click();
    await expect(page.getByText("This connection was not started here")).toBeVisible();

    await back({ code: "used-up", state });
    await button(page).click();
    await expect(page.getByText("HighLevel did not exchange the code")).toBeVisible();
    await expect(page.getByText("Invalid grant")).toBeVisible();

    await back({ code: crm.issueCode(), state });
    await button(page).click();
    await expect(page.getByRole("heading", { name: "The exchange worked" })).toBeFocused();
    await expect(page.getByText("Setup instructions")).toBeVisible();
    await expect(page.getByText("loc-1")).toBeVisible();
    await expect(page.getByText("Connected without a state")).toBeHidden();
    const copy = page.getByRole("button", { name: /Copy|Copied!/ }).first();
    await copy.click();
    await expect(copy).toHaveText("Copied!");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^access-/);
    await expect(page.getByText(copied, { exact: true }).first()).toBeVisible();
    await expect(copy).toHaveText("Copy");
    expect(await axeFindings(page)).toEqual([]);

    const { rows } = await own.query(
      "select access_token, refresh_token, location_id from crm_connections where disconnected_at is null",
    );
    expect(rows).toMatchObject([
      { location_id: "loc-1", access_token: expect.stringMatching(/^v1\./) },
    ]);
    expect(JSON.stringify(rows)).not.toContain(copied);
  });

  test("the manual page shows the first 30 characters, copies all, and warns that there was no state", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enter(page, "/oauth/exchange");
    await page.getByLabel("Authorization code").fill(crm.issueCode());
    await page.getByLabel("Location ID").fill("loc-other");
    const typedAt = (minutesAgo: number) =>
      own.query("update staff_sessions set password_at = now() - make_interval(mins => $1)", [
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
    expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(30);
    const { rows } = await own.query(
      "select changes from audit_log where action = 'connect' order by at desc limit 1",
    );
    expect(rows[0]?.changes).toEqual({ locationId: "loc-1", withoutState: true });
  });

  test("a request goes to HighLevel once it is the target, and says there what the CRM did not keep", async ({
    page,
  }) => {
    await enter(page, "/backyard/settings/integrations");
    await card(page).getByRole("button", { name: "Test connection" }).click();
    await expect(card(page).getByText("It answered for location loc-1")).toBeVisible();
    await page.getByLabel("New requests go to").selectOption("HighLevel");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("New requests go to: HighLevel.")).toBeVisible();

    crm.addContact({ email: "pat@example.com" });
    crm.addContact({ phone: "+14045550187" });
    const record = {
      id: "web_1",
      customer_name: "Pat Trapper",
      customer_phone: "(404) 555-0187",
      customer_email: "pat@example.com",
      service_type: "Plumbing",
    };
    const posted = await fetch(`${site.url}/functions/v1/contact-sync`, {
      method: "POST",
      headers: { Authorization: "Bearer public-anon-key", "Content-Type": "application/json" },
      body: JSON.stringify({ type: "INSERT", record }),
    });
    expect(await posted.json()).toEqual({ success: true });
    await expect.poll(() => crm.notes().length).toBe(1);
    const { rows } = await own.query(
      "select id from service_requests where customer_name = 'Pat Trapper'",
    );
    await expect
      .poll(
        async () =>
          (await own.query("select state from crm_outbox where request_id = $1", [rows[0]?.id]))
            .rows,
      )
      .toEqual([{ state: "delivered" }]);
    await page.goto(`${site.url}/backyard/service-requests/${rows[0]?.id}`);
    const panel = page.getByRole("region", { name: "CRM sync" });
    await expect(panel).toContainText("Synced with the CRM");
    await expect(panel).toContainText("Target: HighLevel");
    await expect(panel).toContainText("The CRM did not keep everything as it was sent: phone.");
  });

  test("Settings say how the connection is, and what the nightly check found; each state holds on a phone", async ({
    page,
  }) => {
    await enter(page, "/backyard/settings/integrations");
    await expect(card(page)).toContainText(`Connected to ${new URL(crm.url).host}`);
    const inState = async (change: string, words: string) => {
      await own.query(`update crm_connections set ${change} where disconnected_at is null`);
      await page.reload();
      await expect(card(page)).toContainText(words);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    };
    const { rows } = await own.query(
      "select access_token, expires_at from crm_connections where disconnected_at is null",
    );
    await inState(
      "refresh_error = 'status 503', expires_at = now() + interval '70 minutes'",
      "press Reconnect if it lasts",
    );
    await inState(
      "expires_at = now() + interval '30 minutes', refreshed_at = now()",
      "the present ones end in 29 minutes",
    );
    expect(await axeFindings(page)).toEqual([]);
    // Without a readable token nothing is renewed meanwhile.
    await inState(
      "access_token = 'v1.broken', expires_at = now() - interval '1 minute'",
      "The stored tokens cannot be read",
    );
    await own.query(
      "update crm_connections set refresh_error = null, access_token = $1, expires_at = $2 where disconnected_at is null",
      [rows[0]?.access_token, rows[0]?.expires_at],
    );

    const check = page.getByRole("region", { name: "Nightly check" });
    await expect(check).toContainText("Nothing is missing");
    const { rows: requests } = await own.query("select id from service_requests limit 1");
    const id = String(requests[0]?.id);
    await own.query(
      "insert into crm_reconciliations (id, at, not_queued, undelivered, sampled, missing, request_ids) values (gen_random_uuid(), now() + interval '1 second', 0, 2, 25, 1, $1)",
      [JSON.stringify({ notQueued: [], missing: [id] })],
    );
    await page.reload();
    await expect(check).toContainText("Some requests need a look");
    await expect(check).toContainText("1 of 25 sampled");
    await check.getByRole("link", { name: `Request ${id.slice(-8)}` }).click();
    await expect(page.getByRole("region", { name: "CRM sync" })).toBeVisible();
  });

  test("a request says why it waits, why it failed, and is sent again by a button", async ({
    page,
  }) => {
    const post = (name: string, phone: string) =>
      fetch(`${site.url}/functions/v1/contact-sync`, {
        method: "POST",
        headers: { Authorization: "Bearer public-anon-key", "Content-Type": "application/json" },
        body: JSON.stringify({
          type: "INSERT",
          record: { customer_name: name, customer_phone: phone, service_type: "Plumbing" },
        }),
      });
    const stateOf = async (name: string) =>
      (
        await own.query(
          "select o.state, o.attempts, o.last_error from crm_outbox o join service_requests r on r.id = o.request_id where r.customer_name = $1",
          [name],
        )
      ).rows[0];
    const panel = page.getByRole("region", { name: "CRM sync" });
    const look = async (name: string) => {
      const { rows } = await own.query("select id from service_requests where customer_name = $1", [
        name,
      ]);
      await page.goto(`${site.url}/backyard/service-requests/${rows[0]?.id}`);
    };
    await enter(page, "/backyard/dashboard");

    crm.behave((call) =>
      /upsert/.test(call.path)
        ? { kind: "status", status: 422, message: "phone is not valid" }
        : { kind: "ok" },
    );
    await post("Dora Refused", "(404) 555-0122");
    await expect.poll(async () => (await stateOf("Dora Refused"))?.state).toBe("dead");
    await look("Dora Refused");
    await expect(panel).toContainText("Not delivered");
    await expect(panel).toContainText("Last answer: status 422, about phone");

    crm.behave({ kind: "status", status: 500 });
    await panel.getByRole("button", { name: "Send again" }).click();
    await expect.poll(async () => (await stateOf("Dora Refused"))?.last_error).toBe("status 500");
    await look("Dora Refused");
    await expect(panel).toContainText("Waiting for delivery");
    await expect(panel).toContainText("Next try:");

    crm.behave({ kind: "status", status: 403, message: "Forbidden resource" });
    await post("Paul Paused", "(404) 555-0124");
    await expect.poll(async () => (await stateOf("Paul Paused"))?.last_error).toBe("status 403");
    const stream = page.waitForResponse(/service-requests\/stream$/);
    await look("Dora Refused");
    await expect(panel).toContainText("Deliveries to HighLevel are paused (status 403)");
    await stream;
    crm.behave({ kind: "ok" });
    await own.query("update crm_targets set next_probe_at = now() where target = 'highlevel'");
    await expect
      .poll(
        async () => [(await stateOf("Dora Refused"))?.state, (await stateOf("Paul Paused"))?.state],
        { timeout: 15_000 },
      )
      .toEqual(["delivered", "delivered"]);
    // The open request hears of it.
    await expect(panel).toContainText("Synced with the CRM");

    // What the nightly check finds without a delivery order is sent from its page.
    await post("Olga Orphan", "(404) 555-0126");
    await expect.poll(async () => (await stateOf("Olga Orphan"))?.state).toBe("delivered");
    await own.query(
      "delete from crm_outbox o using service_requests r where r.id = o.request_id and r.customer_name = 'Olga Orphan'",
    );
    await own.query(
      "update service_requests set ghl_contact_id = null where customer_name = 'Olga Orphan'",
    );
    await look("Olga Orphan");
    await expect(panel).toContainText("Not queued");
    await panel.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(async () => (await stateOf("Olga Orphan"))?.state).toBe("delivered");
  });

  test("signed events of HighLevel count once; others are refused", async () => {
    const { rows } = await own.query(
      "select ghl_contact_id as contact from service_requests where customer_name = 'Pat Trapper'",
    );
    const send = (body: string, signature?: string) =>
      fetch(`${site.url}/webhooks/highlevel`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(signature && { "X-GHL-Signature": signature }),
        },
        body,
      });
    const signed = (body: string) =>
      sign(null, Buffer.from(body), keys.privateKey).toString("base64");
    const event = JSON.stringify({
      type: "ContactDndUpdate",
      locationId: "loc-1",
      id: rows[0]?.contact,
      dnd: true,
      webhookId: randomUUID(),
    });
    expect((await send(event)).status).toBe(401);
    expect((await send(event.replace("loc-1", "loc-2"), signed(event))).status).toBe(401);
    expect((await send("<html>", signed("<html>"))).status).toBe(400);
    const stops = async () =>
      (await own.query("select count(*)::int as count from suppressions where source = 'crm'"))
        .rows[0]?.count;
    expect(await stops()).toBe(0);
    for (let time = 0; time < 3; time++)
      expect((await send(event, signed(event))).status).toBe(200);
    expect(await stops()).toBe(2);
    expect((await fetch(`${site.url}/webhooks/highlevel`)).status).toBe(405);
  });

  test("the call event of the documentation works as it stands; tampered and unsigned ones are refused", async () => {
    const example =
      /```sh\n(BODY=[\s\S]*?)```/.exec(readFileSync("docs/api.md", "utf8"))?.[1] ?? "";
    const run = async (script: string) => {
      const { stdout } = await promisify(execFile)(
        "bash",
        ["-c", `${script.trim()} -s -w ' %{http_code}'`],
        { env: { ...process.env, CALLS_WEBHOOK_SECRET: callsSecret } },
      );
      return stdout;
    };
    const script = example.replace("http://localhost:3000", site.url);
    expect(await run(script)).toBe('{"success":true} 200');
    expect(await run(script.replaceAll("call.started", "call.connected"))).toBe(
      '{"success":true} 200',
    );
    expect(await run(script)).toBe('{"success":true} 200');
    expect(
      await run(
        script.replace(
          '-d "$BODY"',
          `-d '{"type":"call.ended","id":"call-1001","at":"2026-01-01T12:00:00Z"}'`,
        ),
      ),
    ).toMatch(/ 401$/);
    expect(await run(script.replace("AT=$(date +%s)", "AT=$(( $(date +%s) - 330 ))"))).toMatch(
      / 401$/,
    );
    expect(await run(script.replace("AT=$(date +%s)", "AT=$(( $(date +%s) + 330 ))"))).toMatch(
      / 401$/,
    );
    expect(await run(script.replace('-H "webhook-signature: v1,$SIGNATURE"', ""))).toMatch(/ 401$/);
    expect(await run(script.replace("call.started", "call.began"))).toMatch(
      /"error":"type: .* 400$/,
    );
    const { rows } = await own.query(
      "select source, connected_at is not null as connected, ended_at from call_attributions where external_id = 'call-1001'",
    );
    expect(rows).toEqual([{ source: "/home-services/plumbing", connected: true, ended_at: null }]);
  });

  test("Disconnect asks first, forgets the tokens, and requests wait", async ({ page }) => {
    await enter(page, "/backyard/settings/integrations");
    await expect(card(page)).toContainText("loc-1");
    await card(page).getByText("Disconnect", { exact: true }).click();
    await card(page).getByRole("button", { name: "Yes, disconnect" }).click();
    await expect(page.getByText("HighLevel is disconnected.")).toBeVisible();
    await expect(card(page)).toContainText("Not connected to");
    const { rows } = await own.query(
      "select 1 from crm_connections where access_token is not null",
    );
    expect(rows).toEqual([]);
  });
});
