import type { Page } from "@playwright/test";
import type pg from "pg";
import { countCombinations } from "#app/features/quizzes/engine/combinations.ts";
import { splitAnswerPairs } from "#app/features/quizzes/engine/hash-answers.ts";
import { rankOutcomes } from "#app/features/quizzes/engine/rank-outcomes.ts";
import { axeFindings } from "./axe.ts";
import { expect, SIZES, test } from "./fixtures.ts";
import { type MadeQuiz, makeQuiz, openQuizPage } from "./staff-quizzes.ts";

const open = async (page: Page, db: pg.Client, { slug }: Pick<MadeQuiz, "slug">) => {
  const person = await openQuizPage(page, db, { slug, at: "outcomes" });
  await expect(page.getByRole("heading", { name: "Safety rules" })).toBeVisible();
  return person;
};
const save = (page: Page) => page.getByRole("button", { name: "Save outcomes and safety" });
const saved = (page: Page, version: number) =>
  expect(page.getByText(`Version ${version}, saved.`)).toBeVisible();
const findings = (page: Page) => page.getByRole("list", { name: "Findings" });

/** Name and cell of the first outcome for the first answer of the quiz. */
function firstCell(page: Page, quiz: MadeQuiz) {
  const name = quiz.model.outcomes[0]?.data.diagnosis ?? "";
  return page.getByLabel(`${name}: ${quiz.questions[0]?.options[0]}`, { exact: true });
}

test("outcomes and rules are typed, refused beside the form, and saved, and the check runs automatically", async ({
  page,
  db,
}) => {
  test.setTimeout(90_000);
  const quiz = await makeQuiz(db, { status: "approved" });
  const [first] = quiz.model.outcomes;
  const [one, , third] = quiz.questions;
  if (!one || !third) throw new Error("the quiz is too short");
  const outcomeCount = async () =>
    (await db.query("select 1 from quiz_outcomes where quiz_id = $1", [quiz.id])).rowCount;
  await open(page, db, quiz);
  const cell = firstCell(page, quiz);
  const alert = page.getByRole("alert");
  const opened = page.locator("details[open]");

  await test.step("the arrow keys move between weights", async () => {
    await cell.fill("lots");
    await page.keyboard.press("ArrowDown");
    await expect(
      page.getByLabel(`${first?.data.diagnosis}: ${one.options[1]}`, { exact: true }),
    ).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(cell).toBeFocused();
    await expect(page.getByText("Changes are not saved yet.")).toBeVisible();
  });

  await test.step("invalid values are reported and kept, and a message disappears once its cause is fixed", async () => {
    await page.getByRole("button", { name: "Add safety rule" }).click();
    await save(page).click();
    await expect(alert).toContainText("has a weight that is no number");
    await expect(alert).toContainText("A safety rule has no name.");
    await expect(cell).toHaveValue("lots");
    const { rows } = await db.query("select version from quizzes where id = $1", [quiz.id]);
    expect(rows).toEqual([{ version: 1 }]);
    await page
      .getByRole("group", { name: "Safety rule" })
      .last()
      .getByLabel("Name of the rule")
      .fill("Water on the floor");
    await expect(alert).not.toContainText("has no name");
    await expect(alert).toContainText("has no steps");
    await cell.fill("1,5");
    await expect(alert).not.toContainText("is no number");
  });

  await test.step("a safety rule is built from chosen questions and answers", async () => {
    const safetyRule = page.getByRole("group", { name: /^Safety rule/ }).last();
    await safetyRule.getByLabel("Question 1 of the rule").selectOption(third.id);
    await safetyRule.getByLabel("Answer 1 of the rule", { exact: true }).selectOption("1");
    await safetyRule.getByRole("button", { name: "Add answer" }).click();
    await expect(
      safetyRule.getByLabel("Question 2 of the rule").locator(`option[value="${third.id}"]`),
    ).toBeDisabled();
    await safetyRule.getByLabel("Question 2 of the rule").selectOption(one.id);
    await safetyRule
      .getByLabel("Answer 2 of the rule", { exact: true })
      .selectOption({ label: one.options[0] });
    await safetyRule.getByLabel(/^Steps/).fill("Close the main valve.\n\nLeave the room.");
    await safetyRule.getByLabel(/^Likely causes/).fill("A burst pipe");
    await safetyRule.getByLabel("Minimum urgency").selectOption("medium");
    await expect(safetyRule.getByRole("group", { name: "Danger screen" })).toBeHidden();
    await page.getByRole("button", { name: "Add safety rule" }).click();
    const added = page.getByRole("group", { name: /^Safety rule/ }).last();
    await expect(added.getByLabel("Name of the rule")).toBeFocused();
    await added
      .getByRole("button", { name: /^Remove/ })
      .last()
      .click();
    await page.getByLabel("Minimum certainty, in percent").fill("60");
    await save(page).click();
    await saved(page, 2);
    await expect(
      page.getByText("Nothing keeps this quiz from being active: safety violations 0."),
    ).toBeVisible();
    const total = countCombinations(quiz.questions).toLocaleString("en-US");
    await expect(page.getByText(`Checked ${total} of ${total} combinations`)).toBeVisible();
    const { rows } = await db.query(
      "select pattern, urgency, status, instruction, causes, headline from quiz_safety_rules where quiz_id = $1 and name = 'Water on the floor'",
      [quiz.id],
    );
    expect(rows).toEqual([
      {
        pattern: "1:0,3:1",
        urgency: "medium",
        status: "approved",
        instruction: "Close the main valve.\nLeave the room.",
        causes: ["A burst pipe"],
        headline: "Water on the floor",
      },
    ]);
    const weights = await db.query(
      "select weights->>'1:0' as weight from quiz_outcomes where quiz_id = $1 and position = 0",
      [quiz.id],
    );
    expect(weights.rows).toEqual([{ weight: "1.5" }]);
    await page.reload();
    await expect(cell).toHaveValue("1.5");
    await expect(page.getByLabel("Minimum certainty, in percent")).toHaveValue("60");
  });

  await test.step("outcomes are added, edited and removed", async () => {
    await page
      .getByText(first?.data.diagnosis ?? "none", { exact: true })
      .first()
      .click();
    await opened.getByRole("button", { name: "Remove outcome" }).click();
    await page.getByRole("button", { name: "Add outcome" }).click();
    await expect(opened.getByLabel("Diagnosis", { exact: true })).toBeFocused();
    await opened.getByLabel("Diagnosis", { exact: true }).fill("A toy in the drain");
    await opened.getByLabel("Next steps").fill("Do not flush\nCall a plumber");
    await page.getByLabel(`A toy in the drain: ${one.options[0]}`, { exact: true }).fill("-2");
    await save(page).click();
    await saved(page, 3);
    const { rows } = await db.query(
      "select status, generator, weights, diagnosis_data->'nextSteps' as steps from quiz_outcomes where quiz_id = $1 and diagnosis_data->>'diagnosis' = 'A toy in the drain'",
      [quiz.id],
    );
    expect(rows).toEqual([
      {
        status: "approved",
        generator: "staff",
        weights: { "1:0": -2 },
        steps: ["Do not flush", "Call a plumber"],
      },
    ]);
    expect(await outcomeCount()).toBe(quiz.model.outcomes.length);
    await page.getByText("A toy in the drain", { exact: true }).first().click();
    await opened.getByLabel("Diagnosis", { exact: true }).fill("A toy in the trap");
    await save(page).click();
    await saved(page, 4);
    expect(await outcomeCount()).toBe(quiz.model.outcomes.length);
  });
});

test.describe("failed and conflicting saves", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("keep typed values, and leaving asks for confirmation", async ({ page, db }) => {
    const quiz = await makeQuiz(db, { status: "approved" });
    await open(page, db, quiz);
    const cell = firstCell(page, quiz);
    const margin = (tab: Page) => tab.getByLabel("Close call below, in percentage points");
    const alert = page.getByRole("alert");

    await test.step("without a connection", async () => {
      await cell.fill("2.2");
      await page.route("**/outcomes.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await save(page).click();
      await expect(alert).toContainText("Not saved: the server could not be reached.");
      await expect(cell).toHaveValue("2.2");
      await page.unroute("**/outcomes.data*");
      await save(page).click();
      await saved(page, 2);
    });

    await test.step("after somebody else's save", async () => {
      await cell.fill("3.3");
      const other = await page.context().newPage();
      await open(other, db, quiz);
      await margin(other).fill("15");
      await save(other).click();
      await saved(other, 3);
      await other.close();
      await save(page).click();
      await expect(alert).toContainText(
        "Not saved: Test staff saved this quiz meanwhile. You work on version 2; version 3 is the newest.",
      );
      await page.getByRole("button", { name: "Load version 3 and keep what I typed" }).click();
      await expect(cell).toHaveValue("3.3");
      await expect(margin(page)).toHaveValue("15");
      await save(page).click();
      await saved(page, 4);
      const { rows } = await db.query(
        "select z.min_margin as margin, o.weights->>'1:0' as weight from quizzes z join quiz_outcomes o on o.quiz_id = z.id and o.position = 0 where z.id = $1",
        [quiz.id],
      );
      expect(rows).toEqual([{ margin: 0.15, weight: "3.3" }]);
    });

    await test.step("after a rule was added", async () => {
      await cell.fill("4.4");
      await db.query(
        `insert into quiz_safety_rules (id, quiz_id, status, generator, position, name, pattern, urgency, instruction, approved_at, created_at)
         values (gen_random_uuid(), $1, 'approved', 'model', 90, 'Smoke from it', '2:0', 'high', 'Get out', now(), now())`,
        [quiz.id],
      );
      await save(page).click();
      await expect(alert).toContainText(
        "Not saved: outcomes or safety rules were added, changed or rejected meanwhile.",
      );
      const load = page.getByRole("button", { name: "Load them and keep what I typed" });
      await load.click();
      // The cell has the typed value before it is loaded, too.
      await expect(load).toBeHidden();
      await expect(cell).toHaveValue("4.4");
      await save(page).click();
      await saved(page, 5);
      const { rowCount } = await db.query(
        "select 1 from quiz_safety_rules where quiz_id = $1 and name = 'Smoke from it'",
        [quiz.id],
      );
      expect(rowCount).toBe(1);
    });

    await test.step("leaving asks for confirmation", async () => {
      await cell.fill("7");
      await page.getByRole("link", { name: "Metrics" }).click();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Stay" }).click();
      await expect(cell).toHaveValue("7");
      await page.getByRole("link", { name: "Metrics" }).click();
      await dialog.getByRole("button", { name: "Leave" }).click();
      await expect(page).toHaveURL(`/backyard/quizzes/editor/${quiz.slug}/metrics`);
      await expect(page.getByRole("heading", { name: "No visits yet" })).toBeVisible();
    });
  });
});

/** No axe findings at a phone's and a laptop's width, and nothing wider than the screen. */
async function expectNoFindings(page: Page) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await axeFindings(page), `at ${size.width}`).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `at ${size.width}`,
    ).toBe(true);
  }
}

test("a pending safety rule prevents publishing, and the check lists its answers until it is approved", async ({
  page,
  db,
}) => {
  // axe needs a while for a table of several hundred fields.
  test.setTimeout(90_000);
  const quiz = await makeQuiz(db, { questions: 3, rows: 0 });
  const [rule] = quiz.model.rules;
  if (!rule) throw new Error("the tree has no rules");
  await open(page, db, quiz);
  await expect(page.getByText("Pending: not public yet")).toHaveCount(
    quiz.model.outcomes.length + quiz.model.rules.length,
  );
  await page.getByRole("button", { name: "Check quiz" }).click();
  await expect(page.getByText(/^This quiz cannot be made active\./)).toBeVisible();
  await expect(findings(page)).toContainText("meet a safety rule that is not approved");
  await expect(findings(page)).toContainText(quiz.questions[0]?.questionText ?? "none");
  await expect(findings(page)).toContainText(
    `${quiz.model.outcomes.length + quiz.model.rules.length} items wait for approval`,
  );
  await page.getByText("Show as a table").click();
  await expect(
    page.getByRole("table", { name: "Who answers, by answer" }).getByRole("row"),
  ).toHaveCount(1 + quiz.questions.flatMap(({ options }) => options).length);
  await page
    .getByText(quiz.model.outcomes[0]?.data.diagnosis ?? "none", { exact: true })
    .first()
    .click();
  await expectNoFindings(page);
  await page.getByRole("link", { name: "Open the review" }).first().click();
  await page.getByRole("button", { name: "Approve All Pending" }).click();
  await expect(page.getByRole("status").filter({ hasText: "0 pending" })).toBeVisible();
  await expect
    .poll(
      async () =>
        (
          await db.query(
            "select 1 from quiz_safety_rules where quiz_id = $1 and status = 'approved'",
            [quiz.id],
          )
        ).rowCount,
    )
    .toBe(quiz.model.rules.length);
  await page.goto(`/backyard/quizzes/editor/${quiz.slug}/outcomes`);
  await page.getByRole("button", { name: "Check quiz" }).click();
  await expect(
    page.getByText("Nothing keeps this quiz from being active: safety violations 0."),
  ).toBeVisible();
});

test("a diagnosis that contradicts the outcomes is kept for a reason, and then nothing is in the way", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { questions: 3, rows: 1, status: "approved" });
  const [row] = quiz.model.rows;
  const outcomes = quiz.model.outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const other = rankOutcomes(outcomes, splitAnswerPairs(row?.hash ?? "")).at(-1)?.outcome;
  await db.query(
    "update quiz_diagnoses set generator = 'staff', diagnosis_data = diagnosis_data || jsonb_build_object('diagnosis', $2::text) where quiz_id = $1",
    [quiz.id, other?.data.diagnosis],
  );
  await open(page, db, quiz);
  await page.getByRole("button", { name: "Check quiz" }).click();
  const rows = page.getByRole("region", { name: "Diagnoses that contradict the outcomes" });
  await expect(rows).toContainText(other?.data.diagnosis ?? "none");
  await rows.getByRole("button", { name: "Keep it" }).click();
  await expect(rows.getByLabel("Reason to keep it")).toBeFocused();
  await rows.getByLabel("Reason to keep it").fill("Our plumber saw it three times.");
  await rows.getByRole("button", { name: "Keep it" }).click();
  await expect(rows).toHaveCount(0);
  await expect(
    page.getByText("Nothing keeps this quiz from being active: safety violations 0."),
  ).toBeVisible();
});

test("metrics show where visitors leave and which layers answered in the selected period", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { status: "approved" });
  const counts = {
    view: 200,
    start: 150,
    finish: 60,
    "question:1": 150,
    "question:2": 75,
    "question:3": 70,
    "question:4": 66,
    "layer:model": 45,
    "layer:generic": 15,
  };
  for (const [name, count] of Object.entries(counts))
    await db.query(
      "insert into content_counts (content_id, day, name, count) values ($1, current_date - 45, $2, $3)",
      [quiz.id, name, count],
    );
  await openQuizPage(page, db, { slug: quiz.slug, at: "metrics" });
  await expect(page.getByRole("heading", { name: "No visits yet" })).toBeVisible();
  await page.getByRole("link", { name: "Last 90 days" }).click();
  await expect(page).toHaveURL(/\?days=90$/);
  await expect(
    page.getByText(`Most leave at “${quiz.questions[0]?.questionText}”: 50% of those who saw it.`),
  ).toBeVisible();
  await expect(
    page.getByText("75% of 60 results came from a diagnosis or the model."),
  ).toBeVisible();
  await expect(page.getByText("An estimate, not income: 0 requests × $1,100")).toBeVisible();
  await page.getByText("Show as a table").first().click();
  await expect(
    page.getByRole("table", { name: "Where visitors leave" }).getByRole("row").nth(1),
  ).toHaveText(/150.*75.*50%/);
  await page.locator("details").evaluateAll((tables: HTMLDetailsElement[]) => {
    for (const table of tables) table.open = true;
  });
  await expectNoFindings(page);
});
