import type { Page } from "@playwright/test";
import type pg from "pg";
import { sendInboxRequest } from "../inbox-requests.ts";
import { createSignedInStaff, createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { abortFirstPost, hold, SCRIPTS } from "./hold.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/service-requests";
const FAILED = "Failed to update request status";

const send = (options: Parameters<typeof sendInboxRequest>[1] = {}) =>
  sendInboxRequest(process.env.BASE_URL ?? "", options);

async function openList(page: Page, db: pg.Client, query = "") {
  const person = await createStaff(db, { role: "staff" });
  await openSession(page, db, person);
  await page.goto(LIST + query);
  await expect(page.getByRole("heading", { level: 1, name: "Service Requests" })).toBeVisible();
  return person;
}

/** Signs in a colleague; the returned function submits a form of theirs. */
async function signInColleague(db: pg.Client) {
  const { headers } = await createSignedInStaff(db, "staff");
  const origin = process.env.BASE_URL ?? "";
  return async (form: Record<string, string>) => {
    const response = await fetch(`${origin}${LIST}/${form.id}.data`, {
      method: "POST",
      headers: { ...headers, Origin: origin },
      body: new URLSearchParams(form),
    });
    expect(response.status).toBe(200);
  };
}

const findRequest = async (db: pg.Client, name: string) =>
  (
    await db.query<{ id: string; status: string }>(
      "select id, status from service_requests where customer_name = $1",
      [name],
    )
  ).rows[0] ?? { id: "", status: "" };
const statusOf = async (db: pg.Client, name: string) => (await findRequest(db, name)).status;
const search = (name: string) => `?${new URLSearchParams({ q: name })}`;

test.describe("the list", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("can be searched, and statuses are saved at once, undone, rolled back on failure, and set in bulk", async ({
    page,
    db,
  }) => {
    const name = await send();
    await send({ name: `${name} B` });
    const status = page.getByLabel(`Status of ${name}`, { exact: true });
    await openList(page, db);
    const searchField = page.getByLabel("Search by name, service or phone");

    await test.step("search filters the list", async () => {
      await searchField.fill("nobody has this name");
      await expect(page.getByText("No service requests found")).toBeVisible();
      await searchField.fill(name);
      await expect(page).toHaveURL(LIST + search(name).replaceAll("%20", "+"));
      await expect(page.getByRole("row")).toHaveCount(3);
    });

    await test.step("a status is saved at once and can be undone", async () => {
      await expect(status).toHaveValue("new");
      await status.selectOption("contacted");
      await expect.poll(() => statusOf(db, name)).toBe("contacted");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(status).toHaveValue("new");
      await expect.poll(() => statusOf(db, name)).toBe("new");
    });

    await test.step("a status that cannot be saved is rolled back", async () => {
      await page.route("**/service-requests.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await status.selectOption("closed");
      await expect(page.getByRole("alertdialog")).toContainText(FAILED);
      await page.getByRole("button", { name: "OK" }).click();
      await expect(status).toHaveValue("new");
      expect(await statusOf(db, name)).toBe("new");
      await page.unroute("**/service-requests.data*");
    });

    await test.step("a status chosen while the previous save fails is kept", async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await abortFirstPost(page, "**/service-requests.data*", { after: released });
      await status.selectOption("closed");
      await status.selectOption("contacted");
      release();
      await expect(page.getByRole("alertdialog")).toContainText(FAILED);
      await expect.poll(() => statusOf(db, name)).toBe("contacted");
      await expect(status).toHaveValue("contacted");
      await page.getByRole("button", { name: "OK" }).click();
      await page.unroute("**/service-requests.data*");
    });

    await test.step("a status is set for several requests and undone", async () => {
      // A phone has no check boxes.
      await page.setViewportSize({ width: 800, height: 844 });
      const both = async () => [await statusOf(db, name), await statusOf(db, `${name} B`)];
      await page.getByLabel("Mark all on this page").check();
      await page.getByLabel("Set status to").selectOption("closed");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect.poll(both).toEqual(["closed", "closed"]);
      const toast = page.getByRole("listitem").filter({ hasText: "2 requests set to Closed" });
      await toast.getByRole("button", { name: "Undo" }).click();
      await expect.poll(both).toEqual(["contacted", "new"]);
    });
  });

  test("does not accept a new status before its scripts load", async ({ page, db }) => {
    const name = await send();
    const release = await hold(page, SCRIPTS);
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    await page.goto(LIST + search(name), { waitUntil: "commit" });
    const status = page.getByLabel(`Status of ${name}`);
    await status.focus();
    await page.keyboard.press("ArrowDown");
    await expect(status).toHaveValue("new");
    release();
    await expect(async () => {
      await status.focus();
      await expect(status).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => statusOf(db, name)).toBe("contacted");
  });

  test("shows whether the customer may be called now, and announces new requests without moving rows", async ({
    page,
    db,
  }) => {
    const name = await send();
    const release = await hold(page, `**${LIST}/stream`);
    // Three in the morning in Atlanta, on a Tuesday.
    await page.clock.install({ time: "2026-01-13T08:00:00Z" });
    await openList(page, db);
    const row = page.getByRole("row").filter({ hasText: name });
    // The list updates with the clock only once its script runs.
    await expect(page.getByLabel(`Status of ${name}`)).toBeEnabled();

    await test.step("a new request is announced, and shown on request", async () => {
      // It arrives after the list was read, and before the page listens.
      const added = await send();
      const place = await row.boundingBox();
      release();
      const link = page.getByRole("link", { name: added, exact: true });
      await expect(page.getByText(/\d+ new requests?\./)).toBeVisible();
      await expect(link).toHaveCount(0);
      expect(await row.boundingBox()).toEqual(place);
      await page.getByRole("button", { name: "Show" }).click();
      await expect(link).toBeVisible();
    });

    const expectAfter = async (time: string, shown: RegExp) => {
      await page.clock.fastForward(time);
      await expect(row.getByText(shown)).toBeVisible();
    };
    await expectAfter("04:00:30", /Not now: 7:0\d AM there/);
    await expectAfter("02:00:30", /OK until 9 PM/);
    await expectAfter("12:00:30", /Not now: 9:0\d PM there/);
  });
});

test("a request opens over the list, shows what the visitor entered as text, and can be assigned and annotated", async ({
  page,
  db,
}) => {
  const name = await send({
    description: '<img src=x onerror="document.title=1"> under the sink',
    // A person of their own, or other requests with these words stand beside it.
    email: `${Date.now()}@example.com`,
  });
  const other = await createStaff(db, { role: "staff" });
  const person = await openList(page, db, search(name));
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(
    dialog.getByText('<img src=x onerror="document.title=1"> under the sink'),
  ).toBeVisible();
  await expect(dialog.getByText("Is it <b>wet</b>?")).toBeVisible();
  await expect(dialog.getByText("12 Elm Street")).toBeVisible();

  await test.step("when two people are chosen quickly, the last one is assigned", async () => {
    const assignee = dialog.getByLabel("Assigned to");
    const posts: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // The first request is delayed.
    await page.route(`**${LIST}/**`, async (route) => {
      if (route.request().url().endsWith("/presence")) return route.continue();
      const sent = route.request().postData();
      if (sent && posts.push(sent) === 1) await released;
      await route.continue();
    });
    await assignee.selectOption(other.userId);
    await expect.poll(() => posts.length).toBe(1);
    await assignee.selectOption(person.userId);
    await expect(assignee).toHaveValue(person.userId);
    release();
    const changes = async () =>
      (
        await db.query<{ to: string }>(
          "select detail ->> 'assigneeId' as to from request_events where kind = 'assignee' and request_id = (select id from service_requests where customer_name = $1) order by id",
          [name],
        )
      ).rows.map(({ to }) => to);
    await expect.poll(changes).toEqual([other.userId, person.userId]);
    await expect(assignee).toHaveValue(person.userId);
    await page.unroute(`**${LIST}/**`);
    await expect(dialog.getByText("Assigned to Test staff")).toHaveCount(2);
  });

  await dialog.getByLabel("Add a note").fill("Prefers the afternoon");
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(
    dialog.getByRole("listitem").filter({ hasText: "Prefers the afternoon" }),
  ).toBeVisible();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("");
  await dialog.getByLabel("Status", { exact: true }).selectOption("contacted");
  await expect(dialog.getByText("Status changed from New to Contacted")).toBeVisible();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`${LIST}\\?q=`));
  await expect(page.getByLabel(`Status of ${name}`)).toHaveValue("contacted");
  await page.goto(`${LIST}?view=mine`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test("an unsaved note is kept while a colleague's note and status appear", async ({ page, db }) => {
  const name = await send();
  const { id } = await findRequest(db, name);
  const actAsColleague = await signInColleague(db);
  await openList(page, db, search(name));
  const link = page.getByRole("link", { name, exact: true });
  const dialog = page.getByRole("dialog", { name });
  const note = dialog.getByLabel("Add a note");
  const unsavedNote = "Asks for a man named";

  await test.step("a colleague's status is shown instead of the one chosen earlier in the list", async () => {
    const status = dialog.getByLabel("Status", { exact: true });
    const change = (to: string) =>
      actAsColleague({ intent: "status", id, changes: JSON.stringify([{ id, status: to }]) });
    await page.getByLabel(`Status of ${name}`).selectOption("contacted");
    await expect(page.getByText("Status set to Contacted")).toBeVisible();
    await change("closed");
    expect(await statusOf(db, name)).toBe("closed");
    await link.click();
    await expect(status).toHaveValue("closed");
    await change("new");
    await expect(status).toHaveValue("new");
  });

  await test.step("a colleague's note appears while the unsaved one is kept", async () => {
    await note.fill(unsavedNote);
    await actAsColleague({ intent: "note", id, text: "Has a dog" });
    await expect(dialog.getByRole("listitem").filter({ hasText: "Has a dog" })).toBeVisible();
    await expect(note).toHaveValue(unsavedNote);
  });

  await test.step("closing and reopening the request keeps the note", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await link.click();
    await expect(note).toHaveValue(unsavedNote);
  });

  await test.step("reopening before the list has loaded keeps the note", async () => {
    const release = await hold(page, "**/service-requests.data*");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await link.click();
    release();
    await expect(note).toHaveValue(unsavedNote);
    await page.unroute("**/service-requests.data*");
  });

  await test.step("reloading the page keeps the note", async () => {
    await page.reload();
    await expect(note).toHaveValue(unsavedNote);
  });

  await test.step("after saving, the field is empty, even if the request was closed meanwhile", async () => {
    const release = await hold(page, "**/service-requests/**", { method: "POST" });
    await note.fill(" Prefers the afternoon ");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect(dialog.getByRole("button", { name: "Save note" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    release();
    await expect
      .poll(
        async () =>
          (
            await db.query(
              "select 1 from request_notes where text = 'Prefers the afternoon' and request_id = $1",
              [id],
            )
          ).rowCount,
      )
      .toBe(1);
    await link.click();
    await expect(
      dialog.getByRole("listitem").filter({ hasText: "Prefers the afternoon" }),
    ).toBeVisible();
    await expect(note).toHaveValue("");
  });
});
