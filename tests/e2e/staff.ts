import type { Page } from "@playwright/test";
import type pg from "pg";
import { createSession, type TestStaff } from "../staff.ts";

/**
 * Signs somebody in without the sign-in page, on every site of the run, because cookies ignore
 * ports.
 */
export async function openSession(
  page: Page,
  db: pg.Client,
  person: Pick<TestStaff, "userId">,
): Promise<void> {
  const { origin } = new URL(process.env.BASE_URL ?? "");
  await page.context().addCookies([
    {
      name: "session",
      value: await createSession(db, person),
      url: origin,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
}

export async function signIn(
  page: Page,
  { email, password }: Pick<TestStaff, "email" | "password">,
): Promise<void> {
  await page.goto("/backyard");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // After a redirect the page navigates; a navigation by the test must not interrupt that.
  const loaded = page.waitForEvent("load").catch(() => {});
  const responsePromise = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/backyard"),
  );
  await page.getByRole("button", { name: "Sign in" }).click();
  if ((await responsePromise).status() === 302) await loaded;
}

/**
 * Sets the browser's clock to noon in New York, when calls are allowed: at night the portal asks for a
 * reason first.
 */
export const setNoon = (page: Page): Promise<void> =>
  page.clock.setFixedTime(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`);
