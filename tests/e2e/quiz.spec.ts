import type { Page } from "@playwright/test";
import { buildDangerRule, FIRST_OPTIONS_ROW, type TestQuiz } from "../quizzes.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { fillContact, fillToContact } from "./fixtures.ts";
import { expect, test } from "./quizzes.ts";
import { openSession } from "./staff.ts";
import { expectWholeLook } from "./whole-look.ts";

const PHONE = "(800) 555-0199";
const SCREENS = {
  small: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

const option = (quiz: TestQuiz, question: number, at = 0) =>
  quiz.questions[question]?.options[at] ?? "";
const heading = (page: Page, quiz: TestQuiz, question: number) =>
  page.getByRole("heading", { name: quiz.questions[question]?.questionText, exact: true });
const choose = (page: Page, quiz: TestQuiz, question: number, at = 0) =>
  page.getByRole("button", { name: option(quiz, question, at), exact: true }).click();
const found = (page: Page) => page.getByRole("heading", { name: "Here's What We Found" });

/** Opens a quiz and waits for its script; until then, answers are sent as a form. */
async function openQuiz(page: Page, quiz: TestQuiz): Promise<void> {
  await page.goto(`/quiz/${quiz.slug}`);
  await expect.poll(() => stateOf(page, quiz)).not.toBeNull();
}

async function answerAll(page: Page, quiz: TestQuiz): Promise<void> {
  for (const at of quiz.questions.keys()) await choose(page, quiz, at);
}

/** The stored state, parsed where it is JSON. */
const stateOf = (page: Page, { slug }: TestQuiz): Promise<unknown> =>
  page.evaluate((name) => {
    const key = Object.keys(sessionStorage).find((entry) => entry.endsWith(name));
    const text = key ? sessionStorage.getItem(key) : null;
    try {
      return JSON.parse(text ?? "null");
    } catch {
      return text;
    }
  }, slug);
const answer = (questionId: string, selectedOptionIndex = 0) => ({
  questionId,
  selectedOptionIndex,
  isCorrect: false,
});

test("questions appear one at a time, with progress, Back, reload, result and retake", async ({
  page,
  publish,
}) => {
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW] });
  const requests: string[] = [];
  await openQuiz(page, quiz);
  page.on(
    "request",
    (request) => request.resourceType() !== "ping" && requests.push(request.url()),
  );
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
  await expect(page.getByText("33% complete")).toBeVisible();
  await expect(heading(page, quiz, 1)).toBeHidden();
  await expect(page.getByRole("link", { name: "Back" })).toBeHidden();
  await choose(page, quiz, 0, 1);
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await expect(page.getByText("67% complete")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", "2");
  await expect(heading(page, quiz, 1)).toBeFocused();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(heading(page, quiz, 0)).toBeFocused();
  await choose(page, quiz, 0);
  // An answer is stored with the next question, once the tap is painted.
  await expect(heading(page, quiz, 1)).toBeFocused();
  expect(requests).toEqual([]);
  expect(await stateOf(page, quiz)).toEqual({
    currentQuestionIndex: 1,
    userAnswers: [answer("1")],
    quizCompleted: false,
  });
  await page.reload();
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await choose(page, quiz, 1);
  await choose(page, quiz, 2);
  await expect(found(page)).toBeFocused();
  expect(await stateOf(page, quiz)).toEqual({
    currentQuestionIndex: 2,
    userAnswers: [answer("1"), answer("2"), answer("3")],
    quizCompleted: true,
  });
  await expect(page).toHaveURL(`/quiz/${quiz.slug}?a=1:0,2:0,3:0`);
  await expectWholeLook(page);
  await page.reload();
  await expect(found(page)).toBeVisible();
  // The finished state is restored even without answers in the URL.
  await page.goto(`/quiz/${quiz.slug}`);
  await expect(found(page)).toBeVisible();
  await page.getByRole("link", { name: "Retake Quiz" }).click();
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
  await expect(page).toHaveURL(`/quiz/${quiz.slug}`);
  await expect
    .poll(() => stateOf(page, quiz))
    .toEqual({ currentQuestionIndex: 0, userAnswers: [], quizCompleted: false });
});

test("the result shows every detail in words, not by color alone", async ({ page, publish }) => {
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW], isEmpty: true });
  await page.goto(`/quiz/${quiz.slug}?a=1:0,2:0,3:0`);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const result = page.getByRole("region", { name: "Here's What We Found" });
  const { data } = FIRST_OPTIONS_ROW;
  await expect(result.getByRole("heading", { name: data.diagnosis })).toBeVisible();
  for (const text of [
    data.customMessage,
    "Today (high urgency)",
    ...data.causes,
    // Each step ends as a sentence does.
    ...data.nextSteps.map((step) => `${step}.`),
    ...data.preventionTips.map((tip) => `${tip}.`),
  ])
    await expect(result.getByText(text, { exact: true })).toBeVisible();
  await expect(result.getByRole("definition").filter({ hasText: "Plumbing" })).toBeVisible();
  await expect(result.getByText(`If you wait: ${data.waiting}`)).toBeVisible();
  await expect(result.getByText("Urgency: urgent, step 3 of 3.")).toBeAttached();
  await expect(result.getByRole("heading", { name: /^Most likely/ })).toBeVisible();
  await expect(result.getByRole("heading", { name: "Safe for you to check" })).toBeVisible();
  await expect(
    result.getByRole("listitem").filter({ hasText: data.safetyLines[0] ?? "none" }),
  ).toBeVisible();
  await expect(
    result.getByRole("listitem").filter({ hasText: data.proSteps[0] ?? "none" }),
  ).toBeVisible();
  // What is sent with a request is the visitor's to read before.
  const sent = result.getByText("What is sent with your request");
  await expect(result.getByText(quiz.questions[0]?.questionText ?? "none").first()).toBeHidden();
  await sent.click();
  await expect(result.getByText(quiz.questions[0]?.questionText ?? "none").first()).toBeVisible();
  await sent.click();
  await expect(result.locator("[data-urgency=high]")).toHaveCSS(
    "background-color",
    "rgb(180, 35, 24)",
  );
  await expect(result.getByText("$200 to $2,000")).toBeVisible();
  await expect(result.getByText("Plumbing Repair: the range of our cost estimator")).toBeVisible();
  await expect(result.getByRole("link", { name: `Call ${PHONE}` }).first()).toHaveAttribute(
    "href",
    "tel:+18005550199",
  );
  await result.getByText("Why this result").click();
  await expect(result.getByText(option(quiz, 0), { exact: true }).last()).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await result.getByRole("link", { name: "Copy link to this result" }).click();
  await expect(result.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`/quiz/${quiz.slug}\\?a=1:0,2:0,3:0$`),
  );
});

test("a danger ends the quiz immediately and offline, with instructions and nothing that contradicts them", async ({
  page,
  context,
  publish,
}) => {
  const quiz = await publish({
    rows: [FIRST_OPTIONS_ROW],
    rules: [
      buildDangerRule("1:1"),
      buildDangerRule("2:1", { call911: false, headline: "Wet ceiling" }),
    ],
  });
  await openQuiz(page, quiz);
  const title = await page.title();
  await context.setOffline(true);
  await choose(page, quiz, 0, 1);
  const screen = page.getByRole("region", { name: "Possible gas leak" });
  await expect(screen.getByRole("heading", { level: 1, name: "Possible gas leak" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle("Possible gas leak");
  await expect(heading(page, quiz, 1)).toBeHidden();
  await expect(screen.getByRole("link").first()).toHaveAttribute("href", "tel:911");
  await expect(screen.getByRole("listitem").first()).toContainText("Leave the house now.");
  for (const text of [
    "Here's What We Found",
    "Then also call your gas utility's emergency line.",
    "A leak in a gas pipe or valve",
    "Right away (high urgency)",
  ])
    await expect(screen.getByText(text, { exact: true })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]').filter({ visible: true })).toHaveCount(1);
  for (const name of ["Get Free Quote", "Retake Quiz", `Call ${PHONE}`])
    await expect(screen.getByRole("link", { name })).toBeHidden();
  await expect(
    page
      .getByRole("banner")
      .getByRole("link", { name: /^Call Now/ })
      .filter({ visible: true }),
  ).toHaveCount(0);
  await expect(
    page
      .getByRole("button", { name: "Get Free Quote" })
      .or(page.getByRole("link", { name: "Get Free Quote" }))
      .filter({ visible: true }),
  ).toHaveCount(0);
  await screen.getByText("When everyone is safe").click();
  expect(
    JSON.parse(
      (await screen.getByRole("link", { name: "Get Free Quote" }).getAttribute("data-quiz-done")) ??
        "",
    ).answers,
  ).toHaveLength(1);
  await screen.getByRole("link", { name: "Not this? Change my answer" }).click();
  await expect(heading(page, quiz, 0)).toBeFocused();
  await expect(page).toHaveTitle(title);
  await choose(page, quiz, 0);
  await choose(page, quiz, 1, 1);
  await expect(page.getByRole("heading", { name: "Wet ceiling" })).toBeFocused();
  await context.setOffline(false);
  // A reload does not show the next question, because the stored answers still indicate danger.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Wet ceiling" })).toBeVisible();
  await page.getByText("When everyone is safe").click();
  await page.getByRole("link", { name: "Retake Quiz" }).click();
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
  expect(await stateOf(page, quiz)).toEqual({
    currentQuestionIndex: 0,
    userAnswers: [],
    quizCompleted: false,
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a danger ends the quiz, also for a link with later answers", async ({ page, publish }) => {
    const quiz = await publish({ rows: [FIRST_OPTIONS_ROW], rules: [buildDangerRule("2:1")] });
    await page.goto(`/quiz/${quiz.slug}?a=1:0,2:1,3:0`);
    await expect(page).toHaveTitle("Possible gas leak");
    await page.getByRole("link", { name: "Not this? Change my answer" }).click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await choose(page, quiz, 1, 1);
    await expect(page.getByRole("link", { name: "Call 911" })).toHaveAttribute("href", "tel:911");
    await expect(page.getByRole("heading", { level: 1, name: "Possible gas leak" })).toBeVisible();
    for (const text of [
      FIRST_OPTIONS_ROW.data.customMessage,
      ...FIRST_OPTIONS_ROW.data.nextSteps.map((step) => `${step}.`),
      "$200 to $2,000",
    ])
      await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(0);
  });
});

test("corrupted and outdated states are discarded", async ({ page, publish }) => {
  const quiz = await publish();
  await openQuiz(page, quiz);
  const key = await page.evaluate(
    (slug) => Object.keys(sessionStorage).find((entry) => entry.endsWith(slug)) ?? "",
    quiz.slug,
  );
  for (const text of [
    "{not json",
    JSON.stringify({
      currentQuestionIndex: 1,
      userAnswers: [answer("gone")],
      quizCompleted: false,
    }),
  ]) {
    await page.evaluate(
      ([name, state]) => sessionStorage.setItem(name ?? "", state ?? ""),
      [key, text],
    );
    await page.reload();
    await expect
      .poll(() => stateOf(page, quiz))
      .toEqual({ currentQuestionIndex: 0, userAnswers: [], quizCompleted: false });
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
  }
});

test.describe("when the lookup fails", () => {
  test.use({ expectedProblems: [/429 \(/] });

  test("loading is announced, and a generic result keeps the answers for a quote", async ({
    page,
    publish,
  }) => {
    const quiz = await publish();
    let fail = () => {};
    const held = new Promise<void>((go) => {
      fail = go;
    });
    await page.route("**/quiz/*?a=*", async (route) => {
      await held;
      await route.fulfill({ status: 429, body: "wait" });
    });
    await openQuiz(page, quiz);
    await answerAll(page, quiz);
    await expect(page.getByRole("heading", { name: "Analyzing Your Situation" })).toBeFocused();
    fail();
    await expect(
      page.getByRole("heading", { name: "Professional Inspection Recommended" }),
    ).toBeVisible();
    await expect(
      page.getByText("Multiple factors could be contributing to this issue"),
    ).toBeVisible();
    await expect(page.getByText("Within a few days (medium urgency)")).toBeVisible();
    const handoff = JSON.parse(
      (await page
        .getByRole("link", { name: "Get Free Quote" })
        .first()
        .getAttribute("data-quiz-done")) ?? "",
    );
    expect(handoff).toEqual({
      slug: quiz.slug,
      answers: quiz.questions.map(({ id, questionText, options, ghlField }) => ({
        id,
        questionText,
        answer: options[0],
        ghlField,
      })),
    });
    await page.unroute("**/quiz/*?a=*");
    await page.getByRole("link", { name: "Retake Quiz" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await answerAll(page, quiz);
    await expect(found(page)).toBeVisible();
    await expect(
      page.getByText("Multiple factors could be contributing to this issue"),
    ).toBeHidden();
  });
});

test.describe("stored diagnoses that cannot be read", () => {
  test.use({ expectedProblems: [/500 \(/] });

  test("show the error view, in place and on its own page", async ({ page, publish }) => {
    const quiz = await publish({
      isEmpty: true,
      rows: [{ ...FIRST_OPTIONS_ROW, data: { diagnosis: 7 } as never }],
    });
    await openQuiz(page, quiz);
    await answerAll(page, quiz);
    for (const step of ["in place", "reloaded"]) {
      if (step === "reloaded") await page.reload();
      const view = page.getByRole("region", { name: "Unable to Load Results" });
      await expect(
        view.getByText(
          "We're having trouble loading your results. Please try again or contact Henry directly.",
        ),
      ).toBeVisible();
      await expect(view.getByRole("link", { name: `Call ${PHONE}` })).toBeVisible();
    }
  });
});

test("a quote after the quiz contains the answers, and staff read them", async ({
  page,
  publish,
  db,
  visitorAddress,
}) => {
  const name = `Quiz ${visitorAddress}`;
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW] });
  await openQuiz(page, quiz);
  await answerAll(page, quiz);
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page.getByText("Step 1 of 5: Plumbing")).toBeVisible();
  await fillToContact(page);
  await fillContact(page, name);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  const { rows } = await db.query(
    "select id, service_type, additional_details from service_requests where customer_name = $1",
    [name],
  );
  expect(rows).toEqual([
    expect.objectContaining({
      service_type: "Plumbing",
      additional_details: expect.objectContaining({
        quiz_slug: quiz.slug,
        quiz_completed: true,
        quiz_answers: quiz.questions.map(({ id, questionText, options, ghlField }) => ({
          id,
          questionText,
          answer: options[0],
          ghlField,
        })),
      }),
    }),
  ]);
  await openSession(page, db, await createStaff(db, { role: "staff" }));
  await page.goto(`/backyard/service-requests/${rows[0].id}`);
  const panel = page.getByRole("region", { name: "Quiz" });
  await expect(panel.getByText("Worn test valve")).toBeVisible();
  await panel.getByText(/^The \d+ answers$/).click();
  await expect(panel.getByText(option(quiz, 0), { exact: true })).toBeVisible();
  const cause = panel.getByLabel("What was it in the end?");
  const known = (await cause.locator("option").nth(1).textContent()) ?? "";
  await cause.selectOption({ label: known });
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText(`True cause recorded: ${known}`);
  await page.reload();
  await expect(panel.locator("option:checked")).toHaveText(known);
});

test("visitor events are counted once per state, without personal data", async ({
  page,
  publish,
  db,
}) => {
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW] });
  await openQuiz(page, quiz);
  await choose(page, quiz, 0, 1);
  await page.getByRole("link", { name: "Back" }).click();
  await choose(page, quiz, 0);
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await choose(page, quiz, 1);
  await choose(page, quiz, 2);
  await expect(found(page)).toBeVisible();
  const counts = () =>
    db
      .query("select name, count::int from content_counts where content_id = $1 order by name", [
        quiz.id,
      ])
      .then(({ rows }) => rows.map(({ name, count }) => `${name} ${count}`));
  await expect
    .poll(counts)
    .toEqual([
      "finish 1",
      "layer:exact 1",
      "question:1 1",
      "question:2 1",
      "question:3 1",
      "start 1",
      "view 1",
    ]);
});

test("a danger is counted as shown and not as a visitor who left, and a changed answer continues counting", async ({
  page,
  publish,
  db,
}) => {
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW], rules: [buildDangerRule("1:1")] });
  await openQuiz(page, quiz);
  await choose(page, quiz, 0, 1);
  const change = page.getByRole("link", { name: "Not this? Change my answer" });
  await expect(change).toBeVisible();
  await page.reload();
  await change.click();
  await choose(page, quiz, 0);
  await choose(page, quiz, 1);
  await expect(page.getByText("Question 3 of 3")).toBeVisible();
  await expect
    .poll(() =>
      db
        .query("select name, count::int from content_counts where content_id = $1 order by name", [
          quiz.id,
        ])
        .then(({ rows }) => rows.map(({ name, count }) => `${name} ${count}`)),
    )
    .toEqual([
      "danger:1 1",
      "layer:danger 1",
      "question:1 1",
      "question:2 1",
      "question:3 1",
      "start 1",
      "view 1",
    ]);
});

test("the quiz can be completed with the keyboard only", async ({ page, publish }) => {
  const quiz = await publish({ rows: [FIRST_OPTIONS_ROW] });
  await openQuiz(page, quiz);
  await page.getByRole("button", { name: option(quiz, 0), exact: true }).focus();
  for (const question of [1, 2]) {
    await page.keyboard.press("Enter");
    await expect(heading(page, quiz, question)).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await expect(found(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Get Free Quote" }).first()).toBeFocused();
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`questions, result and danger have no axe findings and fit the screen (${screen})`, async ({
    page,
    publish,
  }) => {
    await page.setViewportSize(viewport);
    const quiz = await publish({ rows: [FIRST_OPTIONS_ROW], rules: [buildDangerRule("1:1")] });
    for (const path of [
      `/quiz/${quiz.slug}`,
      `/quiz/${quiz.slug}?a=1:0`,
      `/quiz/${quiz.slug}?a=1:0,2:0,3:0`,
      `/quiz/${quiz.slug}?a=1:1`,
    ]) {
      await page.goto(path);
      expect(await axeFindings(page), path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
