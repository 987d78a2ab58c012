import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { axeFindings } from "./axe.ts";
import { expect, SIZES, test } from "./fixtures.ts";
import { firstAnswers, type MadeQuiz, makeQuiz, openQuizPage } from "./staff-quizzes.ts";

const panel = (page: Page) => page.getByRole("dialog", { name: "Review results" });
const open = async (page: Page, db: pg.Client, { slug }: Pick<MadeQuiz, "slug">) => {
  const person = await openQuizPage(page, db, { slug, at: "review" });
  await expect(panel(page)).toBeVisible();
  return person;
};
const card = (page: Page, name: string) => panel(page).getByRole("article", { name, exact: true });
const counts = (page: Page) => page.getByRole("status").filter({ hasText: "approved," });
const footer = (approved: number, pending: number, rejected: number) =>
  `${approved} approved, ${pending} pending, ${rejected} rejected`;

type Stored = { approved: number; pending: number; rejected: number };
/** The review counts in the database. */
async function stored(db: pg.Client, { id }: Pick<MadeQuiz, "id">): Promise<Stored> {
  const { rows } = await db.query<Stored>(
    `select count(*) filter (where status = 'approved')::int as approved, count(*) filter (where status = 'pending_review')::int as pending, count(*) filter (where status = 'rejected')::int as rejected
     from (select status from quiz_diagnoses where quiz_id = $1 union all select status from quiz_outcomes where quiz_id = $1 union all select status from quiz_safety_rules where quiz_id = $1) items`,
    [id],
  );
  return rows[0] ?? { approved: 0, pending: 0, rejected: 0 };
}
const total = ({ model: { rows, outcomes, rules } }: MadeQuiz) =>
  rows.length + outcomes.length + rules.length;

test("scenarios are shown as text, approved, edited, rejected, all approved, and the panel closes to the editor", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db);
  const [first, second] = quiz.model.outcomes;
  const [rule] = quiz.model.rules;
  if (!first || !second || !rule) throw new Error("the tree has no outcomes or rules");
  await open(page, db, quiz);
  await expect(counts(page)).toHaveText(footer(0, total(quiz), 0));

  const outcome = panel(page)
    .getByRole("article", { name: first.data.diagnosis, exact: true })
    .filter({ hasText: "Outcome of the model" });
  await expect(outcome).toContainText("Low urgency");
  await expect(outcome).toContainText("Built-in generator");
  await expect(outcome).toContainText(first.data.timeframe);
  await expect(outcome).toContainText(first.data.customMessage);
  for (const line of [...first.data.causes, ...first.data.nextSteps])
    await expect(outcome.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  await outcome.getByRole("button", { name: "Approve" }).click();
  await expect(outcome.getByText("Approved", { exact: true })).toBeVisible();
  await expect(outcome.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(counts(page)).toHaveText(footer(1, total(quiz) - 1, 0));

  const danger = card(page, rule.name);
  for (const text of [rule.headline, ...rule.causes, ...rule.instruction.split("\n")])
    await expect(danger).toContainText(text);
  await expect(danger).toContainText("High urgency");
  await danger.getByRole("button", { name: "Reject" }).click();
  await expect(danger.getByText("Rejected", { exact: true })).toBeVisible();
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: 1, pending: total(quiz) - 2, rejected: 1 });

  const edited = panel(page)
    .getByRole("article", { name: second.data.diagnosis, exact: true })
    .filter({ hasText: "Outcome of the model" });
  await edited.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Diagnosis", { exact: true })).toBeFocused();
  await page.getByLabel("Diagnosis", { exact: true }).fill("Fat in the pipe <b>");
  await page.getByLabel("Likely causes").fill("One cause\n\nAnother cause\n");
  await page.getByLabel("Urgency", { exact: true }).selectOption("high");
  await page.getByRole("button", { name: "Save changes" }).click();
  const renamed = card(page, "Fat in the pipe <b>");
  await expect(renamed).toContainText("Pending");
  await expect(renamed).toContainText("High urgency");
  await expect(renamed.getByRole("listitem").filter({ hasText: "Another cause" })).toBeVisible();

  await page
    .getByRole("button", { name: `Approve All Pending (${total(quiz) - 2})`, exact: true })
    .click();
  await expect(counts(page)).toContainText("0 pending");
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: total(quiz) - 1, pending: 0, rejected: 1 });
  await expect(
    page.getByRole("button", { name: "Approve All Pending", exact: true }),
  ).toBeDisabled();
  await page.getByRole("button", { name: "Close Review" }).click();
  await expect(page).toHaveURL(`/backyard/quizzes/editor/${quiz.slug}`);
});

test("diagnoses with the same text form a group and are decided together or one by one", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { tree: "sticking-door", rows: 30 });
  const texts = quiz.model.rows.map(({ data }) => JSON.stringify(data));
  const first = quiz.model.rows.find(
    (row) => texts.filter((text) => text === JSON.stringify(row.data)).length >= 3,
  );
  if (!first) throw new Error("the tree has no diagnosis for three combinations");
  const name = first.data.diagnosis;
  const many = texts.filter((text) => text === JSON.stringify(first.data)).length;
  await open(page, db, quiz);
  await page.getByRole("button", { name: /^Diagnoses/ }).click();
  const group = card(page, name).filter({ hasText: `For ${many} combinations of answers` });
  await group.getByText(`For ${many} combinations of answers`).click();
  const [questionId, option] = first.hash.split(",")[0]?.split(":") ?? [];
  const question = quiz.questions.find(({ id }) => id === questionId);
  await expect(group.getByText(question?.questionText ?? "none").first()).toBeVisible();
  await expect(group.getByText(question?.options[Number(option)] ?? "none").first()).toBeVisible();
  await group
    .getByRole("button", { name: /^Approve only: / })
    .first()
    .click();
  await expect(counts(page)).toHaveText(footer(1, total(quiz) - 1, 0));
  await group.getByRole("button", { name: `Reject all ${many - 1}` }).click();
  await expect(counts(page)).toHaveText(footer(1, total(quiz) - many, many - 1));
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: 1, pending: total(quiz) - many, rejected: many - 1 });
});

test("keys move, approve, reject and edit, but not while somebody types", async ({ page, db }) => {
  const quiz = await makeQuiz(db, { rows: 0, rules: 1 });
  await open(page, db, quiz);
  const cards = panel(page).getByRole("article");
  await page.keyboard.press("?");
  await expect(page.getByText("show or hide these keys")).toBeVisible();
  await page.keyboard.press("j");
  await expect(cards.nth(0)).toBeFocused();
  // Faster than anybody types: each key counts from where the one before it led.
  await panel(page).evaluate((dialog) => {
    for (const key of ["ArrowDown", "a", "k", "k"])
      dialog.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(cards.nth(1).getByText("Approved", { exact: true })).toBeVisible();
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press("r");
  await expect(cards.nth(0).getByText("Rejected", { exact: true })).toBeVisible();
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await expect(cards.nth(2)).toBeFocused();
  await page.keyboard.press("e");
  const title = cards.nth(2).getByLabel("Diagnosis", { exact: true });
  await expect(title).toBeFocused();
  await title.fill("");
  await page.keyboard.type("jar");
  await expect(title).toHaveValue("jar");
  await expect(counts(page)).toHaveText(footer(1, total(quiz) - 2, 1));
  await page.keyboard.press("Escape");
  await expect(title).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`/backyard/quizzes/editor/${quiz.slug}`);
});

test("a frequent combination becomes a pending diagnosis", async ({ page, db }) => {
  const quiz = await makeQuiz(db, { rows: 0, status: "approved" });
  await db.query(
    "insert into quiz_unmatched_answers (quiz_id, hash, visit_count, last_at) values ($1, $2, 17, now())",
    [quiz.id, firstAnswers(quiz)],
  );
  await open(page, db, quiz);
  await expect(counts(page)).toHaveText(footer(total(quiz), 0, 0));
  await page.getByText("Most visited combinations without their own diagnosis (1)").click();
  await expect(page.getByText("17 visits")).toBeVisible();
  await page.getByRole("button", { name: /^Add diagnosis for: / }).click();
  await expect(counts(page)).toHaveText(footer(total(quiz), 1, 0));
  await expect(page.getByText(/^Most visited combinations/)).toHaveCount(0);
  const added = panel(page).getByRole("article").first();
  await expect(added).toContainText("Staff, given 17 times by visitors");
  await added.getByRole("button", { name: "Approve" }).click();
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: total(quiz) + 1, pending: 0, rejected: 0 });
});

test("weights learned from recorded causes are shown as people and answers, and approved", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { rows: 0, status: "approved" });
  const [outcome] = quiz.model.outcomes;
  const [, question] = quiz.questions;
  const pair = `${question?.id}:0`;
  await db.query(
    `insert into quiz_weight_proposals (id, quiz_id, outcome_id, cases, changes, generator, created_at)
     select $1, quiz_id, id, 41, $2, 'built-in', now() from quiz_outcomes where quiz_id = $3 order by position limit 1`,
    [randomUUID(), JSON.stringify([{ pair, before: 12, after: 64, weight: 1.75 }]), quiz.id],
  );
  await open(page, db, quiz);
  await panel(page)
    .getByRole("button", { name: /^Learned weights/ })
    .click();
  const proposal = card(page, outcome?.data.diagnosis ?? "");
  await expect(proposal).toContainText("Staff recorded this cause for 41 requests of this quiz.");
  await expect(
    proposal.getByRole("table", { name: question?.questionText }).getByRole("row").nth(1),
  ).toHaveText(`${question?.options[0]}1264`);
  await expect(proposal.getByRole("button", { name: "Edit" })).toHaveCount(0);
  expect(await axeFindings(page, { include: "dialog[open]" })).toEqual([]);
  await proposal.getByRole("button", { name: "Approve" }).click();
  await expect
    .poll(
      async () =>
        (
          await db.query(
            "select weights->>$2 as weight from quiz_outcomes where quiz_id = $1 order by position limit 1",
            [quiz.id, pair],
          )
        ).rows[0]?.weight,
    )
    .toBe("1.75");
});

test("a newer diagnosis for the same answers replaces the approved one on the screen and in the database", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { rows: 1, status: "approved" });
  const [row] = quiz.model.rows;
  if (!row) throw new Error("the tree has no rows");
  await db.query(
    "insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, diagnosis_data, created_at) values ($1, $2, 'pending_review', 'model', $3, $4, now())",
    [
      randomUUID(),
      quiz.id,
      row.hash,
      JSON.stringify({ ...row.data, diagnosis: "A better diagnosis" }),
    ],
  );
  await open(page, db, quiz);
  await card(page, "A better diagnosis").getByRole("button", { name: "Approve" }).click();
  await expect(counts(page)).toHaveText(footer(total(quiz), 0, 1));
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: total(quiz), pending: 0, rejected: 1 });
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a failed decision is reverted and reported, and typed text is kept", async ({
    page,
    db,
  }) => {
    const quiz = await makeQuiz(db, { rows: 0 });
    const [rule] = quiz.model.rules;
    if (!rule) throw new Error("the tree has no rules");
    await open(page, db, quiz);
    await page.route("**/review.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    const danger = card(page, rule.name);
    for (const [button, message] of [
      ["Approve", "Failed to approve diagnosis"],
      ["Reject", "Failed to reject diagnosis"],
    ] as const) {
      await danger.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alertdialog")).toContainText(message);
      await page.getByRole("button", { name: "OK" }).click();
      await expect(danger.getByText("Pending", { exact: true })).toBeVisible();
      await expect(counts(page)).toHaveText(footer(0, total(quiz), 0));
    }
    await page.getByRole("button", { name: "Approve All Pending" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Failed to approve diagnosis");
    await page.getByRole("button", { name: "OK" }).click();
    await danger.getByRole("button", { name: "Edit" }).click();
    await danger.getByLabel("Name of the rule").fill("Another name");
    await danger.getByRole("button", { name: "Save changes" }).click();
    await expect(danger.getByRole("alert")).toContainText("could not be saved");
    await expect(danger.getByLabel("Name of the rule")).toHaveValue("Another name");
    expect(await stored(db, quiz)).toEqual({ approved: 0, pending: total(quiz), rejected: 0 });
  });
});

test("a decision that somebody else made first is reported, and the panel shows the stored state", async ({
  page,
  db,
}) => {
  const quiz = await makeQuiz(db, { rows: 0 });
  const [rule] = quiz.model.rules;
  if (!rule) throw new Error("the tree has no rules");
  await open(page, db, quiz);
  await db.query(
    "update quiz_safety_rules set status = 'rejected' where quiz_id = $1 and name = $2",
    [quiz.id, rule.name],
  );
  await card(page, rule.name).getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Failed to approve diagnosis");
  await page.getByRole("button", { name: "OK" }).click();
  await expect(card(page, rule.name).getByText("Rejected", { exact: true })).toBeVisible();
});

test("a thousand scenarios remain usable", async ({ page, db }) => {
  const quiz = await makeQuiz(db, { rows: 0 });
  const [outcome] = quiz.model.outcomes;
  await db.query(
    `insert into quiz_diagnoses (id, quiz_id, generator, answer_combination_hash, diagnosis_data, created_at)
     select gen_random_uuid(), $1, 'model', '1:' || n % 4 || ',2:' || n, $2::jsonb || jsonb_build_object('diagnosis', 'Scenario ' || n), now() - make_interval(secs => n) from generate_series(1, 1000) n`,
    [quiz.id, JSON.stringify(outcome?.data)],
  );
  await open(page, db, quiz);
  await page.getByRole("button", { name: /^Diagnoses 1000/ }).click();
  await expect(panel(page).getByRole("article")).toHaveCount(40);
  await page.getByRole("button", { name: "Show more (960 left)" }).click();
  await expect(panel(page).getByRole("article")).toHaveCount(80);
  await card(page, "Scenario 70").getByRole("button", { name: "Approve" }).click();
  await expect(counts(page)).toHaveText(footer(1, total(quiz) + 999, 0));
  await page.getByRole("button", { name: "Approve All Pending" }).click();
  await expect(counts(page)).toHaveText(footer(total(quiz) + 1_000, 0, 0));
  await expect
    .poll(() => stored(db, quiz))
    .toEqual({ approved: total(quiz) + 1_000, pending: 0, rejected: 0 });
});

for (const viewport of SIZES) {
  test(`no axe findings at ${viewport.width} pixels, and nothing wider than the screen`, async ({
    page,
    db,
  }) => {
    await page.setViewportSize(viewport);
    const quiz = await makeQuiz(db);
    await db.query(
      "insert into quiz_unmatched_answers (quiz_id, hash, visit_count, last_at) values ($1, $2, 17, now())",
      [quiz.id, firstAnswers(quiz)],
    );
    await open(page, db, quiz);
    await page.getByText(/^Most visited combinations/).click();
    await page.keyboard.press("?");
    await panel(page).getByRole("article").first().getByRole("button", { name: /^Edit/ }).click();
    expect(await axeFindings(page, { include: "dialog[open]" })).toEqual([]);
    expect(
      await page
        .getByRole("dialog")
        .evaluate((dialog) =>
          [...dialog.querySelectorAll("*")].some(
            ({ scrollWidth, clientWidth }) => clientWidth > 300 && scrollWidth > clientWidth + 1,
          ),
        ),
    ).toBe(false);
  });
}

test.describe("an unknown quiz slug", () => {
  test.use({ expectedProblems: [/404 \(/] });
  test("shows a not-found page", async ({ page, db }) => {
    await openQuizPage(page, db, { slug: "no-such-quiz", at: "review" });
    await expect(page.getByRole("heading", { name: "Quiz not found" })).toBeVisible();
  });
});
