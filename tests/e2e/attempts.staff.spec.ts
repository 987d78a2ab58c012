import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { sendInboxRequest } from "../inbox-requests.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { abortFirstPost } from "./hold.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/service-requests";

/** Stores a request; `attempts` are calls of the last hours. @returns its id and customer */
async function storeRequest(
  db: pg.Client,
  { attempts = 0, email }: { attempts?: number; email?: string } = {},
) {
  const name = await sendInboxRequest(process.env.BASE_URL ?? "", { email });
  const { rows } = await db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  const id = rows[0]?.id ?? "";
  await db.query(
    `insert into contact_attempts (id, request_id, at, channel, result)
     select gen_random_uuid(), $1, now() - n * interval '1 hour', 'call', 'no-answer'
     from generate_series(1, $2::int) n`,
    [id, attempts],
  );
  return { id, name };
}

async function openRequest(page: Page, db: pg.Client, id: string) {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`${LIST}/${id}`);
  return page.getByRole("region", { name: "How did it go?" });
}

const listStored = async (db: pg.Client, id: string) =>
  (
    await db.query(
      "select channel, result, reason from contact_attempts where request_id = $1 and actor_id is not null",
      [id],
    )
  ).rows;

test("an attempt is one tap, is listed at once, and can be undone", async ({ page, db }) => {
  const { id } = await storeRequest(db);
  const panel = await openRequest(page, db, id);
  await panel.getByRole("button", { name: "Emailed" }).click();
  const list = panel.getByRole("list", { name: "Attempts so far" });
  await expect(list.getByText("Email sent")).toBeVisible();
  await expect(page.getByText("Logged: Email sent").last()).toBeVisible();
  // Undo is offered for some seconds, in which a slow machine does not finish an audit.
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(list).toBeHidden();
  expect(await listStored(db, id)).toEqual([]);
  await panel.getByRole("button", { name: "Emailed" }).click();
  await expect(list.getByText("Email sent")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test("a customer who asks to stop is opted out after a question that says what that does", async ({
  page,
  db,
}) => {
  const { id } = await storeRequest(db, { email: `${randomUUID()}@example.com` });
  const panel = await openRequest(page, db, id);
  await panel.getByRole("button", { name: "Asked us to stop" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop all contact?" });
  await expect(dialog.getByText("Nobody calls, texts or emails them again.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Stop all contact" }).click();
  await expect(page.getByText("Logged: asked us to stop.").last()).toBeVisible();
  await expect(panel.getByText("so nothing can be logged")).toBeVisible();
  await expect(panel.getByRole("listitem").getByText("Reached")).toBeVisible();
});

test.describe("beyond the rules", () => {
  // The browser of the tests cannot call.
  test.use({ expectedProblems: [/outside tel:/] });

  test("a reason is asked for before each call, and not again when it is logged", async ({
    page,
    db,
  }) => {
    const { id, name } = await storeRequest(db, { attempts: 3 });
    const panel = await openRequest(page, db, id);
    await expect(panel.getByText("3 of 3 calls and texts in 24 hours.")).toBeVisible();
    await page.getByRole("link", { name: `Call ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Call anyway?" });
    await expect(dialog.getByText("This person was called or texted 3 times")).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "The customer asked for it" }).click();
    await dialog.getByRole("button", { name: "Call anyway" }).click();
    await expect(dialog).toBeHidden();
    // The next call needs its own reason.
    await page.getByRole("link", { name: `Call ${name}` }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await panel.getByRole("button", { name: "Voicemail" }).click();
    await expect(page.getByText("Logged: Voicemail").last()).toBeVisible();
    expect(await listStored(db, id)).toEqual([
      { channel: "call", result: "voicemail", reason: "The customer asked for it" },
    ]);

    await test.step("a call that was not started here asks when it is logged, and keeps the choice", async () => {
      await panel.getByRole("button", { name: "Wrong number" }).click();
      const asked = page.getByRole("dialog", { name: "This attempt needs a reason" });
      await asked.getByLabel("Why anyway?").fill("They asked us to try again");
      await asked.getByRole("button", { name: "Log it" }).click();
      await expect(page.getByText("Logged: Wrong number").last()).toBeVisible();
    });
  });
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("an attempt is kept and sent again", async ({ page, db }) => {
    const { id } = await storeRequest(db);
    const panel = await openRequest(page, db, id);
    await abortFirstPost(page, `**${LIST}/${id}.data*`);
    await panel.getByRole("button", { name: "Emailed" }).click();
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Logged: Email sent").last()).toBeVisible();
    expect(await listStored(db, id)).toHaveLength(1);
  });
});
