import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { addDiagnosis, enter, type MadeQuiz, makeQuiz } from "./hand-made-quiz.ts";
import { asSomebodyElse, expectNoAxeViolations } from "./staff-pages.ts";

const EDITOR = "/backyard/quizzes/editor";
const saveButton = (page: Page) => page.getByRole("button", { name: /^(Save|Update) Quiz$/ });
const option = (page: Page, number: number, questionNumber = 1) =>
  page.getByLabel(`Option ${number} of question ${questionNumber}`, { exact: true });
const mostLikely = (page: Page, number: number) =>
  page.getByLabel(`Option ${number} is the most likely answer of question 1`);

async function openEditor(page: Page, quiz: MadeQuiz): Promise<void> {
  await page.goto(`${EDITOR}/${quiz.slug}`);
  await expect(page.getByRole("heading", { name: `Edit: ${quiz.title}` })).toBeVisible();
  // The button is enabled once the scripts have loaded.
  await expect(saveButton(page)).toBeEnabled();
}

test("a quiz is written manually: missing values are reported in order, and it is created and updated", async ({
  page,
  db,
}) => {
  await enter(page, db);
  const mark = randomUUID().slice(0, 8);
  await page.goto(EDITOR);
  await expect(page.getByRole("heading", { name: "Create New Quiz" })).toBeVisible();
  await page.getByRole("button", { name: "Start without AI" }).click();
  const error = page.getByRole("alert");
  await saveButton(page).click();
  await expect(error).toHaveText("Please fill in all quiz details");
  await expect(page.getByLabel("Title *")).toBeFocused();
  await page.getByLabel("Title *").fill(`Tap  Drips! ${mark}`);
  await expect(page.getByLabel("URL slug *")).toHaveValue(`tap-drips-${mark}`);
  await expect(page.getByLabel("Publish immediately (make active)")).not.toBeChecked();
  await saveButton(page).click();
  await expect(error).toHaveText("Please fill in all quiz details");
  await expect(page.getByLabel("Description *")).toBeFocused();
  await page.getByLabel("Description *").fill("Where does it drip?");
  await saveButton(page).click();
  await expect(error).toHaveText("Quiz must have at least one question");
  await page.getByRole("button", { name: "Add Question" }).click();
  await expect(page.getByLabel("CRM field name")).toHaveValue("question_1");
  await saveButton(page).click();
  await expect(error).toHaveText("Question 1 is missing question text");
  await page.getByLabel("Question text *").fill("Where is the water?");
  await saveButton(page).click();
  await expect(error).toHaveText("Question 1 has empty options");
  await expect(option(page, 1)).toBeFocused();
  await option(page, 1).fill("At the spout");
  await option(page, 2).fill("At the handle");
  await page.getByLabel("URL slug *").fill(`My Own  Slug_${mark} `);
  await expect(page.getByLabel("URL slug *")).toHaveValue(`my-own-slug${mark}-`);
  await page.getByLabel("Title *").fill(`Renamed ${mark}`);
  await expect(page.getByLabel("URL slug *")).toHaveValue(`my-own-slug${mark}-`);
  await saveButton(page).click();
  await expect(page.getByText("Quiz created successfully!")).toBeVisible();
  await expect(page).toHaveURL(`${EDITOR}/my-own-slug${mark}`);
  await expect(page.getByRole("heading", { name: `Edit: Renamed ${mark}` })).toBeVisible();
  await expect(page.getByText("Quiz created successfully!")).toBeHidden();
  await page.getByLabel("Description *").fill("Other words");
  await saveButton(page).click();
  await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Description *")).toHaveValue("Other words");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
});

test("a published slug is locked until Update, the old one redirects, and a duplicate is refused", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  const other = await makeQuiz(person);
  await openEditor(page, quiz);
  const slug = page.getByLabel("URL slug *");
  await expect(slug).not.toBeEditable();
  await page.getByRole("button", { name: "Update URL slug" }).click();
  await slug.fill(other.slug);
  await page.getByRole("button", { name: "Lock URL slug" }).click();
  await expect(slug).not.toBeEditable();
  await saveButton(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "A quiz with this URL slug already exists. Please choose a different slug.",
  );
  await page.getByRole("button", { name: "Update URL slug" }).click();
  await slug.fill(`${quiz.slug}-new`);
  await saveButton(page).click();
  await expect(page).toHaveURL(`${EDITOR}/${quiz.slug}-new`);
  await page.goto(`${EDITOR}/${quiz.slug}`);
  await expect(page).toHaveURL(`${EDITOR}/${quiz.slug}-new`);
});

test.describe("an unknown quiz slug", () => {
  test.use({ expectedProblems: [/404/] });
  test("is reported, with a link back", async ({ page, db }) => {
    await enter(page, db);
    await page.goto(`${EDITOR}/no-such-quiz`);
    await expect(page.getByRole("heading", { name: "Quiz not found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the quizzes" }).click();
    await expect(page).toHaveURL("/backyard/quizzes");
  });
});

test("removing an option keeps the most likely answer selected and at least two options", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  await openEditor(page, await makeQuiz(person));
  await mostLikely(page, 3).check();
  await page.getByRole("button", { name: "Remove option 1 of question 1" }).click();
  await expect(option(page, 1)).toHaveValue("Green");
  await expect(mostLikely(page, 2)).toBeChecked();
  await expect(option(page, 1)).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove option 1 of question 1" })).toBeDisabled();
  await page.getByRole("button", { name: "Add option to question 1" }).click();
  await expect(option(page, 3)).toBeFocused();
  await page.getByRole("button", { name: "Remove option 2 of question 1" }).click();
  await expect(mostLikely(page, 1)).toBeChecked();
});

test("questions and options can be moved by keyboard, keeping the focus and announcing each move", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  await openEditor(page, await makeQuiz(person));
  await page.getByRole("button", { name: "Move option 1 of question 1 down" }).press("Enter");
  await expect(option(page, 2)).toHaveValue("Red");
  await expect(mostLikely(page, 2)).toBeChecked();
  await expect(page.getByText("Option 1 of question 1 is now option 2")).toBeAttached();
  const down = page.getByRole("button", { name: "Move option 2 of question 1 down" });
  await expect(down).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(option(page, 3)).toHaveValue("Red");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("button", { name: "Move option 3 of question 1 down" }),
  ).toBeFocused();
  await page.getByRole("button", { name: "Move question 2 up" }).press("Space");
  await expect(page.getByText("Question 2 is now question 1")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move question 1 up" })).toBeFocused();
  await expect(page.getByLabel("Question text *").first()).toHaveValue("Question text 2");
  await saveButton(page).click();
  await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Question text *").first()).toHaveValue("Question text 2");
  await expect(option(page, 3, 2)).toHaveValue("Red");
});

test("a removed question can be restored, and saving asks to confirm the effect on diagnoses", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await addDiagnosis(db, quiz.id, "1:1,2:0");
  await addDiagnosis(db, quiz.id, "1:2,2:0");
  await openEditor(page, quiz);
  await expect(page.getByRole("link", { name: "Review Results (2)" })).toHaveAttribute(
    "href",
    `${EDITOR}/${quiz.slug}/review`,
  );
  await page.getByRole("button", { name: "Remove question 2" }).click();
  await expect(page.getByLabel("Question text *")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Question text *")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove question 2" }).click();
  await page.getByRole("button", { name: "Remove option 2 of question 1" }).click();
  await saveButton(page).click();
  const dialog = page.getByRole("alertdialog", { name: "This changes stored results" });
  await expect(dialog).toContainText("1 diagnosis moves along with the answers.");
  await expect(dialog).toContainText("1 diagnosis is removed");
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  const hashes = async () =>
    (
      await db.query<{ hash: string }>(
        "select answer_combination_hash as hash from quiz_diagnoses where quiz_id = $1 order by 1",
        [quiz.id],
      )
    ).rows;
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await hashes()).toEqual([{ hash: "1:1,2:0" }, { hash: "1:2,2:0" }]);
  await saveButton(page).click();
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
  expect(await hashes()).toEqual([{ hash: "1:1" }]);
});

test("publishing is refused with the reason, and nothing is saved", async ({ page, db }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await db.query(
    "insert into quiz_safety_rules (id, quiz_id, position, name, pattern, urgency, instruction, status, created_at) values (gen_random_uuid(), $1, 0, 'Gas smell', '1:0', 'high', 'Leave', 'pending_review', now())",
    [quiz.id],
  );
  await openEditor(page, quiz);
  await page.getByLabel("Publish immediately (make active)").check();
  await saveButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Gas smell");
  await page.getByLabel("Publish immediately (make active)").uncheck();
  await page.getByLabel("Title *").fill("Still a draft");
  await saveButton(page).click();
  await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
});

test("unsaved changes survive a reload and can be restored or discarded", async ({ page, db }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await openEditor(page, quiz);
  await page.getByLabel("Description *").fill("Typed, not saved");
  await expect(page.getByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  // The latest changes are sent when the page is left.
  await page.getByLabel("Description *").fill("Typed last");
  await page.reload();
  const banner = page.getByRole("region", { name: "Unsaved changes" });
  await expect(banner).toContainText("You have unsaved changes from just now.");
  await expect(page.getByLabel("Description *")).toHaveValue("Where does it drip?");
  await expectNoAxeViolations(page);
  await banner.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Description *")).toHaveValue("Typed last");
  // Otherwise the page would send the draft once more while it is left, perhaps after Discard.
  await expect(page.getByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  await page.reload();
  await banner.getByRole("button", { name: "Discard" }).click();
  await expect(banner).toBeHidden();
  await expect
    .poll(
      async () => (await db.query("select from content_drafts where key = $1", [quiz.id])).rowCount,
    )
    .toBe(0);
  await page.reload();
  await expect(page.getByLabel("Description *")).toHaveValue("Where does it drip?");
  await expect(banner).toBeHidden();
});

test("the preview shows only the draft of the person who typed it", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await openEditor(page, quiz);
  await page.getByLabel("Title *").fill("A title that is not saved");
  await expect(page.getByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  await page.goto(`/quiz/${quiz.slug}?preview`);
  await expect(
    page.getByRole("heading", { level: 1, name: "A title that is not saved" }),
  ).toBeVisible();
  await expect(page.getByRole("note")).toContainText("your draft, with changes that are not saved");
  await asSomebodyElse(
    browser,
    { baseURL, db, ...(await createStaff(db, { role: "staff" })) },
    async (other) => {
      await other.goto(`/quiz/${quiz.slug}?preview`);
      await expect(other.getByRole("heading", { level: 1, name: quiz.title })).toBeVisible();
    },
  );
});

test("the draft of an unfinished new quiz is offered until it is restored or discarded", async ({
  page,
  db,
}) => {
  const { userId } = await enter(page, db);
  await page.goto(EDITOR);
  await page.getByRole("button", { name: "Start without AI" }).click();
  await page.getByLabel("Title *").fill("Half a quiz");
  await page.getByRole("link", { name: "Back to quizzes" }).click();
  await expect(page).toHaveURL("/backyard/quizzes");
  await expect
    .poll(
      async () =>
        (
          await db.query(
            "select from content_drafts where user_id = $1 and data->>'title' = 'Half a quiz'",
            [userId],
          )
        ).rowCount,
    )
    .toBe(1);
  await page.getByRole("link", { name: "Create Quiz" }).click();
  const banner = page.getByRole("region", { name: "Unsaved changes" });
  await expect(banner).toContainText("Half a quiz");
  await page.getByRole("button", { name: "Start without AI" }).click();
  await page.getByLabel("Title *").fill("Another quiz");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.reload();
  await expect(banner.getByRole("listitem")).toHaveText([/Another quiz/, /Half a quiz/]);
  await page.getByRole("button", { name: "Start without AI" }).click();
  await page.getByLabel("Title *").fill("A third one");
  await banner
    .getByRole("listitem")
    .filter({ hasText: "Another quiz" })
    .getByRole("button", { name: "Discard" })
    .click();
  await banner
    .getByRole("listitem")
    .filter({ hasText: "Half a quiz" })
    .getByRole("button", { name: "Restore" })
    .click();
  await expect(page.getByLabel("Title *")).toHaveValue("Half a quiz");
  await expect(banner.getByRole("listitem")).toHaveText([/A third one/]);
  await page.getByLabel("Title *").fill("Half a quiz, renamed");
  await expect(page.getByLabel("URL slug *")).toHaveValue("half-a-quiz-renamed");
});

test("two people's changes are merged, and a conflict asks which one to keep", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await enter(page, db);
  const other = await createStaff(db, { role: "staff" });
  const quiz = await makeQuiz(person);
  await openEditor(page, quiz);
  await page.getByLabel("Description *").fill("My description");
  await page.getByLabel("Question text *").first().fill("My question?");
  await asSomebodyElse(browser, { ...other, baseURL, db }, async (theirs) => {
    await openEditor(theirs, quiz);
    await theirs.getByLabel("Service type").selectOption("HVAC");
    await theirs.getByLabel("Question text *").first().fill("Their question?");
    await saveButton(theirs).click();
    await expect(theirs.getByText("Quiz updated successfully!")).toBeVisible();
  });
  await saveButton(page).click();
  const dialog = page.getByRole("alertdialog", { name: "Somebody else saved this quiz meanwhile" });
  const field = dialog.getByRole("group", { name: "Question 1, text" });
  await expect(field.getByLabel("Yours")).toBeVisible();
  await expect(dialog.getByRole("group")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Save these choices" })).toBeDisabled();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await field.getByText("Their question?").click();
  await dialog.getByRole("button", { name: "Save these choices" }).click();
  await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
  await expect(page.getByLabel("Question text *").first()).toHaveValue("Their question?");
  await expect(page.getByLabel("Service type")).toHaveValue("HVAC");
  await page.reload();
  await expect(page.getByLabel("Description *")).toHaveValue("My description");
  await expect(page.getByLabel("Service type")).toHaveValue("HVAC");
});

test("an earlier version can be compared, and restored by saving it", async ({ page, db }) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person);
  await openEditor(page, quiz);
  await page.getByLabel("Description *").fill("The second description");
  await saveButton(page).click();
  const toast = page.getByText("Quiz updated successfully!");
  await expect(toast).toBeVisible();
  // On a phone the toast covers the history, and it stays while the pointer is over it.
  await page.mouse.move(0, 0);
  await expect(toast).toBeHidden();
  await page.getByText("Version history").click();
  await expect(page.getByText(/^Version 2, .* by Test staff/)).toBeVisible();
  await page.getByRole("button", { name: "Compare version 1 with now" }).click();
  const dialog = page.getByRole("dialog", { name: "Version 1" });
  await expect(dialog.getByText("Then: Where does it drip?")).toBeVisible();
  await expect(dialog.getByText("Now: The second description")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Description *")).toHaveValue("Where does it drip?");
  await saveButton(page).click();
  await expect(page.getByText(/^Version 3, /)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Description *")).toHaveValue("Where does it drip?");
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a failed save is reported, and no typed text is lost", async ({ page, db }) => {
    const person = await enter(page, db);
    await openEditor(page, await makeQuiz(person));
    await page.getByLabel("Title *").fill("Typed in vain");
    await page.route("**/quizzes/editor/*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await saveButton(page).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to save quiz");
    await expect(page.getByLabel("Title *")).toHaveValue("Typed in vain");
    await page.unroute("**/quizzes/editor/*");
    await saveButton(page).click();
    await expect(page.getByText("Quiz updated successfully!")).toBeVisible();
  });

  test("a generation request that does not reach the server is reported", async ({ page, db }) => {
    const person = await enter(page, db);
    await page.route("**/functions/v1/*", (route) => route.abort());
    await page.goto(EDITOR);
    await page.getByLabel("Topic *").fill("Dripping tap");
    await page.getByRole("button", { name: "Generate Quiz" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to generate quiz with AI");
    await openEditor(page, await makeQuiz(person));
    await page.getByRole("button", { name: "Generate Diagnoses" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to generate diagnoses with AI");
  });
});

test("diagnoses can be generated only for a saved quiz", async ({ page, db }) => {
  const person = await enter(page, db);
  await openEditor(page, await makeQuiz(person));
  await page.getByLabel("Title *").fill("Not saved yet");
  await page.getByRole("button", { name: "Generate Diagnoses" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Please save the quiz first before generating diagnoses",
  );
});

test("editor and generator have no axe findings and fit the screen at both sizes", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const quiz = await makeQuiz(person, {
    title: `A title ${"that goes on and on ".repeat(8)}${randomUUID().slice(0, 8)}`,
  });
  await page.goto(EDITOR);
  await expect(page.getByRole("button", { name: "Generate Quiz" })).toBeDisabled();
  await expectNoAxeViolations(page);
  await page.goto(`${EDITOR}/${quiz.slug}`);
  await expect(saveButton(page)).toBeVisible();
  await expectNoAxeViolations(page);
});

test.describe("the generator panel, with stubbed responses", () => {
  const job = (changes: object = {}) => ({
    job: {
      id: "0190163d-8694-739b-aea5-966c26f8ad91",
      kind: "quiz",
      state: "running",
      stage: "Formatting questions...",
      total: 0,
      done: 0,
      failures: 0,
      error: null,
      quiz: null,
      ...changes,
    },
  });
  const fulfillJson = (page: Page, url: string, answer: () => unknown) =>
    page.route(url, (route) => route.fulfill({ json: answer() }));

  test("requires a topic, shows the cost, reports invalid responses and errors, and follows a job", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const quiz = await makeQuiz(person);
    let now: unknown = { job: null };
    await fulfillJson(page, "**/backyard/quizzes/jobs/estimate?*", () => ({
      generator: "model",
      label: "Model X",
      costCents: 142,
      budgetLeftCents: 500,
    }));
    await fulfillJson(page, "**/backyard/quizzes/jobs/latest*", () => now);
    await fulfillJson(page, "**/backyard/quizzes/jobs/0190*", () => now);
    await page.goto(EDITOR);
    await expect(
      page.getByText("Model X. Estimated cost: $1.42. $5.00 of today's budget are left."),
    ).toBeVisible();
    await expect(page.getByLabel("Number of questions")).toHaveValue("5");
    expect(
      await page.getByLabel("Number of questions").getByRole("option").allTextContents(),
    ).toEqual(["3", "4", "5", "6", "7", "8", "10"]);
    const topic = page.getByLabel("Topic *");
    await topic.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Please enter a topic for AI generation");
    await topic.fill("Dripping tap");

    await page.route("**/functions/v1/orchestrate-quiz-generation", (route) =>
      route.fulfill({ body: "<html>" }),
    );
    await page.getByRole("button", { name: "Generate Quiz" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid response from server");
    await fulfillJson(page, "**/functions/v1/orchestrate-quiz-generation", () => ({
      success: false,
    }));
    await page.getByRole("button", { name: "Generate Quiz" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to generate quiz");
    await fulfillJson(page, "**/functions/v1/orchestrate-quiz-generation", () => ({
      success: true,
      quiz: { ...quiz, description: "", questions: [] },
      totalCombinations: 9,
    }));
    await page.getByRole("button", { name: "Generate Quiz" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid response from server");

    const answered = Promise.withResolvers<void>();
    const sent = page.waitForRequest("**/functions/v1/orchestrate-quiz-generation");
    await page.route("**/functions/v1/orchestrate-quiz-generation", async (route) => {
      await answered.promise;
      await route.fulfill({
        json: {
          success: true,
          quiz: { ...quiz, description: "", questions: [] },
          totalCombinations: 9,
          generatedDiagnoses: 0,
          job_id: "0190163d-8694-739b-aea5-966c26f8ad91",
        },
      });
    });
    now = job();
    await page.getByRole("button", { name: "Generate Quiz" }).click();
    expect((await sent).postDataJSON()).toEqual({
      topic: "Dripping tap",
      numQuestions: 5,
      serviceType: "Auto-detect",
    });
    await expect(page.getByText("Formatting questions...")).toBeVisible();
    await expect(
      page.getByText("This may take 2-5 minutes for complete analysis..."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Generating" })).toBeDisabled();
    await expectNoAxeViolations(page);
    now = job({
      stage: "Generating diagnostic scenarios...",
      total: 9,
      done: 4,
      quiz: { id: quiz.id, slug: quiz.slug },
    });
    answered.resolve();
    await expect(page).toHaveURL(`${EDITOR}/${quiz.slug}`);
    await expect(page.getByText("4 of 9 total scenarios complete")).toBeVisible();
    const cancelled = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().includes("/jobs/0190"),
    );
    await page.getByRole("button", { name: "Cancel generation" }).click();
    expect((await cancelled).postData()).toBe("intent=cancel");
    now = job({
      state: "done",
      total: 9,
      done: 9,
      failures: 1,
      quiz: { id: quiz.id, slug: quiz.slug },
    });
    await expect(page.getByText("Diagnosis generation completed with some errors.")).toBeVisible();
    await expect(page).toHaveURL(`${EDITOR}/${quiz.slug}/review`);
    await expect(page.getByText("Diagnosis generation completed with some errors.")).toBeHidden();
  });

  test("asks to confirm paid diagnoses, and shows the errors of failed and refused jobs", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const quiz = await makeQuiz(person);
    await fulfillJson(page, "**/backyard/quizzes/jobs/latest*", () => ({ job: null }));
    await fulfillJson(page, "**/backyard/quizzes/jobs/estimate?*", () => ({
      generator: "model",
      label: "Model X",
      costCents: 142,
      budgetLeftCents: null,
    }));
    await fulfillJson(page, "**/backyard/quizzes/jobs/0190*", () =>
      job({ kind: "diagnoses", state: "failed", error: "Today's budget is used up." }),
    );
    await fulfillJson(page, "**/functions/v1/generate-quiz-diagnoses", () => ({
      success: true,
      generatedDiagnoses: 0,
      job_id: job().job.id,
    }));
    await openEditor(page, quiz);
    const start = async () => {
      await page.getByRole("button", { name: "Generate Diagnoses" }).click();
      await expect(page.getByRole("dialog", { name: "Generate diagnoses" })).toContainText(
        "Model X. Estimated cost: $1.42.",
      );
      const sent = page.waitForRequest("**/functions/v1/generate-quiz-diagnoses");
      await page.getByRole("button", { name: "Generate", exact: true }).click();
      expect((await sent).postDataJSON()).toEqual({ quiz_id: quiz.id });
    };
    await start();
    await expect(page.getByRole("alert")).toHaveText("Today's budget is used up.");
    await fulfillJson(page, "**/functions/v1/generate-quiz-diagnoses", () => ({ success: false }));
    await start();
    await expect(page.getByRole("alert")).toHaveText("Failed to generate diagnoses");
  });

  test("shows an unfinished job again, and stops polling after ten minutes", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const quiz = await makeQuiz(person);
    const running = job({
      kind: "diagnoses",
      stage: "Generating diagnostic scenarios...",
      total: 9,
      done: 4,
      quiz: { id: quiz.id, slug: quiz.slug },
    });
    let calls = 0;
    await fulfillJson(page, "**/backyard/quizzes/jobs/*", () => {
      calls++;
      return running;
    });
    await page.clock.install();
    await openEditor(page, quiz);
    await expect(page.getByText("4 of 9 total scenarios complete")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generate Diagnoses" })).toBeDisabled();
    await page.clock.fastForward(600_000);
    await expect(page.getByText("Generation continues")).toBeVisible();
    await expect(page.getByText("4 of 9 total scenarios complete")).toBeVisible();
    const before = calls;
    await page.clock.runFor(10_000);
    expect(calls).toBe(before);
  });
});
