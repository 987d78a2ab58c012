import { FIRST_OPTIONS_ROW } from "../quizzes.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./quizzes.ts";
import { openSession } from "./staff.ts";

/** The largest compressed size of one script; all of a page together are a target of the bench. */
const MAX_SCRIPT_BYTES = 3_800;

test.describe("a quiz that is not public", () => {
  test.use({ expectedProblems: [/404 \(/] });

  test("can be previewed by staff without being counted, and a public quiz loads only two small scripts", async ({
    page,
    publish,
    db,
  }) => {
    const draft = await publish({ isActive: false, rows: [FIRST_OPTIONS_ROW] });
    await openSession(page, db, await createStaff(db, { role: "staff" }));
    const response = await page.goto(`/quiz/${draft.slug}?preview`);
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(page.getByText("this quiz is not public")).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    for (const { options } of draft.questions)
      await page.getByRole("button", { name: options[0], exact: true }).click();
    await expect(page.getByRole("heading", { name: "Here's What We Found" })).toBeVisible();
    await expect(page.getByText("this quiz is not public")).toBeVisible();
    await page.getByRole("link", { name: "Retake Quiz" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    // Counts are stored in order: once the next quiz is counted, this one would be, too.
    const other = await publish({ rows: [FIRST_OPTIONS_ROW] });
    const scripts: string[] = [];
    page.on(
      "request",
      (request) => void (request.resourceType() === "script" && scripts.push(request.url())),
    );
    await page.goto(`/quiz/${other.slug}`);
    await page.waitForLoadState("networkidle");
    expect(scripts).toHaveLength(2);
    for (const url of scripts) {
      const script = await fetch(url, { headers: { "Accept-Encoding": "br" } });
      expect(script.headers.get("content-encoding")).toBe("br");
      expect(Number(script.headers.get("content-length"))).toBeLessThan(MAX_SCRIPT_BYTES);
    }
    await expect
      .poll(
        async () =>
          (await db.query("select 1 from content_counts where content_id = $1", [other.id]))
            .rowCount,
      )
      .toBeGreaterThan(0);
    expect(
      (await db.query("select 1 from content_counts where content_id = $1", [draft.id])).rows,
    ).toEqual([]);
    // Without the parameter, staff see what visitors see.
    expect((await page.goto(`/quiz/${draft.slug}`))?.status()).toBe(404);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedProblems: [/400 \(/] });

  test("questions, result and quote form are separate pages, and the request contains the answers", async ({
    page,
    publish,
    db,
    visitorAddress,
  }) => {
    const name = `Plain quiz ${visitorAddress}`;
    const quiz = await publish({ rows: [FIRST_OPTIONS_ROW] });
    await page.goto(`/quiz/${quiz.slug}`);
    await page.getByRole("button", { name: quiz.questions[0]?.options[1], exact: true }).click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("button", { name: quiz.questions[0]?.options[0], exact: true }).click();
    await page.getByRole("button", { name: quiz.questions[1]?.options[0], exact: true }).click();
    await expect(page.getByText("100% complete")).toBeVisible();
    await page.getByRole("button", { name: quiz.questions[2]?.options[0], exact: true }).click();
    await expect(page.getByRole("heading", { name: "Here's What We Found" })).toBeVisible();
    await page.getByRole("link", { name: "Get Free Quote" }).first().click();
    await page.getByRole("textbox", { name: "Your name" }).fill(name);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Service: Plumbing")).toBeVisible();
    await page.getByLabel("Street address").fill("5 Candle Row");
    await page.getByRole("textbox", { name: "City" }).fill("New York");
    await page.getByLabel("State").fill("NY");
    await page.getByLabel("ZIP code", { exact: true }).fill("10001");
    await page.getByRole("radio", { name: "Residential" }).check();
    await page
      .getByRole("group", { name: "Do you own this property?" })
      .getByRole("radio", { name: "Yes" })
      .check();
    await page.getByRole("radio", { name: "Urgent" }).check();
    await page.getByRole("radio", { name: "This month" }).check();
    await page.getByRole("radio", { name: "Call me" }).check();
    await page.getByRole("radio", { name: "Text message" }).check();
    await page.getByLabel("Your phone").fill("212 555 0148");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    const { rows } = await db.query(
      "select service_type, additional_details from service_requests where customer_name = $1",
      [name],
    );
    expect(rows).toEqual([
      {
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
      },
    ]);
  });
});
