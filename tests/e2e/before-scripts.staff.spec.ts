import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { hold, SCRIPTS } from "./hold.ts";
import { openSession } from "./staff.ts";
import { makeQuiz } from "./staff-quizzes.ts";

/**
 * Fields controlled by React that are rendered before the scripts load. The request list and the
 * article editor have their own tests.
 */
const CONTROLLED_FIELDS: {
  what: string;
  open: (db: pg.Client) => Promise<string> | string;
  field: (page: Page) => Locator;
}[] = [
  {
    what: "the consent text",
    open: () => "/backyard/settings/consent",
    field: (page) => page.getByLabel("Consent", { exact: true }),
  },
  {
    what: "the topic of an article",
    open: () => "/backyard/advertorials/editor",
    field: (page) => page.getByLabel("Topic *"),
  },
  {
    what: "the topic of a quiz",
    open: () => "/backyard/quizzes/editor",
    field: (page) => page.getByLabel("Topic *"),
  },
  {
    what: "the title of a quiz",
    open: async (db) => `/backyard/quizzes/editor/${(await makeQuiz(db)).slug}`,
    field: (page) => page.getByLabel("Title *"),
  },
  {
    what: "the thresholds of a quiz",
    open: async (db) => `/backyard/quizzes/editor/${(await makeQuiz(db)).slug}/outcomes`,
    field: (page) => page.getByLabel("Close call below, in percentage points"),
  },
  {
    what: "the status of a provider",
    async open(db) {
      const name = `Early ${randomUUID().slice(0, 8)}`;
      await db.query(
        "insert into providers (id, company_name, contact_name, phone, business_city, business_state, created_at) values (gen_random_uuid(), $1, 'Pat Example', '(404) 555-0123', 'Atlanta', 'GA', now())",
        [name],
      );
      return `/backyard/providers?${new URLSearchParams({ q: name })}`;
    },
    field: (page) => page.getByLabel(/^Status of Early/),
  },
];

for (const { what, open, field } of CONTROLLED_FIELDS)
  test(`${what} cannot be edited before the scripts load`, async ({ page, db }) => {
    await openSession(page, db, await createStaff(db, { role: "superadmin" }));
    const release = await hold(page, SCRIPTS);
    await page.goto(await open(db), { waitUntil: "commit" });
    await field(page).focus();
    await expect(field(page)).not.toBeFocused();
    release();
    await expect(async () => {
      await field(page).focus();
      await expect(field(page)).toBeFocused({ timeout: 500 });
    }).toPass();
  });

test("ZIP codes typed before the scripts load are kept and counted", async ({ page, db }) => {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  const release = await hold(page, SCRIPTS);
  await page.goto("/backyard/providers/new", { waitUntil: "commit" });
  await page.getByLabel("Service area ZIP codes").fill("30301 30302");
  release();
  await expect(page.getByText("2 ZIP codes")).toBeVisible();
  await expect(page.getByLabel("Service area ZIP codes")).toHaveValue("30301 30302");
});
