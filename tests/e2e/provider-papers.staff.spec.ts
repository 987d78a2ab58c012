import { randomUUID } from "node:crypto";
import { createPdf } from "../papers.ts";
import { insertProvider } from "../providers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openSession } from "./staff.ts";

test.use({ expectedProblems: [/400 \(Bad Request/] });

test("staff accept and refuse papers, and approve a change", async ({ page, db }) => {
  const { id, name } = await insertProvider(db);
  const addPaper = (number: string) =>
    db.query(
      `insert into provider_documents (id, provider_id, kind, number, issuer, valid_until, content_type, file, created_at)
       values ($1, $2, 'license', $3, 'Georgia Plumbing Board', current_date + 300, 'application/pdf', $4, now())`,
      [randomUUID(), id, number, createPdf()],
    );
  await addPaper("MP-1");
  await addPaper("MP-2");
  const newName = `${name} & Sons`;
  await db.query(
    "insert into provider_changes (id, provider_id, changes, created_at) values ($1, $2, $3, now())",
    [
      randomUUID(),
      id,
      JSON.stringify({
        company_name: { before: name, after: newName },
        contact_email: { before: null, after: "office@peach.example" },
      }),
    ],
  );
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/backyard/providers?${new URLSearchParams({ q: name })}`);
  const toCheck = page.getByRole("region", { name: "to check" });
  await expect(toCheck.getByText("(2 papers, a change)").first()).toBeVisible();
  await page.goto(`/backyard/providers/${id}?tab=verification`);
  const dialog = page.getByRole("dialog");
  const papers = dialog.getByRole("region", { name: "Papers to check" });
  const changes = dialog.getByRole("region", { name: "Changes to approve" });
  await expect(papers.getByRole("link", { name: /of License MP-1/ })).toBeVisible();
  // axe measures colors, so the dialog must have faded in.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);

  await papers.getByRole("button", { name: "Accept License MP-1" }).click();
  await expect(dialog.getByText("Paper accepted")).toBeVisible();
  await expect(
    dialog
      .getByRole("region", { name: "Evidence" })
      .getByText("License MP-1, Georgia Plumbing Board"),
  ).toBeVisible();

  await papers.getByRole("button", { name: "Refuse License MP-2" }).click();
  await expect(papers.getByText("Say why, so that the company can correct it.")).toBeVisible();
  await papers.getByLabel("Why License MP-2 is refused").fill("It is blurred.");
  await papers.getByRole("button", { name: "Refuse License MP-2" }).click();
  await expect(dialog.getByText("Paper refused")).toBeVisible();
  await expect(papers.getByText("Checked papers: 2")).toBeVisible();

  await expect(changes.getByText("office@peach.example")).toBeVisible();
  await expect(changes.getByText("call the company first")).toBeVisible();
  await changes.getByRole("button", { name: "Approve change" }).click();
  await expect(dialog.getByText("Change approved")).toBeVisible();
  await expect(page.getByRole("dialog", { name: newName })).toBeVisible();
  await expect(changes.getByText("None.")).toBeVisible();
  const { rows } = await db.query(
    "select number, state, refusal from provider_documents where provider_id = $1 order by number",
    [id],
  );
  expect(rows).toEqual([
    { number: "MP-1", state: "accepted", refusal: null },
    { number: "MP-2", state: "refused", refusal: "It is blurred." },
  ]);
});
