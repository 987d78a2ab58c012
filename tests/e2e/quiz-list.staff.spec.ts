import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { addDiagnosis, enter, type MadeQuiz, makeQuiz } from "./hand-made-quiz.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

const LIST = "/backyard/quizzes";
const rowOf = (page: Page, { title }: Pick<MadeQuiz, "title">) =>
  page.getByRole("row").filter({ hasText: title });
const markOf = ({ slug }: MadeQuiz) => slug.slice(-8);

test("search and status are in the URL and filter the list", async ({ page, db }) => {
  const person = await enter(page, db);
  const active = await makeQuiz(person, { isActive: true });
  const mark = markOf(active);
  const inactive = await makeQuiz(person, { title: `Other ${mark}` });
  await page.goto(LIST);
  await page.getByLabel("Search by title, URL or service").fill(mark);
  await expect(page).toHaveURL(`${LIST}?q=${mark}`);
  await expect(rowOf(page, inactive)).toBeVisible();
  await page.getByLabel("Status").selectOption("active");
  await expect(page).toHaveURL(`${LIST}?q=${mark}&status=active`);
  await expect(rowOf(page, inactive)).toBeHidden();
  await expect(rowOf(page, active)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("active");
  await expect(rowOf(page, active)).toBeVisible();
  await page.getByLabel("Search by title, URL or service").fill("no quiz has these words");
  await expect(page.getByText("No quizzes match")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByLabel("Search by title, URL or service")).toHaveValue("");
  await page.getByRole("link", { name: "Create Quiz" }).click();
  await expect(page.getByRole("heading", { name: "Create New Quiz" })).toBeVisible();
});

test("clicking a column header sorts the list in the URL, and filtering keeps the order", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const first = await makeQuiz(person, { isActive: true });
  const mark = markOf(first);
  const second = await makeQuiz(person, { title: `A quiz before ${mark}` });
  const third = await makeQuiz(person, { title: `Zebra ${mark}` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${LIST}?q=${mark}`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(third.title);
  const header = page.getByRole("columnheader", { name: "Quiz" });
  await header.getByRole("link").click();
  await expect(page).toHaveURL(`${LIST}?q=${mark}&sort=quiz`);
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.nth(1)).toContainText(second.title);
  await page.getByLabel("Status").selectOption("inactive");
  await expect(page).toHaveURL(`${LIST}?q=${mark}&status=inactive&sort=quiz`);
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("table", { name: "Quizzes, sorted by Quiz" })).toBeVisible();
  await header.getByRole("link").click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(rows.nth(1)).toContainText(third.title);
  await header.getByRole("link").click();
  await expect(page).toHaveURL(`${LIST}?q=${mark}&status=inactive`);
  await expect(header).not.toHaveAttribute("aria-sort");
});

test("a row shows the requests under all slugs, the pending reviews and the questions of a quiz", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person, { title: `A title ${"that goes on and on ".repeat(6)}` });
  await addDiagnosis(db, quiz.id, "1:0,2:0", "pending_review");
  await db.query("update quizzes set previous_slugs = $2 where id = $1", [
    quiz.id,
    [`old-${quiz.slug}`],
  ]);
  for (const slug of [quiz.slug, `old-${quiz.slug}`])
    await db.query(
      `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
       values (gen_random_uuid(), 'x', 'Sam', '1', 'Plumbing', 'x', 'x', jsonb_build_object('quiz_slug', $1::text), '2020-01-01')`,
      [slug],
    );
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  const row = page.getByRole("row").nth(1);
  await expect(row.getByRole("cell", { name: "Plumbing" })).toBeVisible();
  // Two questions, and two requests.
  await expect(row.getByRole("cell", { name: "2", exact: true })).toHaveCount(2);
  await expect(row.getByRole("link", { name: "Review Results" })).toHaveAttribute(
    "href",
    `${LIST}/editor/${quiz.slug}/review`,
  );
  await expect(row.getByRole("link", { name: "Metrics" })).toHaveAttribute(
    "href",
    `${LIST}/editor/${quiz.slug}/metrics`,
  );
  await expect(row.getByRole("link", { name: "Edit" })).toHaveAttribute(
    "href",
    `${LIST}/editor/${quiz.slug}`,
  );
  await expectNoAxeViolations(page);
});

test("the switch acts immediately, also by keyboard", async ({ page, db }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  const toggle = page.getByRole("switch", { name: `${quiz.title} is active` });
  await expect(toggle).not.toBeChecked();
  await toggle.press("Space");
  await expect(toggle).toBeChecked();
  await expect
    .poll(
      async () =>
        (await db.query("select is_active from quizzes where id = $1", [quiz.id])).rows[0]
          ?.is_active,
    )
    .toBe(true);
  await page.reload();
  await expect(toggle).toBeChecked();
});

test.describe("failures", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a failed switch is reverted and reported, and so is a failed deletion", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const quiz = await makeQuiz(person);
    await page.goto(`${LIST}?q=${markOf(quiz)}`);
    await page.route("**/quizzes.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    const toggle = page.getByRole("switch", { name: `${quiz.title} is active` });
    await toggle.click();
    await expect(page.getByRole("alertdialog")).toHaveText("Failed to update quiz statusOK");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(toggle).not.toBeChecked();
    await page.getByRole("button", { name: `Delete ${quiz.title}` }).click();
    await page.getByRole("button", { name: "Delete quiz" }).click();
    await expect(page.getByRole("alertdialog")).toHaveText("Failed to delete quizOK");
  });
});

test("a refused activation shows the reason", async ({ page, db }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await db.query(
    "insert into quiz_safety_rules (id, quiz_id, position, name, pattern, urgency, instruction, status, created_at) values (gen_random_uuid(), $1, 0, 'Gas smell', '1:0', 'high', 'Leave', 'pending_review', now())",
    [quiz.id],
  );
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  const toggle = page.getByRole("switch", { name: `${quiz.title} is active` });
  await toggle.click();
  const alert = page.getByRole("alertdialog");
  await expect(alert).toContainText("Failed to update quiz status");
  await expect(alert).toContainText("Gas smell");
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeFocused();
});

test("copying is confirmed for two seconds", async ({ page, db, baseURL }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await page.clock.install();
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  // The clock is stopped, because a slow machine could use up the two seconds.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: `Copy URL of ${quiz.title}` }).click();
  await expect(page.getByRole("button", { name: `Copy URL of ${quiz.title}` })).toHaveText(
    "Copied!",
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/quiz/${quiz.slug}`,
  );
  await page.clock.runFor(1_500);
  await expect(page.getByRole("button", { name: `Copy URL of ${quiz.title}` })).toHaveText(
    "Copied!",
  );
  await page.clock.runFor(600);
  await expect(page.getByRole("button", { name: `Copy URL of ${quiz.title}` })).toHaveText("");
});

test("copying works without the clipboard interface", async ({ page, db, baseURL }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = (command) => {
      document.title = `${command} ${(document.activeElement as HTMLTextAreaElement).value}`;
      return true;
    };
  });
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  const copy = page.getByRole("button", { name: `Copy URL of ${quiz.title}` });
  await copy.click();
  await expect(copy).toHaveText("Copied!");
  await expect(page).toHaveTitle(`copy ${baseURL}/quiz/${quiz.slug}`);
  await expect(copy).toBeFocused();
});

test("a quiz is deleted after a confirmation, and a superadmin restores it", async ({
  page,
  db,
}) => {
  const person = await enter(page, db, "superadmin");
  const quiz = await makeQuiz(person, { isActive: true });
  await page.goto(`${LIST}?q=${markOf(quiz)}`);
  await page.getByRole("button", { name: `Delete ${quiz.title}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(
    "Are you sure you want to delete this quiz? This action cannot be undone.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, quiz)).toBeVisible();
  await page.getByRole("button", { name: `Delete ${quiz.title}` }).click();
  await dialog.getByRole("button", { name: "Delete quiz" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No quizzes match")).toBeVisible();
  const deleted = page.getByRole("region", { name: "Deleted quizzes" });
  await expect(deleted).toContainText(quiz.title);
  await expectNoAxeViolations(page);
  await deleted.getByRole("button", { name: `Restore ${quiz.title}` }).click();
  await expect(page.getByText("Quiz restored")).toBeVisible();
  await expect(page.getByRole("switch", { name: `${quiz.title} is active` })).not.toBeChecked();
});

test("staff without the superadmin role neither see nor restore deleted quizzes", async ({
  page,
  db,
  baseURL,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await db.query("update quizzes set deleted_at = now() where id = $1", [quiz.id]);
  await page.goto(LIST);
  await expect(page.getByRole("link", { name: "Create Quiz" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Deleted quizzes" })).toBeHidden();
  await page.request.post(`${LIST}.data`, {
    form: { intent: "restore", id: quiz.id },
    headers: { Origin: baseURL ?? "" },
  });
  expect(
    (await db.query("select deleted_at from quizzes where id = $1", [quiz.id])).rows[0]?.deleted_at,
  ).not.toBeNull();
});

test("the newer version of an edited seed quiz is offered, and added as an inactive quiz", async ({
  page,
  db,
}) => {
  await enter(page, db);
  await db.query("update seed_quizzes set is_newer_available = true where slug = 'roof-leak'");
  await page.goto(LIST);
  const notice = page.getByRole("region", { name: "Starter quizzes with a newer version" });
  await expect(notice).toContainText("You edited yours, so we did not change it.");
  await notice.getByRole("button", { name: /^Add new version of/ }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText("New version added. It is inactive.")).toBeVisible();
  const { rows } = await db.query(
    "delete from quizzes where slug = 'roof-leak-new' returning is_active",
  );
  expect(rows).toEqual([{ is_active: false }]);
});
