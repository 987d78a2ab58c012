import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { buildArticleContent, buildSection } from "../articles.ts";
import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { makeArticle, openEditor, saveButton } from "./hand-made-article.ts";
import { enter } from "./hand-made-quiz.ts";
import { hold } from "./hold.ts";
import { signIn } from "./staff.ts";
import { asSomebodyElse } from "./staff-pages.ts";

const LIST = "/backyard/advertorials";
const EDITOR = `${LIST}/editor`;
const DRAFTS = `${LIST}/drafts`;
const saved = (page: Page) => page.getByText("Advertorial updated successfully!");
const paragraphs = (page: Page) => page.getByLabel("Paragraph text");
const unsaved = (page: Page) => page.getByRole("region", { name: "Unsaved changes" });

/** Pastes from the clipboard, so that the browser's own paste happens, too. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press("ControlOrMeta+V");
}

test.describe("a long text", () => {
  test.beforeEach(({ page }) =>
    page.context().grantPermissions(["clipboard-read", "clipboard-write"]),
  );

  test("is pasted as paragraphs, reverted by Undo, and refused when there are too many sections", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const article = await makeArticle(person, {
      content: buildArticleContent({
        sections: [buildSection("paragraph", "Before ."), buildSection("heading", "The end")],
      }),
    });
    await openEditor(page, article);
    await paragraphs(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await paste(page, `one\n\n${"A sentence that goes on. ".repeat(250)}\n\nlast`);
    await expect(paragraphs(page)).toHaveCount(4);
    await expect(paragraphs(page).first()).toHaveValue("Before one");
    await expect(paragraphs(page).last()).toHaveValue("last.");
    await expect(paragraphs(page).last()).toBeFocused();
    await expect(page.getByRole("heading", { name: "5. Heading" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(paragraphs(page)).toHaveCount(1);
    await expect(paragraphs(page)).toHaveValue("Before .");
    await paragraphs(page).focus();
    await page.keyboard.press("Home");
    await paste(page, "word\n\n".repeat(90));
    await expect(
      page.getByText("The text has 91 paragraphs; an article has at most 80 sections."),
    ).toBeVisible();
    await expect(paragraphs(page)).toHaveValue("Before .");
    await paste(page, "two\nlines ");
    await expect(paragraphs(page)).toHaveValue(/two\nlines/);
  });

  test("lines pasted into a list are items", async ({ page, db }) => {
    const person = await enter(page, db);
    await openEditor(
      page,
      await makeArticle(person, {
        content: buildArticleContent({ sections: [buildSection("list", [""])] }),
      }),
    );
    await page.getByRole("textbox", { name: "Item 1" }).focus();
    await paste(page, "• Close the valve\n• Take off the handle\n• Look");
    const items = page.getByRole("textbox", { name: /^Item \d$/ });
    await expect(items).toHaveCount(3);
    await expect(items.nth(1)).toHaveValue("Take off the handle");
    await expect(items.nth(2)).toBeFocused();
    await paste(page, "x\n".repeat(41));
    await expect(page.getByText("A list has at most 40 items")).toBeVisible();
    await expect(items).toHaveCount(3);
  });
});

test("no more than 80 sections can be added, and until then a section can be added below any other", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const content = buildArticleContent({
    sections: Array.from({ length: 79 }, (_, at) =>
      buildSection("paragraph", `Paragraph ${at + 1}`),
    ),
  });
  await openEditor(page, await makeArticle(person, { content }));
  await page.getByRole("button", { name: "Add below section 2", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Add heading below section 2" }).press("Enter");
  await expect(page.getByLabel("Heading text")).toBeFocused();
  await page.keyboard.type("In between");
  await expect(page.getByRole("heading", { name: "3. Heading" })).toBeVisible();
  await expect(page.getByText("An article has at most 80 sections.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add paragraph" })).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+S");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "80. Paragraph" })).toBeVisible();
});

test("the preview scrolls to the part being edited", async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const person = await enter(page, db);
  const sections = Array.from({ length: 40 }, (_, at) =>
    buildSection("paragraph", at === 2 ? "" : `Words of ${at + 1}. ${"More of them. ".repeat(20)}`),
  );
  await openEditor(page, await makeArticle(person, { content: buildArticleContent({ sections }) }));
  const shown = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(shown.getByRole("heading", { level: 1 })).toBeInViewport();
  for (const number of [30, 5]) {
    await paragraphs(page)
      .nth(number - 1)
      .focus();
    await expect(shown.getByText(`Words of ${number}.`)).toBeInViewport();
  }
  await page.getByLabel("Phone", { exact: true }).focus();
  await expect(shown.getByRole("link", { name: "Get Free Quote" })).toBeInViewport();
  await page.getByLabel("Hero title").focus();
  await expect(shown.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("on a phone, the editor keeps its position after switching to the preview", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const content = buildArticleContent({
    sections: Array.from({ length: 40 }, (_, at) =>
      buildSection("paragraph", `Paragraph ${at + 1}`),
    ),
  });
  await openEditor(page, await makeArticle(person, { content }));
  await paragraphs(page).nth(30).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Live preview" })).toBeInViewport();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(paragraphs(page).nth(30)).toBeInViewport();
});

test("an invalid phone number is reported by field and checker, and visitors see the site's number", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  await openEditor(page, article);
  await page.getByLabel("Phone").fill("1-800-HENRYS");
  await expect(
    page.getByText(
      "Not a phone number with ten digits: visitors see (800) 555-0199, the number of the site.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: /Show: “1-800-HENRYS” cannot be called/ }).click();
  await expect(page.getByLabel("Phone")).toBeFocused();
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  await page.goto(`/articles/${article.slug}?preview`);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Call (800) 555-0199" }).first(),
  ).toHaveAttribute("href", "tel:+18005550199");
});

test("typing counts as activity whenever a draft is saved", async ({ page, db }) => {
  const article = await makeArticle(await enter(page, db));
  await page.addInitScript(() =>
    window.addEventListener("staff-active", () =>
      document.documentElement.setAttribute("data-active", "yes"),
    ),
  );
  await openEditor(page, article);
  await expect(page.locator("html")).not.toHaveAttribute("data-active");
  await page.getByLabel("Hero title").fill("Words");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-active", "yes");
});

test("unsaved changes are offered again after leaving with Back", async ({ page, db }) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  await page.goto(`${LIST}?q=${article.slug}`);
  await page.getByRole("link", { name: article.title, exact: true }).click();
  await page.getByLabel("Hero title").fill("Typed and left at once");
  await page.goBack();
  await expect(page.getByLabel("Search by title or slug")).toBeVisible();
  await page.getByRole("link", { name: article.title, exact: true }).click();
  await unsaved(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Hero title")).toHaveValue("Typed and left at once");
});

test("changes from a hidden tab are not offered again once they are saved", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  await openEditor(page, article);
  const releaseDrafts = await hold(page, `**${DRAFTS}*`);
  const draftSent = page.waitForRequest(`**${DRAFTS}*`);
  await page.getByLabel("Hero title").fill("First words");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  });
  await draftSent;
  await page.getByLabel("Hero title").fill("Last words");
  const order: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(EDITOR)) order.push("save sent");
  });
  page.on("response", (response) => {
    if (response.url().includes(DRAFTS) && order.length < 2) order.push("draft stored");
  });
  await page.keyboard.press("ControlOrMeta+S");
  releaseDrafts();
  await expect(saved(page)).toBeVisible();
  // The other way around, the draft would stay.
  expect(order).toEqual(["draft stored", "save sent"]);
  await page.reload();
  await expect(page.getByLabel("Hero title")).toHaveValue("Last words");
  await expect(unsaved(page)).toBeHidden();
});

test("saving in one tab keeps the draft of another tab, and both changes are saved", async ({
  page,
  db,
  context,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  await openEditor(page, article);
  const other = await context.newPage();
  await openEditor(other, article);
  await other.getByLabel("Hero subtitle").fill("Typed in the other tab");
  await expect(other.getByText(/^Draft saved/)).toBeVisible();
  await page.getByLabel("Hero title").fill("Saved in the first tab");
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  const drafts = () =>
    db
      .query(
        "select data->'content'->'hero'->>'subtitle' as subtitle from content_drafts where key = $1",
        [article.id],
      )
      .then(({ rows }) => rows);
  await expect.poll(drafts).toEqual([{ subtitle: "Typed in the other tab" }]);
  await other.close();
  await page.reload();
  await unsaved(page).getByRole("button", { name: "Restore" }).click();
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByLabel("Hero title")).toHaveValue("Saved in the first tab");
  await expect(page.getByLabel("Hero subtitle")).toHaveValue("Typed in the other tab");
});

test("renaming an article while somebody edits it keeps both changes, and the editor moves to the new URL", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await enter(page, db);
  const other = await createStaff(db, { role: "staff" });
  const article = await makeArticle(person);
  await openEditor(page, article);
  await page.getByLabel("Hero title").fill("Mine");
  await asSomebodyElse(browser, { ...other, baseURL, db }, async (theirs) => {
    await openEditor(theirs, article);
    await theirs.getByRole("button", { name: "Update URL slug" }).click();
    await theirs.getByLabel("URL slug *").fill(`${article.slug}-new`);
    await saveButton(theirs).click();
    await expect(saved(theirs)).toBeVisible();
  });
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page).toHaveURL(`${EDITOR}/${article.slug}-new`);
  await page.reload();
  await expect(page.getByLabel("Hero title")).toHaveValue("Mine");
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a draft that could not be saved is saved once the connection is back", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const article = await makeArticle(person);
    await openEditor(page, article);
    await page.route("**/advertorials/drafts", (route) => route.abort());
    await page.getByLabel("Hero title").fill("Typed on a train");
    await expect(page.getByText("Draft not saved: no connection")).toBeVisible();
    await page.unroute("**/advertorials/drafts");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
  });
});

test("an expired session is reported while typing, and the text is saved after signing in in another tab", async ({
  page,
  db,
  context,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  /** Checks of the session that are on their way. */
  const checks = new Set<Request>();
  const isCheck = (request: Request) => new URL(request.url()).pathname === "/backyard/session";
  page.on("request", (request) => isCheck(request) && checks.add(request));
  page.on("requestfinished", (request) => checks.delete(request));
  page.on("requestfailed", (request) => checks.delete(request));
  await openEditor(page, article);
  await db.query("delete from staff_sessions where user_id = $1", [person.userId]);
  await page.getByLabel("Hero title").fill("Typed without a session");
  await expect(page.getByText("Draft not saved: you are signed out.")).toBeVisible();
  const elsewhere = context.waitForEvent("page");
  await page.getByRole("link", { name: "Sign in in a new tab" }).click();
  const login = await elsewhere;
  await signIn(login, person);
  await expect(login).toHaveURL("/backyard/dashboard");
  await login.close();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  // The focus also began a check: one that ends after the session would leave the page at once.
  await expect.poll(() => checks.size).toBe(0);
  await db.query("delete from staff_sessions where user_id = $1", [person.userId]);
  await page.getByLabel("Hero title").fill("And saved without one");
  await saveButton(page).click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  await openEditor(page, article);
  await unsaved(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Hero title")).toHaveValue("And saved without one");
});

test.describe("the generator", () => {
  /** Delays the generated article until the returned function is called. */
  async function holdGeneration(page: Page, content: object): Promise<() => void> {
    let finish = () => {};
    const isDone = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await page.route("**/generate-advertorial-content", async (route) => {
      await isDone;
      await route.fulfill({ json: { success: true, content, job_id: randomUUID() } });
    });
    await page.route("**/backyard/advertorials/jobs/*", (route) =>
      route.request().url().endsWith("/estimate")
        ? route.continue()
        : route.fulfill({ json: { job: null } }),
    );
    return () => finish();
  }

  test("offers its article instead of replacing text typed meanwhile", async ({ page, db }) => {
    const person = await enter(page, db);
    await openEditor(page, await makeArticle(person));
    const finish = await holdGeneration(
      page,
      buildArticleContent({ hero: { title: "Generated", subtitle: "", imageUrl: "" } }),
    );
    await page.getByText("Generate again").click();
    await page.getByLabel("Topic *").fill("a tap");
    await page.getByRole("button", { name: "Generate Content" }).click();
    await page.getByLabel("Hero title").fill("Typed meanwhile");
    finish();
    await expect(
      page.getByText("The article that you requested is ready: “Generated”."),
    ).toBeVisible();
    await expect(page.getByLabel("Hero title")).toHaveValue("Typed meanwhile");
    await page.getByRole("button", { name: "Use it" }).click();
    await expect(page.getByText("Content generated successfully!")).toBeVisible();
    await expect(page.getByLabel("Hero title")).toHaveValue("Generated");
    await page.getByLabel("Hero subtitle").fill("Typed afterwards");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Hero title")).toHaveValue("Typed meanwhile");
    await expect(page.getByLabel("Hero subtitle")).toHaveValue("Typed afterwards");
  });

  test("replaced content can be restored until the new article is saved, and not by a toast of a closed editor", async ({
    page,
    db,
  }) => {
    await enter(page, db);
    await page.goto(EDITOR);
    await page.getByRole("button", { name: "Start without AI" }).click();
    await page.getByLabel("Title *").fill(`Mine ${randomUUID().slice(0, 8)}`);
    await page.getByLabel("Hero title").fill("Mine");
    const finish = await holdGeneration(
      page,
      buildArticleContent({ hero: { title: "Generated", subtitle: "", imageUrl: "" } }),
    );
    finish();
    await page.getByText("Generate again").click();
    await page.getByLabel("Topic *").fill("a tap");
    await page.getByRole("button", { name: "Generate Content" }).click();
    await expect(page.getByText("What was in the editor was replaced.")).toBeVisible();
    await saveButton(page).click();
    await expect(page.getByText("Advertorial created successfully!")).toBeVisible();
    await expect(page.getByText("What was in the editor was replaced.")).toBeHidden();
    await expect(page.getByLabel("Hero title")).toHaveValue("Generated");
  });

  const jobOf = (changes: object) => ({
    ...{
      id: randomUUID(),
      state: "running",
      stage: "Writing the article...",
      error: null,
      generator: "model",
      content: null,
      title: null,
      slug: null,
    },
    ...changes,
  });
  const DONE = {
    state: "done",
    title: "Generated",
    slug: "generated",
    content: buildArticleContent({ hero: { title: "Generated", subtitle: "", imageUrl: "" } }),
  };
  const OFFER = "The article that you requested is ready: “Generated”.";
  /** Stubs the state of the person's jobs. */
  const stubJobs = (page: Page, find: () => object | null) =>
    page.route("**/backyard/advertorials/jobs/*", (route) =>
      route.request().url().endsWith("/estimate")
        ? route.continue()
        : route.fulfill({ json: { job: find() } }),
    );

  test("an article requested in another editor is followed here but only offered", async ({
    page,
    db,
  }) => {
    const article = await makeArticle(await enter(page, db));
    const running = jobOf({});
    let now: object = running;
    await stubJobs(page, () => now);
    await page.clock.install();
    await openEditor(page, article);
    await expect(page.getByText("Writing the article...")).toBeVisible();
    const before = await page.getByLabel("Hero title").inputValue();
    now = { ...running, ...DONE };
    await page.clock.runFor(3_000);
    await expect(page.getByText(OFFER)).toBeVisible();
    await expect(page.getByLabel("Hero title")).toHaveValue(before);
  });

  test.describe("after its response is lost", () => {
    test.use({ expectedProblems: [/504|ERR_FAILED/] });
    test("is still followed, and finished articles are offered", async ({ page, db }) => {
      await enter(page, db);
      let now: object | null = null;
      const running = jobOf({});
      await stubJobs(page, () => now);
      const followed = page.waitForResponse(`**/backyard/advertorials/jobs/${running.id}`);
      await page.route("**/generate-advertorial-content", (route) => {
        now = running;
        return route.fulfill({
          status: 504,
          body: "<html>Gateway Time-out</html>",
          contentType: "text/html",
        });
      });
      await page.clock.install();
      await page.goto(EDITOR);
      const fillTopic = async () => {
        await page.getByLabel("Topic *").fill("a tap");
        // It moves the button.
        await expect(page.getByText("No article fits this topic")).toBeVisible();
      };
      await fillTopic();
      // Otherwise the success message could disappear before it is looked for.
      await page.clock.pauseAt(Date.now() + 60_000);
      const generate = page.getByRole("button", { name: "Generate Content" });
      await generate.click();
      await expect(page.getByText("Writing the article...")).toBeVisible();
      await followed;
      now = { ...running, ...DONE };
      const success = page.getByText("Content generated successfully!");
      await expect
        .poll(async () => {
          await page.clock.runFor(500);
          return success.isVisible();
        })
        .toBe(true);
      await page.clock.resume();
      await expect(page.getByLabel("Hero title")).toHaveValue("Generated");
      await page.unroute("**/generate-advertorial-content");
      await page.route("**/generate-advertorial-content", (route) => {
        now = jobOf(DONE);
        return route.abort();
      });
      await page.getByText("Generate again").click();
      await fillTopic();
      await generate.click();
      await expect(page.getByText(OFFER)).toBeVisible();
    });
  });
});
