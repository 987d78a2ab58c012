import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { insertOffer } from "../customer-page.ts";
import { pickPhone, sendInboxRequest } from "../inbox-requests.ts";
import { insertProvider } from "../providers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, SIZES, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/service-requests";
const QUERY = "?status=new";

/** Sends two requests of one person, the second a likely duplicate, and opens the portal. */
async function sendTwice(page: Page, db: pg.Client) {
  const url = process.env.BASE_URL ?? "";
  const config = await (await fetch(`${url}/functions/v1/quote-form`)).json();
  const shared = {
    phone: pickPhone(),
    email: `${randomUUID().slice(0, 8)}@customer.example`,
    consentTextId: (config as { consent: { id: string } }).consent.id,
  };
  const send = async (description: string) => {
    const name = await sendInboxRequest(url, { ...shared, description });
    const { rows } = await db.query<{ id: string }>(
      "select id from service_requests where customer_name = $1",
      [name],
    );
    return { name, id: rows[0]?.id ?? "" };
  };
  const first = await send("Water under the sink");
  const second = await send("Still water under the sink");
  const staff = await createStaff(db, { role: "staff" });
  await openSession(page, db, staff);
  const addNote = (id: string, text: string) =>
    db.query(
      "insert into request_notes (id, request_id, author_id, text, created_at) values (gen_random_uuid(), $1, $2, $3, now())",
      [id, staff.userId, text],
    );
  await addNote(first.id, "Note of the first");
  await addNote(second.id, "Note of the second");
  return { first, second };
}

const openRequest = async (page: Page, { id, name }: { id: string; name: string }) => {
  await page.goto(`${LIST}/${id}${QUERY}`);
  return page.getByRole("dialog", { name });
};
const findPanel = (dialog: Locator) =>
  dialog.getByRole("region", { name: "Everything from this person" });
const isMerged = async (db: pg.Client, id: string) =>
  (
    await db.query<{ merged: boolean }>(
      "select merged_into_id is not null as merged from service_requests where id = $1",
      [id],
    )
  ).rows[0]?.merged;

test("two requests of a person stand together with a message, a quiz result and consents", async ({
  page,
  db,
}) => {
  const { first, second } = await sendTwice(page, db);
  await db.query(
    "insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, 'customer', 'The gate code is 1234', 'page', now())",
    [second.id],
  );
  const { rows: quizzes } = await db.query<{ title: string }>(
    `with quiz as (select id, title from quizzes order by title limit 1), result as (
       insert into quiz_request_results (request_id, quiz_id, answers, result, created_at)
       select $1, id, '{}', '{"layer": "exact", "data": {"diagnosis": "Worn seal", "urgency": "low", "nextSteps": [], "safetyLines": []}, "confidence": null, "candidates": []}', now() from quiz
     ) select title from quiz`,
    [second.id],
  );
  const dialog = await openRequest(page, first);
  const panel = findPanel(dialog);
  await expect(panel).toContainText(/2 requests since \w+, 1 message, 1 quiz result/);
  await expect(panel.getByText("Plumbing, this request")).toBeVisible();
  await expect(panel.getByText("The customer: The gate code is 1234")).toBeVisible();
  await expect(panel.getByText(`Quiz: ${quizzes[0]?.title}`)).toBeVisible();
  await expect(panel.getByText("Most likely: Worn seal")).toBeVisible();
  await expect(panel.getByText(/^Consent with the request, text version \d+$/)).toHaveCount(2);
  await expect(panel.getByRole("link", { name: /^proof of this consent/ })).toHaveCount(2);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await panel.getByRole("link", { name: "Plumbing", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}/${second.id}\\${QUERY}$`));
  const other = page.getByRole("dialog", { name: second.name });
  await expect(findPanel(other).getByText(/^Likely the same job as Plumbing of/)).toBeVisible();
});

test("a request is merged into another one, and apart again from the toast and from the notice", async ({
  page,
  db,
}) => {
  const { first, second } = await sendTwice(page, db);
  const dialog = await openRequest(page, first);
  const panel = findPanel(dialog);
  const notes = dialog.getByRole("region", { name: "Notes and timeline" });

  await test.step("by keyboard, after which both notes are in one pane", async () => {
    await panel.getByRole("button", { name: /^Merge into this request/ }).press("Enter");
    await expect(notes.getByText("Note of the second")).toBeVisible();
    await expect(notes.getByText("Note of the first")).toBeVisible();
    await expect(
      notes.getByRole("listitem").filter({ hasText: "Note of the second" }),
    ).toContainText(/from the request of \w+ \d+/);
    await expect(
      dialog.getByText("Another request was merged into this one: Plumbing"),
    ).toBeVisible();
    await expect(panel.getByText("Merged into this one")).toBeVisible();
    await expect(panel.getByRole("button", { name: /^Undo merge/ })).toBeFocused();
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  });

  await test.step("the toast undoes it", async () => {
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(notes.getByText("Note of the second")).toHaveCount(0);
    expect(await isMerged(db, second.id)).toBe(false);
  });

  await test.step("the later request is merged into the one that it repeats", async () => {
    const later = await openRequest(page, second);
    await findPanel(later).getByRole("button", { name: "Merge into that request" }).click();
    const notice = later.getByRole("region", { name: "About merged requests" });
    await expect(notice).toContainText(/^Merged into Plumbing of \w+ \d+\./);
    await expect(notice).toBeFocused();
    await expect(later.getByLabel("Add a note")).toHaveCount(0);
    await expect(later.getByLabel("Status", { exact: true })).toHaveCount(0);
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    await page.reload();
    await notice.getByRole("link", { name: /^Plumbing of/ }).click();
    await expect(page).toHaveURL(new RegExp(`${LIST}/${first.id}\\${QUERY}$`));
    await expect(notes.getByText("Note of the second")).toBeVisible();
  });

  await test.step("its notice undoes it", async () => {
    const later = await openRequest(page, second);
    await later.getByRole("button", { name: "Undo merge" }).click();
    await expect(later.getByText(/^Merged into Plumbing/)).toHaveCount(0);
    await expect(later.getByLabel("Add a note")).toBeVisible();
    expect(await isMerged(db, second.id)).toBe(false);
  });

  await test.step("a request with an offer is not merged, and the pane says what to do", async () => {
    const { id: providerId } = await insertProvider(db);
    await insertOffer(db, { requestId: second.id, providerId });
    const later = await openRequest(page, second);
    await findPanel(later).getByRole("button", { name: "Merge into that request" }).click();
    await expect(findPanel(later).getByRole("alert")).toHaveText(
      "This request has an offer: merge the other one into it.",
    );
  });
});
