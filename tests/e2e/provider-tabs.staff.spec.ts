import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { DAY_MS } from "#app/lib/durations.ts";
import { insertProvider } from "../providers.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";

const stored = async (db: pg.Client, id: string) =>
  (await db.query("select * from providers where id = $1", [id])).rows[0];

async function enter(page: Page, db: pg.Client, path: string) {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(path);
}

test.describe("the settings of a provider", () => {
  test.use({ expectedProblems: [/400 \(/] });

  test("report invalid values beside their fields, and never show stored keys again", async ({
    page,
    db,
  }) => {
    const { id, name } = await insertProvider(db);
    await enter(page, db, `${LIST}/${id}?tab=settings`);
    const dialog = page.getByRole("dialog", { name });
    const saveButton = dialog.getByRole("button", { name: "Save settings" });
    const calendar = dialog.getByLabel("Calendar integration URL");

    await test.step("a late response does not move the focus", async () => {
      for (const label of ["Minimum job value", "Maximum job value"])
        await expect(dialog.getByLabel(label)).toHaveAttribute("step", "0.01");
      const release = await hold(page, "**/providers/**", { method: "POST" });
      await dialog.getByLabel("Call routing phone").fill("404-555-0199");
      await calendar.fill("http://calendar.example.com");
      await dialog.getByLabel("Maximum job value").fill("99.95");
      await dialog.getByLabel("SMS notifications").check();
      await saveButton.click();
      await expect(dialog.getByRole("button", { name: "Saving" })).toBeVisible();
      await dialog.getByLabel("Name of the key").focus();
      release();
      await expect(dialog.getByText("Failed to update provider settings")).toBeVisible();
      await expect(dialog.getByText("Enter an address that begins with https://.")).toBeVisible();
      await expect(dialog.getByLabel("Name of the key")).toBeFocused();
      await saveButton.click();
      await expect(calendar).toBeFocused();
    });

    await test.step("corrected values are saved", async () => {
      await calendar.fill("https://calendar.example.com");
      await dialog.getByLabel("Minimum job value").fill("500");
      await saveButton.click();
      await expect(dialog.getByText("The maximum is below the minimum.")).toBeVisible();
      await dialog.getByLabel("Minimum job value").fill("50.25");
      await saveButton.click();
      await expect(dialog.getByText("Provider settings updated successfully")).toBeVisible();
      const { rows } = await db.query(
        "select min_job_value::text, max_job_value::text, sms_notifications, calendar_integration_url from provider_settings where provider_id = $1",
        [id],
      );
      expect(rows).toEqual([
        {
          min_job_value: "50.25",
          max_job_value: "99.95",
          sms_notifications: true,
          calendar_integration_url: "https://calendar.example.com",
        },
      ]);
      expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    });

    await test.step("keys are added, replaced and removed, and never shown in full", async () => {
      const key = dialog.getByLabel("Key", { exact: true });
      await dialog.getByLabel("Name of the key").fill("calendar");
      await key.fill("secret-key-7788");
      await dialog.getByRole("button", { name: "Add key" }).click();
      await expect(dialog.getByText("Ends in 7788")).toBeVisible();
      await expect(key).toHaveValue("");
      await dialog.getByRole("button", { name: "Replace the key calendar" }).click();
      await expect(key).toBeFocused();
      await key.fill("secret-key-9911");
      await dialog.getByRole("button", { name: "Replace key" }).click();
      await expect(dialog.getByText("Ends in 9911")).toBeVisible();
      const response = await page.request.get(`${LIST}/${id}.data?tab=settings`);
      expect(await response.text()).not.toContain("secret-key");
      const { rows } = await db.query("select * from provider_settings where provider_id = $1", [
        id,
      ]);
      expect(JSON.stringify(rows)).not.toContain("secret-key");
      await dialog.getByRole("button", { name: "Remove the key calendar" }).click();
      await expect(dialog.getByText("There are no keys yet.")).toBeVisible();
    });
  });
});

test.describe("unsaved changes to a provider", () => {
  test.use({ expectedProblems: [/400 \(/] });

  test("ask for confirmation before a tab, Close, Escape, Back or a reload discards them", async ({
    page,
    db,
  }) => {
    const { id, name } = await insertProvider(db);
    const search = `${LIST}?${new URLSearchParams({ q: name })}`;
    await enter(page, db, search);
    await page.getByRole("link", { name, exact: true }).click();
    const dialog = page.getByRole("dialog", { name });
    const leaveDialog = page.getByRole("dialog", { name: "Leave without saving?" });
    const key = dialog.getByLabel("Key", { exact: true });

    await test.step("in the profile", async () => {
      await dialog.getByLabel("City").fill("Savannah");
      const stay = async () => {
        await expect(leaveDialog).toBeVisible();
        await leaveDialog.getByRole("button", { name: "Stay" }).click();
        await expect(leaveDialog).toHaveCount(0);
        await expect(dialog.getByLabel("City")).toHaveValue("Savannah");
      };
      await dialog.getByRole("link", { name: "Billing" }).click();
      await stay();
      await dialog.getByRole("button", { name: "Close" }).click();
      await stay();
      await page.keyboard.press("Escape");
      await expect(leaveDialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(leaveDialog).toHaveCount(0);
      await page.evaluate(() => history.back());
      await stay();
      // A second Escape in a row closes a dialog without a cancelable event.
      await dialog.evaluate((element) => (element as HTMLDialogElement).close());
      await stay();
      const canLeave = () =>
        page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
      expect(await canLeave()).toBe(false);
      await dialog.getByRole("button", { name: "Save profile" }).click();
      await expect(dialog.getByText("Provider profile updated successfully")).toBeVisible();
      expect(await canLeave()).toBe(true);
      expect((await stored(db, id)).business_city).toBe("Savannah");
    });

    await test.step("in a key", async () => {
      await dialog.getByRole("link", { name: "Settings" }).click();
      await key.fill("secret-key-7788");
      await dialog.getByRole("link", { name: "Performance" }).click();
      // axe measures colors, so the dialog must have faded in.
      await leaveDialog.evaluate((element) =>
        Promise.all(element.getAnimations().map((animation) => animation.finished)),
      );
      expect(await axeFindings(page, { include: "dialog:not([closedby])" })).toEqual([]);
      await leaveDialog.getByRole("button", { name: "Leave" }).click();
      await expect(dialog.getByText("No jobs yet.")).toBeVisible();
      await dialog.getByRole("link", { name: "Settings" }).click();
      await dialog.getByLabel("Name of the key").fill("calendar");
      await key.fill("secret-key-7788");
      await dialog.getByRole("button", { name: "Add key" }).click();
      await expect(dialog.getByText("Ends in 7788")).toBeVisible();
    });

    await test.step("in evidence", async () => {
      await dialog.getByRole("link", { name: "Verification" }).click();
      await dialog.getByLabel("What was seen").fill("Certificate 4711");
      await dialog.getByRole("button", { name: "Close" }).click();
      await leaveDialog.getByRole("button", { name: "Stay" }).click();
      await dialog.getByRole("button", { name: "Add evidence" }).click();
      await expect(dialog.getByText("Certificate 4711")).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(search.replaceAll("%20", "+"));
    });

    await test.step("in a new provider, which is added once its errors are corrected", async () => {
      const added = `Peach ${randomUUID().slice(0, 8)}`;
      await page.getByRole("link", { name: "Add provider" }).click();
      await page.getByLabel("Find a service").fill("plumb");
      await page.getByRole("checkbox", { name: "Plumbing", exact: true }).check();
      await page.getByRole("link", { name: "Cancel" }).click();
      await leaveDialog.getByRole("button", { name: "Stay" }).click();
      await expect(leaveDialog).toHaveCount(0);
      await page.getByLabel("Company name *").fill(added);
      await page.getByRole("button", { name: "Create provider" }).click();
      await expect(page.getByText("Failed to create provider")).toBeVisible();
      await expect(page.getByText("Enter the contact name.")).toBeVisible();
      await expect(page.getByLabel("Company name *")).toHaveValue(added);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel("Contact name *").fill("Ana Lopez");
      await page.getByLabel("Phone *").fill("404 555 0155");
      await page.getByRole("button", { name: "Create provider" }).click();
      await expect(page.getByRole("dialog", { name: added })).toBeVisible();
    });
  });
});

test("evidence warns before it expires, a proposal needs staff's decision, and performance shows a trend", async ({
  page,
  db,
}) => {
  const { id, name } = await insertProvider(db);
  for (let days = 0; days < 6; days++) {
    const jobId = randomUUID();
    await db.query(
      "insert into jobs (id, service_type, status, provider_id, created_at) values ($1, $2, 'completed', $3, now() - make_interval(days => $4))",
      [jobId, `Service ${days}`, id, days * 4],
    );
    await db.query(
      "insert into bids (id, provider_id, job_id, status, amount, created_at) values (gen_random_uuid(), $1, $2, 'accepted', 99, now() - make_interval(days => $3))",
      [id, jobId, days * 4],
    );
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, db, `${LIST}/${id}?tab=verification`);
  const dialog = page.getByRole("dialog", { name });
  const propose = () =>
    db.query(
      "update providers set proposed_status = 'verified', proposed_reason = 'License and Insurance are valid' where id = $1",
      [id],
    );

  await test.step("evidence is added", async () => {
    const soon = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    await dialog.getByLabel("Check", { exact: true }).selectOption("insurance");
    await dialog.getByLabel("Valid until").fill(soon);
    await dialog.getByLabel("What was seen").fill("Certificate 4711");
    await expect(dialog.getByLabel("Checked by")).toHaveValue("Test staff");
    await dialog.getByRole("button", { name: "Add evidence" }).click();
    await expect(dialog.getByText("Certificate 4711")).toBeVisible();
    await expect(dialog.getByText(/Expires in (19|20|21) days/)).toBeVisible();
    await expect(dialog.getByLabel("What was seen")).toHaveValue("");
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  });

  await test.step("a proposal is dismissed, and another one accepted", async () => {
    await db.query(
      `insert into verification_evidence (id, provider_id, "check", description, checked_by, created_at) values (gen_random_uuid(), $1, 'license', 'License 8', 'Ana', now())`,
      [id],
    );
    await propose();
    await page.reload();
    await dialog.getByRole("button", { name: "Dismiss" }).click();
    await expect(
      dialog.getByText("Proposal dismissed. It comes back only when the evidence changes."),
    ).toBeVisible();
    await expect(dialog.getByRole("heading", { name: "Status: Pending" })).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    expect(await stored(db, id)).toMatchObject({
      verification_status: "pending",
      proposed_status: null,
    });
    await propose();
    await page.reload();
    await expect(dialog.getByText("License and Insurance are valid.")).toBeVisible();
    await dialog.getByRole("button", { name: "Accept: set to Verified" }).click();
    await expect(dialog.getByText("Proposed status accepted")).toBeVisible();
    expect(await stored(db, id)).toMatchObject({
      verification_status: "verified",
      proposed_status: null,
    });
    await dialog.getByRole("button", { name: "Remove Insurance: Certificate 4711" }).click();
    await dialog.getByRole("button", { name: "Remove License: License 8" }).click();
    await expect(dialog.getByText("None yet.")).toBeVisible();
  });

  await test.step("performance shows figures, recent jobs and accepted bids by week", async () => {
    await dialog.getByRole("link", { name: "Performance" }).click();
    await expect(page).toHaveURL(`${LIST}/${id}?tab=performance`);
    await expect(dialog.getByRole("definition")).toHaveText(["2", "6", "2"]);
    await expect(dialog.getByRole("cell", { name: /^Service/ })).toHaveCount(5);
    await expect(dialog.getByRole("cell", { name: "$99.00, accepted" })).toHaveCount(5);
    await dialog.getByText("Show as a table").click();
    await expect(
      dialog.getByRole("table", { name: "Accepted bids by week" }).getByRole("row"),
    ).toHaveCount(13);
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    await expect(dialog.getByRole("link", { name: "Billing" })).toHaveAttribute(
      "href",
      `${LIST}/${id}?tab=billing`,
    );
  });
});
