import { randomUUID } from "node:crypto";
import { insertProvider } from "../providers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test("an invitation can be copied without permission, texted and mailed", async ({ page, db }) => {
  const { id, name } = await insertProvider(db, {
    phone: "(404) 555-0100",
    contact_email: "pat@pipes.example",
  });
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
    document.addEventListener("copy", () => {
      document.documentElement.dataset.copied = String(getSelection());
    });
  });
  await page.goto(`/backyard/providers/${id}?tab=people`);
  await page.getByRole("button", { name: "Invite an owner" }).click();
  const url = await page.getByLabel("Link for one person").inputValue();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-copied", url);
  const text = page.getByRole("link", { name: "Text it to (404) 555-0100" });
  const textHref = (await text.getAttribute("href")) ?? "";
  expect(textHref).toMatch(/^sms:\+14045550100\?/);
  const mail = page.getByRole("link", { name: "Email it to pat@pipes.example" });
  const mailHref = (await mail.getAttribute("href")) ?? "";
  expect(mailHref).toMatch(/^mailto:pat@pipes\.example\?/);
  for (const href of [textHref, mailHref]) {
    expect(decodeURIComponent(href)).toContain(url);
    expect(decodeURIComponent(href)).toContain(name);
  }
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
});

test("somebody's access ends, and their account, only after a confirmation", async ({
  page,
  db,
}) => {
  const { id } = await insertProvider(db);
  const personId = randomUUID();
  await db.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Ann Owner', 'owner', now())",
    [personId, id, `${personId}@pro.example`],
  );
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/backyard/providers/${id}?tab=people`);
  const remove = page.getByRole("button", { name: "Remove access: Ann Owner" });
  const dialog = page.getByRole("alertdialog", { name: "Remove the access of Ann Owner?" });
  await remove.click();
  await expect(dialog).toBeVisible();
  expect(await axeFindings(page, { include: "[role=alertdialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await expect(page.getByText("No access")).toBeVisible();

  await page.getByRole("button", { name: "Delete: Ann Owner" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete Ann Owner?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByText("Nobody yet.")).toBeVisible();
});
