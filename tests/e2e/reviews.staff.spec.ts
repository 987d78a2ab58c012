import { randomUUID } from "node:crypto";
import type pg from "pg";
import { insertPlumber, sendCustomer } from "../offers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

/** A closed request whose customer said yes to the provider. */
async function connectAndClose(db: pg.Client, { url, zip }: { url: string; zip: string }) {
  const customer = await sendCustomer(db, { url, zip });
  const provider = await insertPlumber(db, zip);
  await db.query(
    `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at, decided_at, customer_approved_at, customer_approval_recorded_by)
     values ($1, $2, $3, 'accepted', $4, 0, 'test', now(), now(), now(), now(), 'customer')`,
    [randomUUID(), customer.id, provider.id, randomUUID()],
  );
  await db.query("update service_requests set status = 'closed', closed_at = now() where id = $1", [
    customer.id,
  ]);
  return { customer, provider };
}

test.describe("a customer", () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 720 },
    expectedProblems: [/400 \(Bad Request\)/],
  });

  test("reviews the company by keyboard, without JavaScript, and nothing typed is lost", async ({
    page,
    db,
    baseURL,
  }) => {
    const { customer, provider } = await connectAndClose(db, { url: baseURL ?? "", zip: "10453" });
    await page.goto(customer.path);
    const section = page.getByRole("region", { name: `How did it go with ${provider.name}?` });
    const words = section.getByLabel("What went well, and what did not");
    await words.fill("On time.\nFriendly.");
    await section.getByRole("button", { name: "Send my review" }).press("Enter");
    await expect(section.getByText("Choose 1 to 5 stars.")).toBeVisible();
    await expect(words).toHaveValue("On time.\nFriendly.");
    await section.getByRole("radio", { name: "5 stars" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(section.getByRole("radio", { name: "4 stars" })).toBeChecked();
    await section.getByRole("button", { name: "Send my review" }).press("Enter");
    await expect(page.getByRole("status")).toHaveText("Thank you. Your review is saved.");
    await expect(
      page.getByRole("region", { name: `Your review of ${provider.name}` }),
    ).toContainText("You can change it until");
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    const { rows } = await db.query("select rating, words from reviews where request_id = $1", [
      customer.id,
    ]);
    expect(rows).toEqual([{ rating: 4, words: "On time.\nFriendly." }]);
  });
});

test("staff hide the words of a review with a reason, and show them again", async ({
  page,
  db,
  baseURL,
}) => {
  const { customer, provider } = await connectAndClose(db, { url: baseURL ?? "", zip: "10454" });
  await db.query(
    `insert into reviews (id, request_id, offer_id, provider_id, rating, words, created_at)
     select gen_random_uuid(), request_id, id, provider_id, 1, 'Ask for Sam Doe, he was rude', now() from offers where request_id = $1`,
    [customer.id],
  );
  await page.goto(customer.path);
  expect(await axeFindings(page, { include: "main" })).toEqual([]);
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/backyard/providers/${provider.id}?tab=performance`);
  const panel = page.getByRole("region", { name: "Reviews" });
  await expect(panel).toContainText("1.0 of 5 from 1 review");
  await panel.getByRole("button", { name: /^Hide the words/ }).click();
  const dialog = page.getByRole("alertdialog", { name: "Hide these words?" });
  const confirm = dialog.getByRole("button", { name: "Hide words" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("radio", { name: /^Personal data/ }).check();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText("Hidden for personal data by Test staff");
  await expect(panel).toContainText("1.0 of 5 from 1 review");
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await panel.getByRole("button", { name: /^Show the words again/ }).click();
  await expect(panel.getByRole("button", { name: /^Hide the words/ })).toBeVisible();
  await panel.getByRole("link", { name: /^Request of/ }).click();
  await expect(page.getByRole("dialog", { name: customer.name })).toBeVisible();
});
