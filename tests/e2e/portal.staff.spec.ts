import { randomUUID } from "node:crypto";
import type { Locator, Page, Route } from "@playwright/test";
import type pg from "pg";
import { insertArticle } from "../articles.ts";
import { createStaff } from "../staff.ts";
import { setOffline } from "./connection.ts";
import { expect, test } from "./own-site.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";
const ARTICLES = "/backyard/advertorials";

/** The error message in the content area. */
const message = (within: Page | Locator) => within.getByRole("alert").filter({ hasText: "Retry" });
/** Expects the portal's menu, and not the public site's error screen. */
const expectFrame = async (page: Page) => {
  await expect(page.getByRole("navigation", { name: "Portal" })).toBeVisible();
  await expect(page.getByText("Unexpected Application Error")).toHaveCount(0);
};
const LOADS = "**/*.data*";
/**
 * Lets the router's loads fail.
 * @returns presses Retry, with loads that work again, right after an automatic retry has failed: the
 * next one, ten seconds later, could take the button away while it is pressed
 */
async function failLoads(page: Page, fail: (route: Route) => Promise<void>) {
  let onFailure = () => {};
  await page.route(LOADS, async (route) => {
    await fail(route);
    onFailure();
  });
  return async (within: Page | Locator = page) => {
    await new Promise<void>((resolve) => {
      onFailure = resolve;
    });
    await page.unroute(LOADS);
    await message(within).getByRole("button", { name: "Retry" }).click();
  };
}
/**
 * Waits until the scripts of all portal pages are loaded, so that they open without a connection.
 */
const waitForPreloadedPages = (page: Page) =>
  page.waitForFunction(() => {
    type Route = { id: string; module: string };
    const { routes } = (window as never as { __reactRouterManifest: { routes: object } })
      .__reactRouterManifest;
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    return Object.values<Route>(routes as Record<string, Route>)
      .filter(({ id }) => id.startsWith("routes/backyard/"))
      .every(({ module }) => loaded.includes(module));
  });
const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name });

test.describe("a portal page that fails to load", () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    expectedProblems: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|50[03]/],
  });

  const insertProvider = async (db: pg.Client) => {
    const provider = randomUUID();
    await db.query(
      "insert into providers (id, company_name, contact_name, phone, created_at) values ($1, $2, 'Sam', '(404) 555-0100', now())",
      [provider, `Pipes ${provider}`],
    );
    return provider;
  };

  test("keeps the menu and what is searched, and recovers with the connection", async ({
    page,
    db,
  }) => {
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    const provider = await insertProvider(db);
    await page.goto("/backyard/dashboard");
    await waitForPreloadedPages(page);

    await setOffline(page, true);
    await menu(page, "Providers").click();
    await expect(message(page)).toHaveText("Could not load. Retry");
    await expectFrame(page);
    await expect(page.getByText("Total Requests")).toBeHidden();
    await setOffline(page, false);
    await expect(page.getByRole("link", { name: `View / edit Pipes ${provider}` })).toBeVisible();
    await expect(message(page)).toHaveCount(0);

    const retry = await failLoads(page, (route) => route.fulfill({ status: 503, body: "busy" }));
    const search = page.getByRole("searchbox");
    await search.fill(provider);
    await expect(message(page)).toHaveText("Could not load. Retry");
    await expect(search).toHaveValue(provider);
    await expectFrame(page);
    await retry();
    await expect(page).toHaveURL(`${LIST}?q=${provider}`);
    await expect(message(page)).toHaveCount(0);
  });

  test("opens a dialog late, and keeps what is typed in it", async ({ page, db }) => {
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    const provider = await insertProvider(db);
    await page.goto(`${LIST}?q=${provider}`);
    await waitForPreloadedPages(page);

    const retry = await failLoads(page, (route) => route.fulfill({ status: 500, body: "broken" }));
    await page.getByRole("link", { name: `View / edit Pipes ${provider}` }).click();
    await expect(message(page)).toHaveText("Could not load. Retry");
    await expectFrame(page);
    await retry();
    const dialog = page.getByRole("dialog", { name: `Pipes ${provider}` });
    await expect(dialog).toBeVisible();

    const contact = dialog.getByLabel("Contact name *");
    await contact.fill("Typed and not saved");
    const retryInDialog = await failLoads(page, (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await dialog.getByLabel("Company name *").fill(`Pipes and more ${provider}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(message(dialog)).toHaveText("Could not load. Retry");
    await expect(contact).toHaveValue("Typed and not saved");
    await retryInDialog(dialog);
    await expect(page.getByRole("dialog", { name: `Pipes and more ${provider}` })).toBeVisible();
  });

  test("says what could not be loaded, and opens it at Retry", async ({ page, db }) => {
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    const article = await insertArticle(db, { slug: `a-${randomUUID().slice(0, 8)}` });
    await page.goto(ARTICLES);
    await waitForPreloadedPages(page);
    const retry = await failLoads(page, (route) => route.abort());
    await page.getByRole("link", { name: article.title, exact: true }).click();
    await expect(message(page)).toHaveText("Failed to load advertorial Retry");
    await expectFrame(page);
    await retry();
    await expect(page.getByLabel("Title *")).toHaveValue(article.title);
  });

  test("keeps the menu on a first load, and recovers from database failures", async ({
    page,
    db,
  }) => {
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await db.query("alter table media_images rename to media_away");
    await page.goto("/backyard/media");
    await expect(message(page)).toHaveText("Could not load. Retry");
    await expectFrame(page);
    await db.query("alter table media_away rename to media_images");
    await message(page).getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No images yet")).toBeVisible();

    await db.query("alter table admin_users rename to admin_away");
    await page.reload();
    await expect(message(page)).toHaveText("Could not load. Retry");
    await expect(page.getByText("Unexpected Application Error")).toHaveCount(0);
    await db.query("alter table admin_away rename to admin_users");
    await message(page).getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("navigation", { name: "Portal" })).toBeVisible();
  });
});

test.describe("on a laptop", () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    expectedProblems: [/400 \(|403 \(/],
  });

  test("list buttons are fully visible, errors clear on change, and a denied page links to the dashboard", async ({
    page,
    db,
  }) => {
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await insertArticle(db, { slug: `a-${randomUUID().slice(0, 8)}` });
    for (const list of ["/backyard/quizzes", ARTICLES]) {
      await page.goto(list);
      const remove = page.getByRole("button", { name: /^Delete / }).first();
      await expect(remove).toBeInViewport({ ratio: 1 });
      const room = await remove.evaluate((button) => {
        const card = button.closest(".panel-card");
        return card ? card.getBoundingClientRect().right - button.getBoundingClientRect().right : 0;
      });
      expect(room, list).toBeGreaterThan(0);
    }

    await page.goto(`${LIST}/new`);
    await page.getByLabel("Contact name *").fill("Pat");
    await page.getByRole("button", { name: /^(Add|Create) provider$/ }).click();
    const company = page.getByLabel("Company name *");
    await expect(company).toHaveAttribute("aria-invalid", "true");
    await company.fill("Peach Plumbing");
    await expect(company).not.toHaveAttribute("aria-invalid", "true");

    await page.goto("/backyard/settings");
    await expect(
      page.getByText("Your role (staff) does not have sufficient privileges for this area."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Return to Login" })).toBeVisible();
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });
});
