import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { insertArticle } from "../articles.ts";
import { sendInboxRequest } from "../inbox-requests.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./own-site.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";
const ARTICLES = "/backyard/advertorials";

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false });

/**
 * Reports a page wider than the screen, and elements that scroll sideways, except tables and rows
 * of tabs.
 */
const findTooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolling = [...document.querySelectorAll("main *")].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth &&
        !element.matches("nav, :has(table)"),
    );
    return [
      ...(scrollWidth > clientWidth
        ? [
            `the page: ${scrollWidth} px`,
            ...[...document.querySelectorAll("main *")]
              .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
              .slice(-1)
              .map((element) => element.outerHTML.slice(0, 100)),
          ]
        : []),
      ...scrolling.map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`),
    ];
  });

/**
 * Opens each page with doubled text, and expects it to fit a laptop, half of one, and a phone.
 */
async function expectToFit(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    for (const width of [1280, 640, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => findTooWide(page), `${path} at ${width}`).toEqual([]);
    }
  }
}

test("with 200% text size a row that a colleague has open fits a phone", async ({
  page,
  browser,
  db,
  ownSite,
}) => {
  const name = await sendInboxRequest(ownSite.url);
  const { rows } = await db.query(
    "update service_requests set flags = array['too-fast', 'duplicate'] where customer_name = $1 returning id",
    [name],
  );
  await db.query("update crm_outbox set state = 'held' where request_id = $1", [rows[0].id]);
  const context = await browser.newContext({ baseURL: ownSite.url });
  const colleague = await context.newPage();
  await openSession(colleague, db, await createStaff(db, { role: "staff" }));
  await colleague.goto(`/backyard/service-requests/${rows[0].id}`);
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await page.goto("/backyard/service-requests");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("has this open")).toBeAttached();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expect.poll(() => findTooWide(page)).toEqual([]);
  await context.close();
});

test("with 200% text size the bar of new requests fits a phone", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await expectToFit(page, ["/backyard/service-requests"]);
  // The site may have missed something while it was not connected.
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'henry-listen' and datname = current_database()",
  );
  await expect(page.getByText("There may be new requests.")).toBeVisible();
  expect(await findTooWide(page)).toEqual([]);
});

test("with 200% text size the pages of requests and people fit, and the menu can be closed", async ({
  page,
  db,
}) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  await expectToFit(page, [
    "/backyard/dashboard",
    "/backyard/account",
    "/backyard/service-requests",
    "/backyard/people",
    "/backyard/calling-rules",
    "/backyard/disputes",
  ]);

  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Portal" })).toBeVisible();
  const { width = 0 } = (await page.locator("#portal-menu").boundingBox()) ?? {};
  await page.mouse.click((width + 390) / 2, 400);
  await expect(page.getByRole("navigation", { name: "Portal" })).toBeHidden();
});

test("with 200% text size the pages of providers fit", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  const provider = randomUUID();
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, created_at) values ($1, $2, 'Sam', '(404) 555-0100', now())",
    [provider, `Pipes ${provider}`],
  );
  await expectToFit(page, [LIST, `${LIST}/${provider}`, `${LIST}/new`, `${LIST}/import`]);
});

test("with 200% text size the pages of quizzes fit", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  const quiz = "/backyard/quizzes/editor/roof-leak";
  await expectToFit(page, [
    "/backyard/quizzes",
    "/backyard/quizzes/editor",
    quiz,
    `${quiz}/review`,
    `${quiz}/outcomes`,
    `${quiz}/metrics`,
  ]);
});

test("with 200% text size the pages of articles fit", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  const { slug } = await insertArticle(db, { slug: `a-${randomUUID().slice(0, 8)}` });
  const article = `${ARTICLES}/editor/${slug}`;
  await expectToFit(page, [
    ARTICLES,
    `${ARTICLES}/editor`,
    article,
    `${article}/metrics`,
    "/backyard/media",
  ]);
});

test("with 200% text size the pages of settings fit", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "superadmin" }));
  const names = ["", "/staff", "/consent", "/claims", "/integrations", "/retention", "/audit"];
  await expectToFit(
    page,
    names.map((name) => `/backyard/settings${name}`),
  );
});
