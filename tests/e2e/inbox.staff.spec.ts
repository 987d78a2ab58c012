import type { Page } from "@playwright/test";
import type pg from "pg";
import { pickPhone, sendInboxRequest } from "../inbox-requests.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { endWait, expect, SIZES, test } from "./fixtures.ts";
import { hold } from "./hold.ts";
import { openSession, setNoon } from "./staff.ts";

const LIST = "/backyard/service-requests";
/** In Atlanta, on a Tuesday: calls need no reason, whenever the tests run. */
const NOON = { time: "2026-01-13T17:00:00Z" };
const WIDE = { width: 1280, height: 800 };

const send = (options: Parameters<typeof sendInboxRequest>[1] = {}) =>
  sendInboxRequest(process.env.BASE_URL ?? "", options);

async function openList(page: Page, db: pg.Client, query = "") {
  const person = await createStaff(db, { role: "staff" });
  await openSession(page, db, person);
  await page.goto(LIST + query);
  // Fields are inert until the script runs.
  await expect(page.getByRole("combobox", { name: /^Status of/ }).first()).toBeEnabled();
  return person;
}

const readRequest = async (db: pg.Client, name: string) =>
  (
    await db.query<{ id: string; status: string; hired: boolean | null; value: string | null }>(
      `select r.id, r.status, o.hired, o.value from service_requests r
       left join request_outcomes o on o.request_id = r.id where r.customer_name = $1`,
      [name],
    )
  ).rows[0];

const search = (name: string) => `?${new URLSearchParams({ q: name })}`;

test.describe("find, call, note, close", () => {
  for (const size of SIZES)
    test(`takes four actions at ${size.width} pixels`, async ({ page, db }) => {
      const name = await send();
      await page.setViewportSize(size);
      await setNoon(page);
      await openList(page, db);
      let actions = 0;
      const act = (what: string, action: () => Promise<unknown>) => {
        actions += 1;
        return test.step(`${actions}: ${what}`, action);
      };
      const dialog = page.getByRole("dialog", { name });

      await act("find", async () => {
        const field = page.getByLabel("Search by name, service or phone");
        await field.fill(name);
        await field.press("Enter");
        await expect(dialog).toBeVisible();
      });
      await act("call", async () => {
        const dialed = page.evaluate(
          () =>
            new Promise((resolve) => {
              // A browser without a phone must not follow the link.
              document.addEventListener("click", (event) => {
                const link = (event.target as Element).closest<HTMLAnchorElement>(
                  "a[href^='tel:']",
                );
                if (!link) return;
                event.preventDefault();
                resolve(link.href);
              });
            }),
        );
        const call = size.width < 500 ? "Call" : `Call ${name}`;
        await dialog
          .getByRole(size.width < 500 ? "button" : "link", { name: call, exact: true })
          .click();
        expect(await dialed).toMatch(/^tel:\+1404/);
        await expect(dialog.getByLabel("Add a note")).toBeFocused();
      });
      await act("note", async () => {
        await page.keyboard.type("Will be at home after five");
        // Held a little long, it is still one note.
        for (let i = 0; i < 3; i++) await page.keyboard.down("Enter");
        await page.keyboard.up("Enter");
        await expect(
          dialog.getByRole("listitem").filter({ hasText: "Will be at home after five" }),
        ).toBeVisible();
      });
      await act("close with the outcome", async () => {
        if (size.width >= 1200) {
          await page.keyboard.press("Escape");
          await page.getByRole("link", { name, exact: true }).focus();
          await page.keyboard.press("e");
          await page.keyboard.press("1");
        } else {
          await dialog.getByLabel("Status", { exact: true }).selectOption("closed");
          await dialog.getByRole("button", { name: "Hired", exact: true }).click();
        }
        await expect
          .poll(() => readRequest(db, name))
          .toMatchObject({ status: "closed", hired: true });
      });
      expect(actions).toBeLessThanOrEqual(4);
    });
});

test.describe("beside the list", () => {
  test.use({ viewport: WIDE, isMobile: false, hasTouch: false });

  test("a request opens without covering it, and keys go through both", async ({ page, db }) => {
    // Of these two only: other tests send requests, too.
    const second = await send();
    const first = await send({ name: `${second} B` });
    const query = search(second);
    await openList(page, db, query);
    const pane = page.getByRole("dialog");
    await page.getByRole("link", { name: first, exact: true }).click();
    await expect(pane).toHaveAccessibleName(first);
    // The list can still be used: the pane is not modal.
    await expect(page.getByLabel(`Status of ${second}`, { exact: true })).toBeVisible();
    await page.keyboard.press("j");
    await expect(pane).toHaveAccessibleName(second);
    await expect(page).toHaveURL(/\?q=/);
    await page.keyboard.press("k");
    await expect(pane).toHaveAccessibleName(first);
    await page.keyboard.press("n");
    await expect(pane.getByLabel("Add a note")).toBeFocused();
    await page.keyboard.type("jk/?");
    await expect(pane.getByLabel("Add a note")).toHaveValue("jk/?");
    await expect(pane).toHaveAccessibleName(first);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(pane).toBeHidden();
    await expect(page).toHaveURL(LIST + query);

    await test.step("? lists the keys, which can be turned off", async () => {
      await page.keyboard.press("?");
      const keys = page.getByRole("dialog", { name: "Keys" });
      await expect(keys.getByText("Close with an outcome")).toBeVisible();
      await keys.getByLabel("Use these keys on this device").uncheck();
      await keys.getByRole("button", { name: "Done" }).click();
      await page.keyboard.press("/");
      await expect(page.getByLabel("Search by name, service or phone")).not.toBeFocused();
    });
  });

  test("new requests are shown with one press, and the open request stays open", async ({
    page,
    db,
  }) => {
    const name = await send();
    const streamed = page.waitForResponse(`**${LIST}/stream`);
    await openList(page, db);
    await streamed;
    await page.getByRole("link", { name, exact: true }).click();
    const pane = page.getByRole("dialog", { name });
    await expect(pane).toBeVisible();
    const added = await send();
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("link", { name: added, exact: true })).toBeVisible();
    await expect(pane).toBeVisible();
  });

  test("the number in a row calls, and opens the request, where the result is logged", async ({
    page,
    db,
  }) => {
    await page.clock.install(NOON);
    const phone = pickPhone();
    const name = await send({ phone });
    await openList(page, db, search(name));
    const number = page.getByRole("row").filter({ hasText: name }).getByTitle(phone);
    // The row takes the browser's time with its next tick.
    const readLink = async () => {
      await page.clock.fastForward("00:30");
      return number.getAttribute("href");
    };
    await expect.poll(readLink).toMatch(/^tel:\+1404/);
    // A browser without a phone must not follow the link.
    await page.evaluate(() =>
      document.addEventListener("click", (event) => event.preventDefault()),
    );
    await number.click();
    const pane = page.getByRole("dialog", { name });
    await expect(pane.getByRole("heading", { name: "How did it go?" })).toBeVisible();
  });

  test("rows keep to two lines with long names, and their head stays in view", async ({
    page,
    db,
  }) => {
    const long = `${"Wolfeschlegelsteinhausenbergerdorff ".repeat(2)}${Date.now()}`;
    await send({ name: long, description: "water ".repeat(300) });
    await openList(page, db, search(long));
    const row = page.getByRole("row").filter({ hasText: long });
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(56);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(72);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate(() => scrollTo(0, 10_000));
    await expect(page.getByRole("columnheader", { name: "Location" })).toBeInViewport();
  });
});

test("a tab that takes over the stream announces what arrived in between", async ({ page, db }) => {
  await send();
  await openList(page, db);
  const second = await page.context().newPage();
  const release = await hold(second, `**${LIST}/stream`);
  await second.goto(LIST);
  const firstStatus = second.getByRole("combobox", { name: /^Status of/ }).first();
  await expect(firstStatus).toBeEnabled();
  await page.close();
  const notified: string[] = [];
  db.on("notification", ({ payload }) => notified.push(payload ?? ""));
  await db.query("listen request_new");
  const name = await send();
  const { id } = (await readRequest(db, name)) ?? { id: "" };
  await expect.poll(() => notified.join()).toContain(id);
  release();
  await expect(second.getByText(/\d+ new requests?\./)).toBeVisible();
  await second.getByRole("button", { name: "Show" }).click();
  await expect(second.getByRole("link", { name, exact: true })).toBeVisible();
});

test("counts views again as requests change, without moving rows", async ({ page, db }) => {
  const name = await send();
  const streamed = page.waitForResponse(`**${LIST}/stream`);
  await openList(page, db, "?view=new");
  await streamed;
  const chip = page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: /^Emergency/ });
  const readCount = async () => Number(/\d+/.exec((await chip.textContent()) ?? "")?.[0] ?? 0);
  const before = await readCount();
  await db.query("update service_requests set timeframe = 'emergency' where customer_name = $1", [
    name,
  ]);
  await db.query(
    "select pg_notify('request_changed', (select id::text from service_requests where customer_name = $1))",
    [name],
  );
  await expect.poll(readCount).toBeGreaterThan(before);
  await endWait(db, name);
});

test("a row does not call any more once a colleague has changed its request", async ({
  page,
  db,
}) => {
  const name = await send();
  const { id } = (await readRequest(db, name)) ?? { id: "" };
  const streamed = page.waitForResponse(`**${LIST}/stream`);
  await openList(page, db, search(name));
  await streamed;
  const row = page.getByRole("row").filter({ hasText: name });
  const place = await row.boundingBox();
  await db.query("select pg_notify('request_changed', $1)", [id]);
  await expect(row.getByText("Changed")).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
  await row.locator("[data-call]").click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
});

test("asks how a request ended that is closed in the list, and takes an Undo", async ({
  page,
  db,
}) => {
  const name = await send();
  await openList(page, db, search(name));
  const status = page.getByLabel(`Status of ${name}`);
  await status.selectOption("closed");
  const question = page.getByRole("region", { name: "How did it end?" });
  await question.getByRole("button", { name: "Never reached" }).click();
  await expect(page.getByText("Recorded: Never reached")).toBeVisible();
  expect(await readRequest(db, name)).toMatchObject({ status: "closed", hired: false });
  await page
    .getByRole("listitem")
    .filter({ hasText: "Status set to Closed" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(status).toHaveValue("new");
  await expect.poll(() => readRequest(db, name)).toMatchObject({ status: "new", hired: null });

  await test.step("E asks for the outcome of a closed request, too", async () => {
    await status.selectOption("closed");
    await expect(question).toBeVisible();
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("e");
    await page.keyboard.press("1");
    await expect(page.getByText("Recorded: Hired")).toBeVisible();
    expect(await readRequest(db, name)).toMatchObject({ status: "closed", hired: true });
  });
});

test("a view is saved under a name, counted, opened by its link, and deleted", async ({
  page,
  db,
}) => {
  const name = await send();
  const { userId } = await openList(page, db, search(name));
  await db.query("update service_requests set assignee_id = $2 where customer_name = $1", [
    name,
    userId,
  ]);
  await page.goto(`${LIST}?view=mine&status=new`);
  await page.getByRole("button", { name: "Save view" }).click();
  const form = page.getByRole("dialog", { name: "Save this view" });
  await form.getByLabel("Name of the view").fill("Just this one");
  await form.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View saved.")).toBeVisible();
  const streamed = page.waitForResponse(`**${LIST}/stream`);
  await page.goto(LIST);
  await streamed;
  const chip = page.getByRole("link", { name: /Just this one/ });
  await expect(chip).toContainText("1");
  await chip.click();
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(chip).toBeHidden();
});
