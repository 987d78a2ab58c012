import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/** Stores an emergency that has waited longer than any other. */
async function storeEmergency(db: pg.Client, years: number) {
  const [id, name] = [randomUUID(), `Flooded ${randomUUID().slice(0, 8)}`];
  await db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, phone_e164, zip_code, zip_valid, service_type, project_type, project_size, timeframe, additional_details, created_at)
     values ($1, '-', $2, '(404) 555-0100', '+14045550100', '30301', '30301', 'Plumbing', '-', '-', 'emergency', '{}', now() - $3 * interval '1 year')`,
    [id, name, years],
  );
  return { id, name };
}

test("starts with who to call now, and announces what is new without moving the rows", async ({
  page,
  db,
}) => {
  const first = await storeEmergency(db, 30);
  const stream = page.waitForResponse("**/backyard/service-requests/stream");
  // Noon in Atlanta, on a Tuesday.
  await page.clock.install({ time: "2026-01-13T17:00:00Z" });
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/dashboard");
  const queue = page.getByRole("region", { name: "Call now" });
  const row = queue.getByRole("listitem").filter({ hasText: first.name });
  const call = row.getByRole("link", { name: `Call ${first.name}: (404) 555-0100` });
  await expect(queue.getByRole("paragraph").first()).toContainText(
    /^Call now: \d+ (emergency|emergencies)\b.*, oldest (30|29) years/,
  );
  await expect(queue.getByRole("link", { name: /^\d+ emergenc/ })).toHaveAttribute(
    "href",
    "/backyard/service-requests?view=emergency",
  );
  await stream;
  // The page loads once more where the site's first totals are not counted yet.
  await expect(page.getByText("Counting")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "First response", exact: true })).toBeVisible();
  await page.clock.fastForward("00:30");
  await expect(call).toHaveAttribute("href", "tel:+14045550100");

  const place = await row.boundingBox();
  const second = await storeEmergency(db, 31);
  await db.query("select pg_notify('request_new', $1)", [second.id]);
  await db.query("select pg_notify('request_changed', $1)", [first.id]);
  await expect(queue.getByRole("status")).toContainText(
    /\d+ new requests?\. \d+ requests? changed\./,
  );
  await expect(row.getByText("Changed")).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
  await expect(call).toHaveCount(0);
  await expect(queue.getByText(second.name)).toHaveCount(0);
  await queue.getByRole("button", { name: "Show" }).click();
  await expect(queue.getByRole("listitem").first()).toContainText(second.name);

  await row.getByRole("link", { name: new RegExp(`^Emergency: ?${first.name}$`) }).click();
  await expect(page).toHaveURL(`/backyard/service-requests/${first.id}`);
  await expect(page.getByRole("dialog", { name: first.name })).toBeVisible();
  await db.query("delete from service_requests where id = any($1)", [[first.id, second.id]]);
});

test("charts have tables, every stage of the funnel has its share, and quick actions link to their pages", async ({
  page,
  db,
}) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/dashboard");
  for (const title of ["Requests per day", "Income per day"]) {
    const panel = page.getByRole("region", { name: title, exact: true });
    await expect(panel.locator("svg.recharts-surface")).toBeVisible();
    await panel.getByText("Show as a table").click();
    await expect(panel.getByRole("table", { name: title })).toBeVisible();
    await expect(panel.getByRole("rowheader")).toHaveCount(30);
    await expect(panel.getByRole("rowheader").last()).toHaveText(/, so far$/);
  }
  const funnel = page.getByRole("region", { name: "From opened form to hired" });
  await expect(funnel.getByRole("table", { name: "The form" }).getByRole("rowheader")).toHaveText([
    "Form opened",
    "Step 1 done",
    "Step 2 done",
    "Step 3 done",
    "Step 4 done",
    "Submitted",
  ]);
  await expect(
    funnel.getByRole("table", { name: "The requests" }).getByRole("rowheader"),
  ).toHaveText(["Received", "Reached", "Connected", "Hired"]);
  await expect(funnel.getByRole("term")).toHaveText(["Synced to CRM", "Contacted", "Closed"]);
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

test("page views and quote form steps are counted once, by name only", async ({ page, db }) => {
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
  await expect
    .poll(() => sent)
    .toEqual(["visit", ...names].map((name) => JSON.stringify({ name })));
  for (const [index, name] of names.entries())
    await expect
      .poll(() => countOf(db, name), { message: name })
      .toBeGreaterThan(before[index] ?? 0);
});
