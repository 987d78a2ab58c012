import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { DAY_MS } from "#app/lib/durations.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./hold.ts";
import { openSession } from "./staff.ts";

const LIST = "/backyard/providers";
const companyName = () => `Peach ${randomUUID().slice(0, 8)}`;
const DESKTOP = { width: 1280, height: 800 };

async function addProvider(
  db: pg.Client,
  name: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    company_name: name,
    contact_name: "Pat Example",
    phone: "(404) 555-0123",
    business_city: "Atlanta",
    business_state: "GA",
    created_at: new Date(),
    ...changes,
  };
  const columns = Object.keys(row);
  await db.query(
    `insert into providers (${columns.join(", ")}) values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(row),
  );
  return id;
}
const stored = async (db: pg.Client, id: string) =>
  (await db.query("select *, credits::float8 as credits from providers where id = $1", [id]))
    .rows[0];

async function enter(page: Page, db: pg.Client, path = LIST) {
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(path);
}
const search = (name: string) => `?${new URLSearchParams({ q: name })}`;

test.describe("the list", () => {
  test("shows each provider with everything staff look for, and its figures", async ({
    page,
    db,
  }) => {
    const name = companyName();
    const id = await addProvider(db, name, {
      service_categories: ["Plumbing", "Roofing", "Siding", "Painting"],
      service_area_zips: ["30301", "30302", "30303"],
      verification_status: "verified",
      verified_until: new Date("2031-07-01T04:00:00Z"),
      reputation: 4.6,
      jobs_completed: 31,
    });
    await db.query(
      "insert into payments_subscriptions (id, provider_id, status, package_tier) values (gen_random_uuid(), $1, 'past_due', 'Gold')",
      [id],
    );
    await db.query(
      "insert into jobs (id, service_type, status, provider_id, created_at) values (gen_random_uuid(), 'Plumbing', 'completed', $1, now())",
      [id],
    );
    await page.setViewportSize(DESKTOP);
    await enter(page, db, LIST + search(name));
    for (const label of ["All providers", "Verified", "Active subscriptions", "Pending"])
      await expect(page.getByRole("term").filter({ hasText: label })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: name });
    for (const text of [
      "Pat Example",
      "(404) 555-0123",
      "Plumbing",
      "Roofing",
      "+2 more",
      "Atlanta, GA",
      "3 ZIP codes",
      "Until Jun 30, 2031",
      "past due",
      "Gold",
      "0.00",
      "4.6",
      "31",
    ])
      await expect(row.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(row.getByText("Siding")).toHaveCount(0);
    await expect(row.getByRole("cell").last()).toHaveText("1");
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  });

  test("is searched and filtered; the address says how, and Back returns", async ({ page, db }) => {
    const [name, other] = [companyName(), companyName()];
    const digits = String(Date.now()).slice(-7);
    await addProvider(db, name, {
      phone: `(404) ${digits.slice(0, 3)}-${digits.slice(3)}`,
      verification_status: "rejected",
    });
    await addProvider(db, other);
    await enter(page, db);
    await page.getByLabel("Search by company, contact, phone or city").fill(`404.${digits}`);
    await expect(page).toHaveURL(`${LIST}?q=404.${digits}`);
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByLabel("Verification status").selectOption("verified");
    await expect(page.getByText("No providers found")).toBeVisible();
    await page.getByLabel("Verification status").selectOption("rejected");
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${LIST}?q=404.${digits}&status=rejected`);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("has pages, newest first", async ({ page, db }) => {
    const name = companyName();
    for (let at = 0; at < 51; at++)
      await addProvider(db, `${name} ${String(at).padStart(2, "0")}`, {
        created_at: new Date(Date.now() - at * 1_000),
      });
    await enter(page, db, LIST + search(name));
    await expect(page.getByRole("row")).toHaveCount(51);
    await expect(page.getByRole("row").nth(1)).toContainText(`${name} 00`);
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("row").nth(1)).toContainText(`${name} 50`);
    await page.getByRole("link", { name: "Newer" }).click();
    await expect(page.getByRole("row")).toHaveCount(51);
  });

  test("saves a status at once", async ({ page, db }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, LIST + search(name));
    await page.getByLabel(`Status of ${name}`).selectOption("verified");
    await expect(page.getByText("Status set to Verified")).toBeVisible();
    expect((await stored(db, id)).verification_status).toBe("verified");
  });

  test.describe("without a connection", () => {
    test.use({ expectedProblems: [/ERR_FAILED/] });
    test("takes a status back, and says so", async ({ page, db }) => {
      const name = companyName();
      const id = await addProvider(db, name);
      await enter(page, db, LIST + search(name));
      await page.route("**/providers.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await page.getByLabel(`Status of ${name}`).selectOption("rejected");
      await expect(page.getByRole("alertdialog")).toContainText("Failed to update provider status");
      await page.getByRole("button", { name: "OK" }).click();
      await expect(page.getByLabel(`Status of ${name}`)).toHaveValue("pending");
      expect((await stored(db, id)).verification_status).toBe("pending");
    });
  });
});

test.describe("the profile", () => {
  test("is edited, all of it, and the list shows it", async ({ page, db }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, LIST + search(name));
    await page.getByRole("link", { name: `View / edit ${name}` }).click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog).toBeVisible();
    expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
    const fields = {
      "Company name *": `${name} Inc`,
      "Contact name *": "Ana Lopez",
      "Phone *": "770-555-0188",
      "Contact e-mail": "ana@example.com",
      "Business address": "1 Elm Street",
      City: "Macon",
      ZIP: "31201",
    };
    for (const [label, value] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel("State").clear();
    await dialog.getByLabel("State").pressSequentially("gax");
    await expect(dialog.getByLabel("State")).toHaveValue("ga");
    await dialog.getByLabel("Find a service").fill("roof");
    await dialog.getByLabel("Roofing", { exact: true }).check();
    await dialog.getByLabel("Find a service").fill("");
    await dialog.getByLabel("Plumbing", { exact: true }).check();
    await expect(dialog.getByRole("button", { name: "Remove Roofing" })).toBeVisible();
    await dialog.getByLabel("Service area ZIP codes").fill("30301, 30302;30301 / 30303-1234");
    await expect(dialog.getByText("3 ZIP codes, 1 duplicate dropped")).toBeVisible();
    await dialog.getByLabel("Verification status").selectOption("verified");
    await dialog.getByLabel("Verified until").fill("2031-06-30");
    await dialog.getByLabel("Credits").fill("125.5");
    await dialog.getByRole("button", { name: "Save profile" }).click();
    await expect(
      dialog.or(page.getByRole("dialog")).getByText("Provider profile updated successfully"),
    ).toBeVisible();
    expect(await stored(db, id)).toMatchObject({
      company_name: `${name} Inc`,
      contact_name: "Ana Lopez",
      contact_email: "ana@example.com",
      business_state: "GA",
      business_zip: "31201",
      service_categories: ["Roofing", "Plumbing"],
      service_area_zips: ["30301", "30302", "30303"],
      verification_status: "verified",
      credits: 125.5,
    });
    const posted = await db.query(
      "select sum(amount)::float8 as total from ledger_lines where provider_id = $1",
      [id],
    );
    expect(posted.rows).toEqual([{ total: 125.5 }]);
    await expect(page.getByRole("dialog").getByLabel("Service area ZIP codes")).toHaveValue(
      "30301 30302 30303",
    );
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(LIST + search(name).replaceAll("%20", "+"));
    await expect(page.getByRole("row").filter({ hasText: `${name} Inc` })).toContainText(
      "3 ZIP codes",
    );
  });

  test.describe("with mistakes", () => {
    test.use({ expectedProblems: [/40[09] \(/] });
    test("keeps what was typed and names each field; limits hold", async ({ page, db }) => {
      const name = companyName();
      const id = await addProvider(db, name);
      await enter(page, db, `${LIST}/${id}`);
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog.getByLabel("State")).toHaveAttribute("maxlength", "2");
      await expect(dialog.getByLabel("ZIP", { exact: true })).toHaveAttribute("maxlength", "5");
      await expect(dialog.getByLabel("Credits")).toHaveValue("0");
      for (const label of ["Company name *", "Contact name *", "Phone *"])
        await dialog.getByLabel(label).fill("");
      await dialog.getByLabel("Service area ZIP codes").fill("30301 00000 abc");
      await expect(dialog.getByText("Not ZIP codes: abc.").first()).toBeVisible();
      await dialog.getByRole("button", { name: "Keep only the ZIP codes" }).click();
      await dialog.getByRole("button", { name: "Save profile" }).click();
      await expect(dialog.getByText("Failed to update provider profile")).toBeVisible();
      for (const message of [
        "Enter the company name.",
        "Enter the contact name.",
        "Enter the phone number.",
        "There are no such ZIP codes: 00000.",
      ])
        await expect(dialog.getByText(message)).toBeVisible();
      await expect(dialog.getByLabel("Company name *")).toBeFocused();
      await expect(dialog.getByLabel("Service area ZIP codes")).toHaveValue("30301 00000");
      expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
      expect((await stored(db, id)).company_name).toBe(name);
    });

    test("that somebody else changed is not overwritten: typed values stay until they are given up", async ({
      page,
      db,
    }) => {
      const name = companyName();
      const id = await addProvider(db, name);
      await enter(page, db, `${LIST}/${id}`);
      const dialog = page.getByRole("dialog", { name });
      await dialog.getByLabel("City").fill("Savannah");
      await db.query(
        "update providers set version = version + 1, business_city = 'Augusta' where id = $1",
        [id],
      );
      await dialog.getByRole("button", { name: "Save profile" }).click();
      await expect(dialog.getByText("Failed to update provider profile")).toBeVisible();
      await expect(dialog.getByText("Somebody else has changed this provider")).toBeVisible();
      await expect(dialog.getByLabel("City")).toHaveValue("Savannah");
      await dialog.getByRole("button", { name: "Discard my changes and show theirs" }).click();
      await expect(dialog.getByLabel("City")).toHaveValue("Augusta");
      await dialog.getByLabel("City").fill("Savannah");
      await dialog.getByRole("button", { name: "Save profile" }).click();
      await expect(dialog.getByText("Provider profile updated successfully")).toBeVisible();
      expect((await stored(db, id)).business_city).toBe("Savannah");
    });
  });

  test("works by keyboard alone", async ({ page, db }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, LIST + search(name));
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog).toBeVisible();
    await dialog.getByLabel("City").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Macon");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Provider profile updated successfully")).toBeVisible();
    expect((await stored(db, id)).business_city).toBe("Macon");
    await dialog.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Call routing phone")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
});

test.describe("the settings", () => {
  test.use({ expectedProblems: [/400 \(/] });
  test("are saved; a range that is upside down and a plain address are refused", async ({
    page,
    db,
  }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, `${LIST}/${id}?tab=settings`);
    const dialog = page.getByRole("dialog", { name });
    for (const label of ["Minimum job value", "Maximum job value"])
      await expect(dialog.getByLabel(label)).toHaveAttribute("step", "0.01");
    await dialog.getByLabel("Call routing phone").fill("404-555-0199");
    await dialog.getByLabel("Calendar integration URL").fill("http://calendar.example.com");
    await dialog.getByLabel("Maximum job value").fill("99.95");
    await dialog.getByLabel("SMS notifications").check();
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await expect(dialog.getByText("Failed to update provider settings")).toBeVisible();
    await expect(dialog.getByText("Enter an address that begins with https://.")).toBeVisible();
    await dialog.getByLabel("Calendar integration URL").fill("https://calendar.example.com");
    await dialog.getByLabel("Minimum job value").fill("500");
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await expect(dialog.getByText("The maximum is below the minimum.")).toBeVisible();
    await dialog.getByLabel("Minimum job value").fill("50.25");
    await dialog.getByRole("button", { name: "Save settings" }).click();
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

  test("leave the cursor to somebody who has gone on to another field", async ({ page, db }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, `${LIST}/${id}?tab=settings`);
    const dialog = page.getByRole("dialog", { name });
    const release = await hold(page, "**/providers/**", { method: "POST" });
    await dialog.getByLabel("Calendar integration URL").fill("http://calendar.example.com");
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await expect(dialog.getByRole("button", { name: "Saving" })).toBeVisible();
    await dialog.getByLabel("Name of the key").focus();
    release();
    await expect(dialog.getByText("Enter an address that begins with https://.")).toBeVisible();
    await expect(dialog.getByLabel("Name of the key")).toBeFocused();
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await expect(dialog.getByLabel("Calendar integration URL")).toBeFocused();
  });

  test("take keys that nobody reads again", async ({ page, db }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, `${LIST}/${id}?tab=settings`);
    const dialog = page.getByRole("dialog", { name });
    await dialog.getByLabel("Name of the key").fill("calendar");
    await dialog.getByLabel("Key", { exact: true }).fill("secret-key-7788");
    await dialog.getByRole("button", { name: "Add key" }).click();
    await expect(dialog.getByText("Ends in 7788")).toBeVisible();
    await expect(dialog.getByLabel("Key", { exact: true })).toHaveValue("");
    await dialog.getByRole("button", { name: "Replace the key calendar" }).click();
    await expect(dialog.getByLabel("Key", { exact: true })).toBeFocused();
    await dialog.getByLabel("Key", { exact: true }).fill("secret-key-9911");
    await dialog.getByRole("button", { name: "Replace key" }).click();
    await expect(dialog.getByText("Ends in 9911")).toBeVisible();
    const answer = await page.request.get(`${LIST}/${id}.data?tab=settings`);
    expect(await answer.text()).not.toContain("secret-key");
    expect(
      JSON.stringify(
        (await db.query("select * from provider_settings where provider_id = $1", [id])).rows,
      ),
    ).not.toContain("secret-key");
    await dialog.getByRole("button", { name: "Remove the key calendar" }).click();
    await expect(dialog.getByText("There are no keys yet.")).toBeVisible();
  });
});

test.describe("what was typed and not saved", () => {
  test("is asked for before a tab, Close, Escape, Back and a reload leave it behind", async ({
    page,
    db,
  }) => {
    test.slow();
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, LIST + search(name));
    await page.getByRole("link", { name, exact: true }).click();
    const dialog = page.getByRole("dialog", { name });
    const ask = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByLabel("City").fill("Savannah");
    const stay = async () => {
      await expect(ask).toBeVisible();
      await ask.getByRole("button", { name: "Stay" }).click();
      await expect(ask).toHaveCount(0);
      await expect(dialog.getByLabel("City")).toHaveValue("Savannah");
    };
    await dialog.getByRole("link", { name: "Billing" }).click();
    await stay();
    await dialog.getByRole("button", { name: "Close" }).click();
    await stay();
    await page.keyboard.press("Escape");
    await expect(ask).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(ask).toHaveCount(0);
    await page.evaluate(() => history.back());
    await stay();
    // A second Escape without anything between closes dialogs past all questions.
    await dialog.evaluate((element) => (element as HTMLDialogElement).close());
    await stay();
    const leavesFreely = () =>
      page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await leavesFreely()).toBe(false);
    await dialog.getByRole("button", { name: "Save profile" }).click();
    await expect(dialog.getByText("Provider profile updated successfully")).toBeVisible();
    expect(await leavesFreely()).toBe(true);
    await dialog.getByRole("link", { name: "Settings" }).click();
    await expect(dialog.getByLabel("Call routing phone")).toBeVisible();
    expect((await stored(db, id)).business_city).toBe("Savannah");
    await dialog.getByLabel("Key", { exact: true }).fill("secret-key-7788");
    await dialog.getByRole("link", { name: "Performance" }).click();
    // Colors are measured once it has faded in.
    await ask.evaluate((element) =>
      Promise.all(element.getAnimations().map((animation) => animation.finished)),
    );
    expect(await axeFindings(page, { include: "dialog:not([closedby])" })).toEqual([]);
    await ask.getByRole("button", { name: "Leave" }).click();
    await expect(dialog.getByText("No jobs yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(LIST + search(name));
  });

  test("of a key, of evidence and of a new provider is asked for too; what was taken is not", async ({
    page,
    db,
  }) => {
    const name = companyName();
    const id = await addProvider(db, name);
    await enter(page, db, `${LIST}/${id}?tab=settings`);
    const dialog = page.getByRole("dialog", { name });
    const ask = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByLabel("Name of the key").fill("calendar");
    await dialog.getByLabel("Key", { exact: true }).fill("secret-key-7788");
    await dialog.getByRole("button", { name: "Add key" }).click();
    await expect(dialog.getByText("Ends in 7788")).toBeVisible();
    await dialog.getByRole("link", { name: "Verification" }).click();
    await dialog.getByLabel("What was seen").fill("Certificate 4711");
    await dialog.getByRole("button", { name: "Close" }).click();
    await ask.getByRole("button", { name: "Stay" }).click();
    await dialog.getByRole("button", { name: "Add evidence" }).click();
    await expect(dialog.getByText("Certificate 4711")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Add provider" }).click();
    await page.getByLabel("Find a service").fill("plumb");
    await page.getByRole("checkbox", { name: "Plumbing", exact: true }).check();
    await page.getByRole("link", { name: "Cancel" }).click();
    await ask.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(LIST);
  });
});

test("the list warns of evidence that ends within thirty days and of a verification that is over", async ({
  page,
  db,
}) => {
  const name = companyName();
  const id = await addProvider(db, name, {
    verification_status: "verified",
    verified_until: new Date(Date.now() - DAY_MS),
  });
  await db.query(
    `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at) values (gen_random_uuid(), $1, 'license', 'License 8', 'Ana', current_date + 12, now())`,
    [id],
  );
  await enter(page, db, LIST + search(name));
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText(/License expires in 1[123] days/)).toBeVisible();
  await expect(row.getByText(/Ended /)).toBeVisible();
  await row.getByRole("combobox").selectOption("pending");
  await expect(row.getByText(/License expires/)).toHaveCount(0);
});

test("performance shows accepted bids, the latest jobs, and a trend with its table", async ({
  page,
  db,
}) => {
  const name = companyName();
  const id = await addProvider(db, name);
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
  await page.setViewportSize(DESKTOP);
  await enter(page, db, `${LIST}/${id}`);
  const dialog = page.getByRole("dialog", { name });
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

test("evidence is added and removed, warns before it ends, and a proposal is accepted by a person", async ({
  page,
  db,
}) => {
  const name = companyName();
  const id = await addProvider(db, name);
  await enter(page, db, `${LIST}/${id}?tab=verification`);
  const dialog = page.getByRole("dialog", { name });
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
  const propose = () =>
    db.query(
      "update providers set proposed_status = 'verified', proposed_reason = 'License and Insurance are valid' where id = $1",
      [id],
    );
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
  await expect(dialog.getByText(/^None yet\./)).toBeVisible();
});

test.describe("a new provider", () => {
  test.use({ expectedProblems: [/400 \(/] });
  test("is added, after its mistakes are corrected", async ({ page, db }) => {
    const name = companyName();
    await enter(page, db);
    await page.getByRole("link", { name: "Add provider" }).click();
    await page.getByLabel("Company name *").fill(name);
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByText("Failed to create provider")).toBeVisible();
    await expect(page.getByText("Enter the contact name.")).toBeVisible();
    await expect(page.getByLabel("Company name *")).toHaveValue(name);
    await page.getByLabel("Contact name *").fill("Ana Lopez");
    await page.getByLabel("Phone *").fill("404 555 0155");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    expect(
      (
        await db.query(
          "select verification_status, credits::float8 as credits from providers where company_name = $1",
          [name],
        )
      ).rows,
    ).toEqual([{ verification_status: "pending", credits: 0 }]);
  });
});

test("a file is looked at first, then its good rows are imported", async ({ page, db }) => {
  const name = companyName();
  await enter(page, db);
  await page.getByRole("link", { name: "Import CSV" }).click();
  const text = `company_name,contact_name,phone,service_area_zips\r\n"${name}, One",Pat,4045550161,30301\r\n${name} Two,,4045550162,00000\r\n`;
  await page.getByLabel("CSV file").setInputFiles({
    name: "providers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`\uFEFF${text}`),
  });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(
    page.getByRole("heading", { name: "1 row can be imported, 1 with problems" }),
  ).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "contact_name" })).toContainText("3");
  await expect(
    page.getByRole("row").filter({ hasText: "There are no such ZIP codes: 00000." }),
  ).toContainText("service_area_zips");
  expect(
    (await db.query("select 1 from providers where company_name like $1", [`${name}%`])).rows,
  ).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 row imported, 1 left out" })).toBeVisible();
  expect(
    (
      await db.query("select company_name as name from providers where company_name like $1", [
        `${name}%`,
      ])
    ).rows,
  ).toEqual([{ name: `${name}, One` }]);
  await page.getByLabel("CSV file").setInputFiles({
    name: "large.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1, "a"),
  });
  await expect(page.getByText("The file is too large: 10 MB is the limit.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the file" })).toBeDisabled();
  await page.getByLabel("CSV file").setInputFiles({
    name: "just.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(10 * 1024 * 1024, "a"),
  });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("The first line has no column")).toBeVisible();
});

test.describe("an id that no provider has", () => {
  test.use({ expectedProblems: [/404 \(/] });
  test("answers not found and leads back", async ({ page, db }) => {
    await enter(page, db);
    const answer = await page.goto(`${LIST}/${randomUUID()}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Provider not found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expect(page).toHaveURL(LIST);
  });
});
