import type { Browser, Page } from "@playwright/test";
import type pg from "pg";
import type { TestStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, SIZES } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/**
 * Expects no axe findings and nothing wider than the screen, at both sizes.
 * @param exclude selector of an embedded page that axe skips
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

type OtherPerson = Pick<TestStaff, "userId"> & { baseURL: string | undefined; db: pg.Client };

/** Runs `work` as another person, in a separate browser context. */
export async function asSomebodyElse(
  browser: Browser,
  { baseURL, db, ...person }: OtherPerson,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await openSession(page, db, person);
  await work(page);
  await context.close();
}
