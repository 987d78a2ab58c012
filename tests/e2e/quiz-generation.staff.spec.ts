import { expect, test } from "./fixtures.ts";
import { enter } from "./hand-made-quiz.ts";

test("a topic becomes a quiz in the editor, its scenarios are counted to the end, and the review opens", async ({ page, db }) => {
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
  await expect(review).toBeHidden();
  await page.getByRole("button", { name: /^(Save|Update) Quiz$/ }).click();
  await expect(page.getByText("Quiz created successfully!")).toBeVisible();
});
