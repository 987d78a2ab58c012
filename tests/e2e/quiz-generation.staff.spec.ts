import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { enter } from "./hand-made-quiz.ts";

test("a topic becomes a quiz, its diagnoses are generated, and the review opens", async ({
  page,
  db,
}) => {
  await enter(page, db);
  await page.goto("/backyard/quizzes/editor");
  const generate = page.getByRole("button", { name: /^Generate/ });
  await expect(generate).toBeDisabled();
  await page.getByLabel(/^Topic/).fill("my sump pump runs all the time");
  await page.getByLabel(/questions/i).selectOption("4");
  await generate.click();
  const review = page.getByRole("dialog", { name: /review/i });
  await expect(review).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/backyard\/quizzes\/editor\/[a-z0-9-]+\/review$/);
  await expect(review).toContainText(/0 approved/i);
  await review.getByRole("button", { name: "Approve All Pending" }).click();
  await expect(review).toContainText(/0 pending/i);
  await review.getByRole("button", { name: "Close Review" }).click();
  // The closed dialog would show the message below too, until the page takes it away.
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: /^(Save|Update) Quiz$/ }).click();
  const toast = page.getByText("Quiz created successfully!");
  await expect(toast).toBeVisible();
  await expect(toast, "uses the portal's font").toHaveCSS("font-family", /^"Figtree Variable"/);
});

test.describe("a topic that makes no quiz", () => {
  test.use({ expectedProblems: [/422 .*\/functions\/v1\/orchestrate-quiz-generation/] });

  test("the panel says what it makes of a topic: a subject, a refusal with the nearest ones, or an emergency", async ({
    page,
    db,
  }) => {
    await enter(page, db);
    await page.goto("/backyard/quizzes/editor");
    const topic = page.getByLabel(/^Topic/);
    await topic.fill("refrigerator not cooling");
    await expect(page.getByText(/"refrigerator" is none of our services/)).toBeVisible();
    await topic.fill("carbon monoxide alarm going off at the furnace");
    await expect(page.getByText(/^This is an emergency/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the safety page" })).toHaveAttribute(
      "href",
      /^\/resources\/guides-tips\/emergency-preparedness/,
    );
    await page.getByRole("button", { name: "Why Is My Furnace Not Heating?" }).click();
    await expect(topic).toHaveValue("Why Is My Furnace Not Heating?");
    await expect(
      page.getByText(/about \d+% of the results are expected to be right/),
    ).toBeVisible();
    await page.getByLabel(/questions/i).selectOption("3");
    await expect(page.getByText(/^That is low: choose more questions/)).toBeVisible();
    await topic.fill("carbon monoxide alarm going off");
    await page.getByRole("button", { name: /^Generate/ }).click();
    await expect(page.getByRole("alert")).toContainText("This is an emergency");
  });
});

test.describe("a generated quiz that the server has not stored", () => {
  test.use({ expectedProblems: [/404 .*\/backyard\/quizzes\/editor\//] });

  test("fills the editor, can be edited, survives a reload, and is saved as a new quiz", async ({
    page,
    db,
  }) => {
    await enter(page, db);
    const slug = `dripping-faucet-${randomUUID().slice(0, 8)}`;
    const question = (number: number) => ({
      id: `${number}`,
      questionText: `Generated question ${number}`,
      options: ["First answer", "Second answer"],
      correctAnswerIndex: 1,
      explanation: "",
      ghlField: `question_${number}`,
    });
    const quiz = {
      id: randomUUID(),
      title: "Dripping faucet",
      slug,
      description: "Find out why it drips.",
      questions: [question(1), question(2), question(3)],
    };
    await page.route("**/functions/v1/orchestrate-quiz-generation", (route) =>
      route.fulfill({ json: { success: true, quiz, totalCombinations: 8, generatedDiagnoses: 8 } }),
    );
    await page.goto("/backyard/quizzes/editor");
    await page.getByLabel(/^Topic/).fill("Dripping faucet");
    await page.getByLabel("Service type").selectOption("Plumbing");
    await page.getByRole("button", { name: "Generate Quiz" }).click();

    const description = page.getByLabel("Description *");
    const expectFilled = async () => {
      await expect(page.getByLabel("Title *")).toHaveValue(quiz.title);
      await expect(page.getByLabel("URL slug *")).toHaveValue(slug);
      await expect(page.getByLabel("Service type")).toHaveValue("Plumbing");
      await expect(page.getByRole("textbox", { name: /^Question text/ })).toHaveCount(3);
    };
    await expectFilled();
    await expect(page).toHaveURL(`/backyard/quizzes/editor/${slug}`);
    await expect(description).toHaveValue(quiz.description);
    await expect(page.getByText("8 of 8 total scenarios complete")).toBeVisible();
    await description.fill("Where does it drip?");
    await expect(page.getByText("8 of 8 total scenarios complete")).toBeHidden();
    await expect(description).toHaveValue("Where does it drip?");
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await page.reload();
    await expectFilled();

    await description.fill("Where does it drip, and since when?");
    await page.getByRole("button", { name: "Save Quiz" }).click();
    await expect(page.getByText("Quiz created successfully!")).toBeVisible();
    await expect(page.getByRole("button", { name: "Update Quiz" })).toBeVisible();
    await expect(page).toHaveURL(`/backyard/quizzes/editor/${slug}`);
    await expect(description).toHaveValue("Where does it drip, and since when?");
    const { rows } = await db.query(
      "select title, description, service_type, jsonb_array_length(questions) as questions from quizzes where slug = $1",
      [slug],
    );
    expect(rows).toEqual([
      {
        title: quiz.title,
        description: "Where does it drip, and since when?",
        service_type: "Plumbing",
        questions: 3,
      },
    ]);
  });
});
