import type { Browser, Page } from "@playwright/test";
import type pg from "pg";
import { sendInboxRequest } from "../inbox-requests.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./own-site.ts";
import { openSession, setNoon } from "./staff.ts";

const LIST = "/backyard/service-requests";

async function signIn(page: Page, db: pg.Client, name: string) {
  const person = await createStaff(db, { role: "staff" });
  await db.query("update admin_users set display_name = $2 where user_id = $1", [
    person.userId,
    name,
  ]);
  await openSession(page, db, person);
  return person;
}

/** Opens another browser of somebody else. */
async function openColleague(
  browser: Browser,
  options: { url: string; db: pg.Client; name: string },
) {
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await signIn(page, options.db, options.name);
  return { page, close: () => context.close() };
}

const findId = async (db: pg.Client, name: string) =>
  (
    await db.query<{ id: string }>("select id from service_requests where customer_name = $1", [
      name,
    ])
  ).rows[0]?.id ?? "";

test("two people on one request see who has it open, types and calls", async ({
  page,
  browser,
  db,
  ownSite,
}) => {
  const name = await sendInboxRequest(ownSite.url);
  const path = `${LIST}/${await findId(db, name)}?${new URLSearchParams({ q: name })}`;
  await signIn(page, db, "Ana");
  const colleague = await openColleague(browser, { url: ownSite.url, db, name: "Ben" });
  const ben = colleague.page;
  await setNoon(ben);
  const dialog = page.getByRole("dialog", { name });
  await page.goto(path);
  await expect(dialog).toBeVisible();

  await test.step("who opens it is shown", async () => {
    await ben.goto(path);
    await expect(dialog.getByText("Ben has this open")).toBeVisible();
    await expect(ben.getByRole("dialog").getByText("Ana has this open")).toBeVisible();
  });

  await test.step("who types is shown", async () => {
    await ben.getByLabel("Add a note").pressSequentially("Hello");
    await expect(dialog.getByText("Ben is typing a note")).toBeVisible();
  });

  await test.step("who dials is shown in red, and in the row of the list", async () => {
    const phone = ben.getByRole("dialog").locator("a[href^='tel:']").first();
    // Without a phone, a browser has nothing to open the link with.
    await phone.evaluate((link) =>
      link.addEventListener("click", (event) => event.preventDefault()),
    );
    await phone.click();
    await expect(dialog.getByText("Ben is on the phone with this customer")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(
      page.getByRole("row").filter({ hasText: name }).getByText("Ben is on the phone"),
    ).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step("a tab that opens later sees it too", async () => {
    const second = await page.context().newPage();
    await second.goto(path);
    await expect(second.getByText("Ben is on the phone with this customer")).toBeVisible();
    await second.close();
  });

  await test.step("a call that is over is no longer shown", async () => {
    await ben.getByRole("button", { name: "The call is over" }).click();
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row.getByText("Ben has this open")).toBeVisible();
  });

  await test.step("who leaves is gone", async () => {
    await ben.close();
    await expect(page.getByText("Ben has this open")).toHaveCount(0);
  });
  await colleague.close();
});

test("what a colleague assigns is counted at once in an open list", async ({
  page,
  browser,
  db,
  ownSite,
}) => {
  const name = await sendInboxRequest(ownSite.url);
  await signIn(page, db, "Cleo");
  const mine = page.getByRole("navigation", { name: "Views" }).getByRole("link", {
    name: /^Assigned to me/,
  });
  await page.goto(LIST);
  await expect(mine).toHaveText("Assigned to me");
  const { page: ben, close } = await openColleague(browser, { url: ownSite.url, db, name: "Ben" });
  await ben.goto(`${LIST}/${await findId(db, name)}`);
  await ben.getByRole("dialog").getByLabel("Assigned to").selectOption("Cleo");
  await expect(mine).toHaveText("Assigned to me1");
  await close();
});

test("a request is taken with one tap, snoozed with one, and comes back", async ({
  page,
  db,
  ownSite,
}) => {
  const name = await sendInboxRequest(ownSite.url);
  await signIn(page, db, "Ana");
  await page.goto(`${LIST}/${await findId(db, name)}`);
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("button", { name: "Take it" }).click();
  await expect(dialog.getByText(/Goes back to everybody .* unless somebody tries/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Take it" })).toHaveCount(0);
  await dialog.getByText("Snooze", { exact: true }).first().click();
  await dialog.getByRole("button", { name: "Tomorrow morning" }).click();
  await expect(dialog.getByText(/^Snoozed until .*9:00 AM/).first()).toBeVisible();
  await expect(dialog.getByText(/Goes back to everybody/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "End snooze" }).click();
  await expect(dialog.getByText("Snooze ended")).toBeVisible();
  await dialog.getByText("Snooze", { exact: true }).first().click();
  await dialog.getByText("Pick a time").click();
  await dialog.getByLabel("Snooze until").fill("2020-01-01T09:00");
  await dialog
    .getByLabel("Snooze until")
    .evaluate((field: HTMLInputElement) => field.removeAttribute("min"));
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(dialog.getByText("Choose a time in the future.")).toBeVisible();
  await dialog.getByRole("button", { name: "Until the customer answers" }).click();
  await expect(dialog.getByText(/^Snoozed until the customer answers/)).toBeVisible();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);

  await test.step("nobody tries in time: it is returned, and says so", async () => {
    await dialog.getByRole("button", { name: "End snooze" }).click();
    await expect(dialog.getByText(/Goes back to everybody/)).toBeVisible();
    await db.query("update service_requests set return_due_at = now() where customer_name = $1", [
      name,
    ]);
    await expect(
      dialog.getByText("Came back: nobody tried to reach the customer.", { exact: true }),
    ).toBeVisible();
    await expect(
      dialog.getByText(/^Returned: nobody tried .* of the assignment to Ana/),
    ).toBeVisible();
    await expect(dialog.getByLabel("Assigned to")).toHaveValue("");
  });
});

test("shifts are entered on the account page, and an alarm asks somebody to take over", async ({
  page,
  browser,
  db,
  ownSite,
}) => {
  const { userId } = await signIn(page, db, "Ana");
  const form = page.getByRole("region", { name: "My shifts" });
  await page.goto("/backyard/account");
  const from = form.getByLabel("Monday, from");
  await from.fill("09:00");
  await form.getByLabel("Monday, to").fill("12:00");
  await form.getByRole("button", { name: "Add a shift on Monday" }).click();
  await form.getByLabel("Monday, shift 2, from").fill("11:00");
  await form.getByLabel("Monday, shift 2, to").fill("17:00");
  await form.getByRole("button", { name: "Save shifts" }).click();
  await expect(form.getByText("This shift overlaps another one on Monday.")).toBeVisible();
  await form.getByLabel("Monday, shift 2, from").fill("13:00");
  await form.getByRole("button", { name: "Save shifts" }).click();
  await expect(page.getByText("Your shifts were saved.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await expect(form.getByLabel("Monday, shift 2, to")).toHaveValue("17:00");

  await test.step("while nobody is on shift, every portal asks somebody to take over", async () => {
    // Never now, whenever the test runs.
    await db.query(
      "update staff_shifts set weekday = extract(dow from now() + interval '3 days')::int where user_id = $1 and from_minutes = 540",
      [userId],
    );
    await db.query("delete from staff_shifts where user_id = $1 and from_minutes <> 540", [userId]);
    const name = await sendInboxRequest(ownSite.url);
    const colleague = await openColleague(browser, { url: ownSite.url, db, name: "Ben" });
    await colleague.page.goto("/backyard/dashboard");
    await db.query(
      "update service_requests set timeframe = 'emergency', created_at = created_at - interval '6 minutes' where customer_name = $1",
      [name],
    );
    const banner = page.getByRole("alert").filter({ hasText: "Nobody is on shift" });
    await expect(banner).toContainText("Nobody is on shift: 1 emergency waits.");
    await expect(colleague.page.getByRole("button", { name: "I take over" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await colleague.page.getByRole("button", { name: "I take over" }).click();
    await expect(colleague.page.getByText("You are on shift for two hours.")).toBeVisible();
    await expect(banner).toHaveCount(0);
    await colleague.page.goto(LIST);
    await expect(colleague.page.getByText(/^On shift now: Ben until .*; next: Ana /)).toBeVisible();
    await colleague.close();
    // Other tests of this site have no plan.
    await db.query("delete from staff_shifts");
  });
});
