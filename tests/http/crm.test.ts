import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type HighLevelFake, startHighLevel } from "../fakes/highlevel.ts";
import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { createVisitor, findLink, type Visitor } from "./visitor.ts";

const EXCHANGE = "/functions/v1/ghl-oauth-exchange";
const DENIED = { success: false, error: "Access denied. Admin privileges required." };
const INTEGRATIONS = "/backyard/settings/integrations";

// A separate site, which these tests connect to HighLevel.
let crm: HighLevelFake;
let site: IsolatedSite;
let boss: Visitor;
let bossHeaders: { Cookie: string };
const webhookKeys = generateKeyPairSync("ed25519");
const callsSecret = `whsec_${randomBytes(24).toString("base64")}`;

beforeAll(async () => {
  crm = await startHighLevel({
    clientId: "app-1",
    clientSecret: "app-secret",
    locationId: "loc-1",
  });
  site = await startIsolatedSite(inject("sharedSite").templateUrl, {
    CRM_CLIENT_ID: crm.clientId,
    CRM_CLIENT_SECRET: crm.clientSecret,
    CRM_API_BASE_URL: crm.url,
    CRM_AUTHORIZE_URL: "https://crm.example/choose?theme=1",
    CRM_WEBHOOK_PUBLIC_KEY: webhookKeys.publicKey
      .export({ type: "spki", format: "der" })
      .toString("base64"),
    CALLS_WEBHOOK_SECRET: callsSecret,
  });
  const { headers } = await createSignedInStaff(site.db, "superadmin");
  bossHeaders = headers;
  boss = createVisitor({ origin: site.url, headers });
});
afterAll(async () => {
  await site.stop();
  await crm.close();
});

async function exchange(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + EXCHANGE, {
    method: "POST",
    headers: { Origin: site.url, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    cacheControl: response.headers.get("cache-control"),
    body: await response.json(),
  };
}

/** Posts a request to the site. @returns its id */
async function sendRequest(record: Record<string, string>): Promise<string> {
  const response = await fetch(`${site.url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: { Authorization: "Bearer public-anon-key", "Content-Type": "application/json" },
    body: JSON.stringify({ type: "INSERT", record: { service_type: "Plumbing", ...record } }),
  });
  expect(await response.json()).toEqual({ success: true });
  const { rows } = await site.db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [record.customer_name],
  );
  return rows[0]?.id ?? "";
}
const getDelivery = async (id: string) =>
  (
    await site.db.query<{ state: string; last_error: string | null }>(
      "select state, last_error from crm_outbox where request_id = $1",
      [id],
    )
  ).rows[0];
const readRequest = async (id: string) =>
  (await boss.open(`/backyard/service-requests/${id}`)).text;

test("codes are exchanged only for superadmins", async () => {
  const { headers } = await createSignedInStaff(site.db, "staff");
  expect(await exchange({ code: "abc" }, headers)).toMatchObject({ status: 403, body: DENIED });
  expect(await exchange({ code: "abc" })).toEqual({
    status: 401,
    cacheControl: "no-store",
    body: DENIED,
  });
});

test("the exchange pages are neither cached nor indexed, and work without JavaScript", async () => {
  for (const path of ["/oauth/callback?code=abc", "/oauth/exchange"]) {
    const page = await createVisitor({ origin: site.url }).open(path);
    expect(Object.fromEntries(page.headers), path).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(page.html, path).toMatch(/<noscript><p/);
    const button = page.html.match(/<button[^>]*>Exchange code for tokens/)?.[0];
    expect(button, path).toContain("disabled");
  }
});

test("HighLevel can be chosen only once it is connected, with a state that we issued", async () => {
  const before = await boss.open(INTEGRATIONS);
  expect(before.text).toContain("Not connected to 127.0.0.1");
  const chooseHighLevel = () =>
    boss.submit(`${INTEGRATIONS}.data`, { intent: "target", target: "highlevel" });
  expect((await chooseHighLevel()).html).toContain("HighLevel is not connected. Connect it first.");
  const target = new URL(findLink(before.html, "Connect") ?? "");
  expect(target.origin + target.pathname).toBe("https://crm.example/choose");
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    theme: "1",
    response_type: "code",
    client_id: "app-1",
    redirect_uri: expect.stringMatching(/\/oauth\/callback$/),
  });
  const state = target.searchParams.get("state") ?? "";
  const wrongState = await exchange(
    { code: crm.issueCode(), state: `${state.slice(0, -4)}AAAA` },
    bossHeaders,
  );
  expect(JSON.stringify(wrongState.body)).toContain("This connection was not started here");
  const usedUp = await exchange({ code: "used-up", state }, bossHeaders);
  expect(JSON.stringify(usedUp.body)).toContain("Invalid grant");
  const { body } = await exchange({ code: crm.issueCode(), state }, bossHeaders);
  expect(body).toMatchObject({ success: true, location_id: "loc-1" });
  const { rows } = await site.db.query(
    "select access_token, location_id from crm_connections where disconnected_at is null",
  );
  expect(rows).toMatchObject([
    { location_id: "loc-1", access_token: expect.stringMatching(/^v1\./) },
  ]);
  expect(JSON.stringify(rows)).not.toContain((body as { access_token: string }).access_token);
  expect((await chooseHighLevel()).html).toContain("New requests go to: HighLevel.");
  // New requests use the target once the notification of the change has arrived.
  await expect
    .poll(async () => (await boss.open(INTEGRATIONS)).html)
    .toMatch(/<option value="highlevel" selected/);
});

test("a request is delivered to HighLevel, and shows what the CRM did not store", async () => {
  crm.addContact({ email: "pat@example.com" });
  crm.addContact({ phone: "+14045550187" });
  const id = await sendRequest({
    id: "web_1",
    customer_name: "Pat Trapper",
    customer_phone: "(404) 555-0187",
    customer_email: "pat@example.com",
  });
  await expect.poll(() => crm.notes().length).toBe(1);
  await expect.poll(async () => (await getDelivery(id))?.state).toBe("delivered");
  const request = await readRequest(id);
  expect(request).toContain("Synced with the CRM");
  expect(request).toContain("Target: HighLevel");
  expect(request).toContain("The CRM did not keep everything as it was sent: phone .");
});

test("Settings show the state of the connection and the result of the nightly check", async () => {
  const readSettings = async () => (await boss.open(INTEGRATIONS)).text;
  expect(await readSettings()).toContain(`Connected to ${new URL(crm.url).host}`);
  const { rows } = await site.db.query(
    "select access_token, expires_at from crm_connections where disconnected_at is null",
  );
  for (const [change, words] of [
    [
      "refresh_error = 'status 503', expires_at = now() + interval '70 minutes'",
      "press Reconnect if it lasts",
    ],
    [
      "expires_at = now() + interval '30 minutes', refreshed_at = now()",
      "the present ones end in 29 minutes",
    ],
    // An unreadable token keeps the site from refreshing it in between.
    [
      "access_token = 'v1.broken', expires_at = now() - interval '1 minute'",
      "The stored tokens cannot be read",
    ],
  ] as const) {
    await site.db.query(`update crm_connections set ${change} where disconnected_at is null`);
    expect(await readSettings(), change).toContain(words);
  }
  await site.db.query(
    "update crm_connections set refresh_error = null, access_token = $1, expires_at = $2 where disconnected_at is null",
    [rows[0]?.access_token, rows[0]?.expires_at],
  );
  expect(await readSettings()).toContain("Nothing is missing");
  const { rows: requests } = await site.db.query<{ id: string }>(
    "select id from service_requests limit 1",
  );
  const id = requests[0]?.id ?? "";
  await site.db.query(
    "insert into crm_reconciliations (id, at, not_queued, undelivered, sampled, missing, request_ids) values (gen_random_uuid(), now() + interval '1 second', 0, 2, 25, 1, $1)",
    [JSON.stringify({ notQueued: [], missing: [id] })],
  );
  const settingsPage = await boss.open(INTEGRATIONS);
  expect(settingsPage.text).toContain("Some requests need a look");
  expect(settingsPage.text).toContain("1 of 25 sampled");
  expect(findLink(settingsPage.html, `Request ${id.slice(-8)}`)).toBe(
    `/backyard/service-requests/${id}`,
  );
});

test("a request without a delivery can be sent from its page", async () => {
  const id = await sendRequest({ customer_name: "Olga Orphan", customer_phone: "(404) 555-0126" });
  await expect.poll(async () => (await getDelivery(id))?.state).toBe("delivered");
  await site.db.query("delete from crm_outbox where request_id = $1", [id]);
  await site.db.query("update service_requests set ghl_contact_id = null where id = $1", [id]);
  const request = await readRequest(id);
  expect(request).toContain("Not queued");
  expect(request).toContain(" Send ");
  await boss.submit(`/backyard/service-requests/${id}.data`, { intent: "send", id });
  await expect.poll(async () => (await getDelivery(id))?.state).toBe("delivered");
});

test("signed events of HighLevel are processed once; others are refused", async () => {
  const { rows } = await site.db.query(
    "select ghl_contact_id as contact from service_requests where customer_name = 'Pat Trapper'",
  );
  const send = async (body: string, signature?: string) =>
    (
      await fetch(`${site.url}/webhooks/highlevel`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(signature && { "X-GHL-Signature": signature }),
        },
        body,
      })
    ).status;
  const signBody = (body: string) =>
    sign(null, Buffer.from(body), webhookKeys.privateKey).toString("base64");
  const event = JSON.stringify({
    type: "ContactDndUpdate",
    locationId: "loc-1",
    id: rows[0]?.contact,
    dnd: true,
    webhookId: randomUUID(),
  });
  expect(await send(event)).toBe(401);
  expect(await send(event.replace("loc-1", "loc-2"), signBody(event))).toBe(401);
  expect(await send("<html>", signBody("<html>"))).toBe(400);
  const optOuts = async () =>
    (await site.db.query("select count(*)::int as count from suppressions where source = 'crm'"))
      .rows[0]?.count;
  expect(await optOuts()).toBe(0);
  for (let time = 0; time < 3; time++) expect(await send(event, signBody(event))).toBe(200);
  expect(await optOuts()).toBe(2);
  expect((await fetch(`${site.url}/webhooks/highlevel`)).status).toBe(405);
});

test("the call event of the documentation works as written; changed and unsigned ones are refused", async () => {
  const example = /```sh\n(BODY=[\s\S]*?)```/.exec(readFileSync("docs/api.md", "utf8"))?.[1] ?? "";
  const runScript = async (script: string) => {
    const { stdout } = await promisify(execFile)(
      "bash",
      ["-c", `${script.trim()} -s -w ' %{http_code}'`],
      { env: { ...process.env, CALLS_WEBHOOK_SECRET: callsSecret } },
    );
    return stdout;
  };
  const script = example.replace("http://localhost:3000", site.url);
  const success = '{"success":true} 200';
  expect(await runScript(script)).toBe(success);
  expect(await runScript(script.replaceAll("call.started", "call.connected"))).toBe(success);
  expect(await runScript(script)).toBe(success);
  const endedEvent = '{"type":"call.ended","id":"call-1001","at":"2026-01-01T12:00:00Z"}';
  const now = "AT=$(date +%s)";
  for (const forgedScript of [
    script.replace('-d "$BODY"', `-d '${endedEvent}'`),
    script.replace(now, "AT=$(( $(date +%s) - 330 ))"),
    script.replace(now, "AT=$(( $(date +%s) + 330 ))"),
    script.replace('-H "webhook-signature: v1,$SIGNATURE"', ""),
  ])
    expect(await runScript(forgedScript)).toMatch(/ 401$/);
  expect(await runScript(script.replace("call.started", "call.began"))).toMatch(
    /"error":"type: .* 400$/,
  );
  const { rows } = await site.db.query(
    "select source, connected_at is not null as connected, ended_at from call_attributions where external_id = 'call-1001'",
  );
  expect(rows).toEqual([{ source: "/home-services/plumbing", connected: true, ended_at: null }]);
});
