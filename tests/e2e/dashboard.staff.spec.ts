import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/** A figure of a card, as a number. */
async function figure(page: Page, card: string, label: string): Promise<number> {
  const term = page
    .getByRole("region", { name: card, exact: true })
    .locator("dl > div")
    .filter({ hasText: label });
  return Number((await term.locator("dd").innerText()).replace(/[$,]/g, ""));
}

async function addRows(db: pg.Client, customer: string) {
  const provider = randomUUID();
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, verification_status, created_at) values ($1, 'Test Co', 'Pat', '404', 'verified', now())",
    [provider],
  );
  await db.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [provider],
  );
  await db.query(
    "insert into bid_unlocks (id, provider_id, amount_paid, paid_at) values (gen_random_uuid(), $1, 30.30, now())",
    [provider],
  );
  await db.query(
    "insert into homeowners (id, name, setup_completed, created_at) values (gen_random_uuid(), 'Sam', true, now())",
  );
  await db.query(
    "insert into call_attributions (id, started_at, connected_at) values (gen_random_uuid(), now(), now()), (gen_random_uuid(), now(), null)",
  );
  await db.query(
    "insert into notifications (id, channel, kind, sent_at) values (gen_random_uuid(), 'email', 'test', now()), (gen_random_uuid(), 'sms', 'test', now())",
  );
  await db.query(
    `insert into quizzes (id, title, slug, description, service_type, questions, is_active, created_at, updated_at)
     values (gen_random_uuid(), 'Dashboard test', $1, '-', 'Plumbing', '[]', true, now(), now())`,
    [`dashboard-${provider}`],
  );
  await addRequest(db, customer);
}

const addRequest = (db: pg.Client, customer: string) =>
  db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     values (gen_random_uuid(), '-', $1, '4045550100', 'Plumbing', '-', '-', '{}', now())`,
    [customer],
  );

const FIGURES: [card: string, label: string, added: number][] = [
  ["Service requests", "All", 1],
  ["Service requests", "Today", 1],
  ["Providers", "All", 1],
  ["Providers", "Active", 1],
  ["Homeowners", "New today", 1],
  ["Homeowners", "Setup completed", 1],
  ["Quizzes", "All", 1],
  ["Quizzes", "Active", 1],
  ["Income", "Today", 30.3],
  ["Income", "Last 30 days", 30.3],
  ["Income", "Average per day", 1.01],
  ["Call attribution", "Today", 2],
  ["Call attribution", "Connected", 1],
  ["Notifications today", "E-mail", 1],
  ["Notifications today", "SMS", 1],
];

test("the figures follow the rows, and the newest requests are shown", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  const before = new Map<string, number>();
  // Who comes first after a start finds totals that are still being counted.
  await expect(async () => {
    await page.goto("/backyard/dashboard");
    for (const [card, label] of FIGURES) {
      const value = await figure(page, card, label);
      expect(value, `${card} ${label}`).not.toBeNaN();
      before.set(`${card} ${label}`, value);
    }
  }).toPass();
  await addRows(db, `Dashboard ${randomUUID()}`);
  // Totals may be ten seconds old. Other tests add rows at the same time: no figure is smaller than
  // with these.
  await expect(async () => {
    await page.reload();
    for (const [card, label, added] of FIGURES) {
      const key = `${card} ${label}`;
      expect(await figure(page, card, label), key).toBeGreaterThanOrEqual(
        (before.get(key) ?? Number.NaN) + added - 0.01,
      );
    }
  }).toPass({ timeout: 25_000 });

  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(refunds).toContainText("Requires data source");
  await expect(refunds.locator("dd")).toHaveText(["0", "0"]);

  const customer = `Newest ${randomUUID()}`;
  for (let earlier = 0; earlier < 4; earlier++) await addRequest(db, `Earlier ${randomUUID()}`);
  await expect(async () => {
    await addRequest(db, customer);
    await page.reload();
    const latest = page
      .getByRole("region", { name: "Latest service requests" })
      .getByRole("listitem");
    await expect(latest).toHaveCount(5);
    const mine = latest.filter({ hasText: customer }).first();
    await expect(mine).toContainText("Plumbing");
    await expect(mine).toContainText("new");
    await expect(mine.locator("time")).toHaveAttribute("title", /\d{4}, \d+:\d\d [AP]M/);
  }).toPass();
});

test("charts appear, their tables are in the page before, and quick actions lead on", async ({
  page,
  db,
  baseURL,
}) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/dashboard");
  const html = await (await page.request.get(`${baseURL}/backyard/dashboard`)).text();
  expect(html.match(/<details/g)).toHaveLength(3);
  for (const title of ["Requests per day", "Income per day", "From visit to closed request"]) {
    const panel = page.getByRole("region", { name: title, exact: true });
    await expect(panel.locator("svg.recharts-surface")).toBeVisible();
    await panel.getByText("Show as a table").click();
    await expect(panel.getByRole("table", { name: title })).toBeVisible();
    await expect(panel.getByRole("rowheader")).toHaveCount(title.startsWith("From") ? 10 : 30);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  const actions = page.getByRole("navigation", { name: "Quick actions" });
  await expect(actions.getByRole("link", { name: "Manage quizzes" })).toHaveAttribute(
    "href",
    "/backyard/quizzes",
  );
  await actions.getByRole("link", { name: "View service requests" }).click();
  await expect(page).toHaveURL("/backyard/service-requests");
});

const countOf = async (db: pg.Client, name: string) =>
  Number(
    (
      await db.query<{ count: string }>(
        "select coalesce(sum(count), 0) as count from funnel_counts where name = $1",
        [name],
      )
    ).rows[0]?.count,
  );

test("pages and the steps of the quote form are counted, and nothing else is stored", async ({
  page,
  db,
}) => {
  const names = ["page-view", "wizard-opened", "wizard-step-1"];
  const before: number[] = [];
  for (const name of names) before.push(await countOf(db, name));
  const sent: (string | null)[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith("/functions/v1/event") && sent.push(request.postData()),
  );
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await page.getByLabel("Street address").fill("12 Elm Street");
  await page.getByLabel("City").fill("Atlanta");
  await page.getByLabel("State").fill("ga");
  await page.getByLabel("ZIP code", { exact: true }).fill("30301");
  await page.getByRole("radio", { name: "Residential" }).check();
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "What do you need?" })).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "What do you need?" })).toBeVisible();
  await expect.poll(() => sent).toEqual(names.map((name) => JSON.stringify({ name })));
  for (const [index, name] of names.entries())
    await expect
      .poll(() => countOf(db, name), { message: name })
      .toBeGreaterThan(before[index] ?? 0);
});

test("the function takes known names from our own pages only", async ({ request, baseURL }) => {
  const send = (
    data: string,
    headers: Record<string, string> = { Origin: new URL(baseURL ?? "").origin },
  ) => request.post("/functions/v1/event", { data, headers });
  expect((await send('{"name":"page-view"}')).status()).toBe(204);
  expect((await send('{"name":"visitor-7"}')).status()).toBe(400);
  expect((await send("x".repeat(5_000))).status()).toBe(413);
  expect(
    (await send('{"name":"page-view"}', { Origin: "https://elsewhere.example" })).status(),
  ).toBe(403);
  expect((await send('{"name":"page-view"}', {})).status()).toBe(403);
});
