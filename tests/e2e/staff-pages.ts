import type { Browser, Page } from "@playwright/test";
import type pg from "pg";
import type { TestStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, SIZES } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/**
 * No finding of axe and nothing wider than the screen, at both sizes; `exclude` is a page of
 * its own inside this one.
 */
export async function expectNoAxeViolations(
  page: Page,
  { exclude }: { exclude?: string } = {},
): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await axeFindings(page, { exclude })).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `overflow at ${size.width}`,
    ).toBeLessThanOrEqual(0);
  }
}

type Somebody = Pick<TestStaff, "userId"> & { baseURL: string | undefined; db: pg.Client };

/** Another person, in a browser of their own. */
export async function asSomebodyElse(
  browser: Browser,
  { baseURL, db, ...person }: Somebody,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await openSession(page, db, person);
  await work(page);
  await context.close();
}
