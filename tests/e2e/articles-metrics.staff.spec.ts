import { createStaff } from "../staff.ts";
import { expect, test } from "./articles.ts";
import { axeFindings } from "./axe.ts";
import { fillContact, fillToContact } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test.use({ expectedProblems: [/^outside tel:/] });

test("staff see the views, calls and requests of an article, counted without visitor data", async ({
  page,
  publish,
  db,
  visitorAddress,
}) => {
  const countedIds = async () => {
    const { rows } = await db.query("select distinct content_id from content_counts");
    return rows.map(({ content_id }) => content_id);
  };
  const countedBefore = await countedIds();
  const { id, slug, title } = await publish();
  await page.goto(`/articles/${slug}?utm_source=paper`);
  await page.getByRole("main").getByRole("link", { name: "Call (404) 555-0123" }).first().click();
  await page.getByRole("banner").getByRole("link", { name: "Call Now" }).click();
  await page.getByRole("link", { name: "Get Free Quote" }).click();
  await fillToContact(page);
  await fillContact(page, `Article ${visitorAddress}`);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  await page.goto("/articles/clogged-toilets");
  await page.getByRole("main").getByRole("link", { name: "Call" }).first().click();
  const counts = () =>
    db
      .query("select content_id, name, count::int from content_counts order by name")
      .then(({ rows }) => rows.filter((row) => row.content_id === id));
  await expect.poll(counts).toEqual([
    { content_id: id, name: "call", count: 2 },
    { content_id: id, name: "view", count: 1 },
  ]);
  // The built-in article is not counted.
  expect(new Set(await countedIds()).difference(new Set(countedBefore))).toEqual(new Set([id]));

  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/backyard/advertorials/editor/${slug}/metrics`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  const figures = page.locator("dl");
  await expect(figures.locator("dt")).toHaveText(["Views", "Calls tapped", "Service requests"]);
  await expect(figures.locator("dd > span:first-child")).toHaveText(["1", "2", "1"]);
  const calls = page.getByRole("region", { name: "Calls tapped by week" });
  await expect(calls.getByText("2 in the last 30 days.")).toBeVisible();
  await calls.getByText("Show as a table").click();
  await expect(calls.getByRole("row")).toHaveCount(31);
  await expect(calls.getByRole("row").nth(1).getByRole("cell")).toHaveText("2");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Last 90 days" }).click();
  await expect(calls.getByText("2 in the last 90 days.")).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
});
