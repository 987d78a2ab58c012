import type pg from "pg";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test("charts have tables, and quick actions link to their pages", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto("/backyard/dashboard");
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
  await expect.poll(() => sent).toEqual(names.map((name) => JSON.stringify({ name })));
  for (const [index, name] of names.entries())
    await expect
      .poll(() => countOf(db, name), { message: name })
      .toBeGreaterThan(before[index] ?? 0);
});
