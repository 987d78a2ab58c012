import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { buildRecord } from "#app/features/requests/intake/build-record.ts";
import { emptyQuote } from "#app/features/requests/quote/schema.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { hold, SCRIPTS } from "./hold.ts";
import { openSession, signIn } from "./staff.ts";

const LIST = "/backyard/service-requests";
const personName = () => `Sam ${randomUUID().slice(0, 8)}`;

/** A request as a visitor sends it. */
async function sendRequest(
  page: Page,
  name: string,
  changes: { description?: string; website?: string; filledMs?: number } = {},
): Promise<void> {
  const now = new Date();
  const record = buildRecord(
    {
      ...emptyQuote,
      address: "12 Elm Street",
      city: "Atlanta",
      state: "GA",
      zipCode: "30301",
      propertyClass: "residential",
      isPropertyOwner: "Yes",
      timeframe: "urgent",
      description: changes.description ?? "Water under the sink",
      urgencyLevel: "this-week",
      schedulingPreference: "call-me",
      communicationPreference: "phone",
      name,
      phone: `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`,
      email: "sam@example.com",
    },
    {
      serviceType: "Plumbing",
      quiz: {
        slug: "sink",
        answers: [
          { id: "1", questionText: "Is it <b>wet</b>?", answer: "Yes", ghlField: "question_1" },
        ],
      },
      now,
    },
  );
  const meta = {
    consent_text_id: "none",
    shown_at: now.toISOString(),
    agreed_at: now.toISOString(),
    visible_ms: 5_000,
    page_url: "http://localhost/quote",
    form_version: "test",
    filled_ms: changes.filledMs ?? 60_000,
    website: changes.website,
  };
  const answer = await page.request.post("/functions/v1/contact-sync", {
    data: { type: "INSERT", record, meta },
    headers: { Authorization: "Bearer public-anon-key", "Idempotency-Key": randomUUID() },
  });
  expect(answer.status()).toBe(200);
}

async function openList(page: Page, db: pg.Client, query = "") {
  const person = await createStaff(db, { role: "staff" });
  await openSession(page, db, person);
  await page.goto(LIST + query);
  await expect(page.getByRole("heading", { level: 1, name: "Service Requests" })).toBeVisible();
  return person;
}
const statusOf = async (db: pg.Client, name: string) =>
  (
    await db.query<{ status: string }>(
      "select status from service_requests where customer_name = $1",
      [name],
    )
  ).rows[0]?.status;
const search = (name: string) => `?${new URLSearchParams({ q: name })}`;

test("a request is found, its status saved at once and taken back", async ({ page, db }) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db);
  await page.getByLabel("Search by name, service or phone").fill(name);
  await expect(page).toHaveURL(LIST + search(name).replaceAll("%20", "+"));
  const status = page.getByLabel(`Status of ${name}`);
  await expect(status).toHaveValue("new");
  await expect(page.getByRole("row")).toHaveCount(2);
  await status.selectOption("contacted");
  await expect.poll(() => statusOf(db, name)).toBe("contacted");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status).toHaveValue("new");
  await expect.poll(() => statusOf(db, name)).toBe("new");
  await page.getByLabel("Search by name, service or phone").fill("nobody has this name");
  await expect(page.getByText("No service requests found")).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a status change is rolled back, and said", async ({ page, db }) => {
    const name = personName();
    await sendRequest(page, name);
    await openList(page, db, search(name));
    await page.route("**/service-requests.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.getByLabel(`Status of ${name}`).selectOption("closed");
    await expect(page.getByRole("alertdialog")).toContainText("Failed to update request status");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByLabel(`Status of ${name}`)).toHaveValue("new");
    expect(await statusOf(db, name)).toBe("new");
  });

  test("a status chosen while the one before fails is kept", async ({ page, db }) => {
    const name = personName();
    await sendRequest(page, name);
    await openList(page, db, search(name));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      "**/service-requests.data*",
      async (route) => {
        await released;
        await route.abort();
      },
      { times: 1 },
    );
    const status = page.getByLabel(`Status of ${name}`);
    await status.selectOption("closed");
    await status.selectOption("contacted");
    release();
    await expect(page.getByRole("alertdialog")).toContainText("Failed to update request status");
    await expect.poll(() => statusOf(db, name)).toBe("contacted");
    await expect(status).toHaveValue("contacted");
  });
});

test("many requests change together", async ({ page, db }) => {
  const name = personName();
  await sendRequest(page, `${name} A`);
  await sendRequest(page, `${name} B`);
  await openList(page, db, search(name));
  await page.getByLabel("Mark all on this page").check();
  await page.getByLabel("Set status to").selectOption("closed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect
    .poll(async () => [await statusOf(db, `${name} A`), await statusOf(db, `${name} B`)])
    .toEqual(["closed", "closed"]);
  await expect(page.getByText("2 requests set to Closed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => [await statusOf(db, `${name} A`), await statusOf(db, `${name} B`)])
    .toEqual(["new", "new"]);
});

test("before its scripts are there the list takes no status, which would be shown and not saved", async ({
  page,
  db,
}) => {
  const name = personName();
  await sendRequest(page, name);
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

test("of two people chosen quickly the last one is assigned", async ({ page, db }) => {
  const name = personName();
  await sendRequest(page, name);
  const other = await createStaff(db, { role: "staff" });
  const person = await openList(page, db, search(name));
  await page.getByRole("link", { name, exact: true }).click();
  const assignee = page.getByRole("dialog", { name }).getByLabel("Assigned to");
  const posts: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The first one is slow on its way.
  await page.route(`**${LIST}/**`, async (route) => {
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
});

test("a request opens over the list with everything the visitor said; it is assigned, noted, and closes again", async ({
  page,
  db,
}) => {
  const name = personName();
  await sendRequest(page, name, {
    description: '<img src=x onerror="document.title=1"> under the sink',
  });
  const person = await openList(page, db, search(name));
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(
    dialog.getByText('<img src=x onerror="document.title=1"> under the sink'),
  ).toBeVisible();
  await expect(dialog.getByText("Is it <b>wet</b>?")).toBeVisible();
  await expect(dialog.getByText("12 Elm Street")).toBeVisible();
  await dialog.getByLabel("Assigned to").selectOption(person.userId);
  await expect(dialog.getByText("Assigned to Test staff")).toBeVisible();
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

test("a note that was begun stays when a colleague's arrives, and when the request is closed and opened again", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db, search(name));
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByLabel("Add a note").fill("Asks for a man named");
  const context = await browser.newContext({ baseURL });
  const colleague = await context.newPage();
  await openSession(colleague, db, await createStaff(db, { role: "staff" }));
  await colleague.goto(page.url());
  await colleague.getByLabel("Add a note").fill("Has a dog");
  await colleague.getByRole("button", { name: "Save note" }).click();
  await expect(colleague.getByRole("listitem").filter({ hasText: "Has a dog" })).toBeVisible();
  await context.close();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Has a dog" })).toBeVisible();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("Asks for a man named");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("Asks for a man named");
  await page.reload();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("Asks for a man named");
});

test("a status that a colleague sets later is shown in the request, not the one chosen in the list before", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db, search(name));
  await page.getByLabel(`Status of ${name}`).selectOption("contacted");
  await expect(page.getByText("Status set to Contacted")).toBeVisible();
  const context = await browser.newContext({ baseURL });
  const colleague = await context.newPage();
  await openSession(colleague, db, await createStaff(db, { role: "staff" }));
  await colleague.goto(LIST + search(name));
  await colleague.getByLabel(`Status of ${name}`).selectOption("closed");
  await expect.poll(() => statusOf(db, name)).toBe("closed");
  await page.getByRole("link", { name, exact: true }).click();
  const status = page.getByRole("dialog", { name }).getByLabel("Status", { exact: true });
  await expect(status).toHaveValue("closed");
  await colleague.getByLabel(`Status of ${name}`).selectOption("new");
  await expect(status).toHaveValue("new");
  await context.close();
});

test("whether the customer may be called follows the clock while the list is open", async ({
  page,
  db,
}) => {
  const name = personName();
  await sendRequest(page, name);
  // Three in the morning in Atlanta, on a Tuesday.
  await page.clock.install({ time: "2026-01-13T08:00:00Z" });
  await openList(page, db, search(name));
  const row = page.getByRole("row").filter({ hasText: name });
  // The list follows the clock once its script runs.
  await expect(page.getByLabel(`Status of ${name}`)).toBeEnabled();
  const after = async (time: string, shown: RegExp) => {
    await page.clock.fastForward(time);
    await expect(row.getByText(shown)).toBeVisible();
  };
  await after("04:00:30", /Not now: 7:0\d AM there/);
  await after("02:00:30", /OK to call now/);
  await after("12:00:30", /Not now: 9:0\d PM there/);
});

test("a request that is closed and opened again at once, before the list has answered, is open", async ({
  page,
  db,
}) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db, search(name));
  const link = page.getByRole("link", { name, exact: true });
  const dialog = page.getByRole("dialog", { name });
  await link.click();
  await dialog.getByLabel("Add a note").fill("Asks for a man named");
  const release = await hold(page, "**/service-requests.data*");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await link.click();
  release();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("Asks for a man named");
});

test("a note is not begun again where the request was closed while it was being saved", async ({
  page,
  db,
}) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db, search(name));
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  const release = await hold(page, "**/service-requests/**", { method: "POST" });
  await dialog.getByLabel("Add a note").fill(" Prefers the afternoon ");
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
            "select 1 from request_notes where text = 'Prefers the afternoon' and request_id = (select id from service_requests where customer_name = $1)",
            [name],
          )
        ).rowCount,
    )
    .toBe(1);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(
    dialog.getByRole("listitem").filter({ hasText: "Prefers the afternoon" }),
  ).toBeVisible();
  await expect(dialog.getByLabel("Add a note")).toHaveValue("");
});

test("a held request is released, and the CRM gets it", async ({ page, db }) => {
  const name = personName();
  await sendRequest(page, name, { website: "http://spam.example" });
  await openList(page, db, `?view=flagged&q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByText("Held: suspected spam")).toBeVisible();
  await dialog.getByRole("button", { name: "Release" }).click();
  await expect(dialog.getByText("Released for delivery to the CRM")).toBeVisible();
  await expect
    .poll(
      async () =>
        (
          await db.query(
            "select o.state from crm_outbox o join service_requests r on r.id = o.request_id where r.customer_name = $1",
            [name],
          )
        ).rows[0]?.state,
    )
    .toBe("delivered");
});

test("new requests show as a bar and move nothing until asked", async ({ page, db }) => {
  const stream = page.waitForResponse(`**${LIST}/stream`);
  await openList(page, db);
  await stream;
  const name = personName();
  await sendRequest(page, name);
  await expect(page.getByText(/\d+ new requests?\./)).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
});

test.describe("an id that no request has", () => {
  test.use({ expectedProblems: [/404 \(/] });
  test("answers not found and leads back", async ({ page, db }) => {
    await openList(page, db);
    const answer = await page.goto(`${LIST}/${randomUUID()}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Request not found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expect(page).toHaveURL(LIST);
    expect((await page.request.get(`${LIST}/not-an-id/consent`)).status()).toBe(404);
  });
});

test("the list goes out as CSV, and the consent proof as a page to print", async ({ page, db }) => {
  const name = personName();
  await sendRequest(page, name);
  await openList(page, db, search(name));
  const csv = await page.request.get(`${LIST}/export.csv${search(name)}`);
  expect(csv.headers()["content-type"]).toContain("text/csv");
  expect((await csv.text()).trim().split("\r\n")).toHaveLength(2);
  const { rows } = await db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  await page.goto(`${LIST}/${rows[0]?.id}/consent`);
  await expect(page.getByRole("heading", { name: "Consent record" })).toBeVisible();
  await expect(page.getByText("the record fits its hash")).toBeVisible();
});

test.describe("without the rank", () => {
  test.use({ expectedProblems: [/403 \(/] });
  test("a reviewer and a stranger get nothing of it", async ({ page, db }) => {
    const paths = [
      LIST,
      `${LIST}.data`,
      `${LIST}/export.csv`,
      `${LIST}/stream`,
      `${LIST}/${randomUUID()}/consent`,
    ];
    for (const path of paths) {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect([302, 202], path).toContain(answer.status());
      expect(await answer.text()).not.toContain("Plumbing");
    }
    await signIn(page, await createStaff(db, { role: "reviewer" }));
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    for (const path of paths)
      expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(403);
  });
});
