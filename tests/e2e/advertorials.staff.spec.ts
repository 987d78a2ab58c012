import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { buildArticleContent, buildSection } from "../articles.ts";
import { createStaff } from "../staff.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { type MadeArticle, makeArticle, openEditor, saveButton } from "./hand-made-article.ts";
import { enter } from "./hand-made-quiz.ts";
import { hold, SCRIPTS } from "./hold.ts";
import { asSomebodyElse, expectNoAxeViolations } from "./staff-pages.ts";

const LIST = "/backyard/advertorials";
const EDITOR = `${LIST}/editor`;
/** The page inside the preview has its own tests. */
const PREVIEW = { exclude: "iframe" };
const markOf = ({ slug }: MadeArticle) => slug.slice(-8);
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');

test.describe("the list", () => {
  test("can be searched and filtered, and the two built-in articles can only be viewed and copied", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    const active = await makeArticle(person, { isActive: true });
    const mark = markOf(active);
    const inactive = await makeArticle(person, { title: `Other ${mark}` });
    await page.goto(LIST);
    const figure = async (name: string) =>
      Number(
        (await page.locator("dl > div", { hasText: name }).locator("dd").innerText()).replaceAll(
          ",",
          "",
        ),
      );
    expect((await figure("Total")) - (await figure("Dynamic"))).toBe(2);
    expect(await figure("Active")).toBeGreaterThanOrEqual(3);
    const fixed = page.getByRole("row").filter({ hasText: "/articles/henry-helpline" });
    await expect(fixed.getByRole("button")).toHaveCount(1);
    await expect(fixed.getByRole("switch")).toHaveCount(0);
    await expect(fixed.getByRole("link", { name: /^View / })).toHaveAttribute(
      "href",
      "/articles/henry-helpline",
    );
    await page.getByLabel("Search by title or slug").fill(mark);
    await expect(page).toHaveURL(`${LIST}?q=${mark}`);
    await expect(page.getByRole("row").filter({ hasText: inactive.title })).toBeVisible();
    await expect(fixed).toBeHidden();
    await page.getByLabel("Status").selectOption("inactive");
    await expect(page.getByRole("row").filter({ hasText: active.title })).toBeHidden();
    await page.getByLabel("Search by title or slug").fill("no article has these words");
    await expect(page.getByText("No advertorials match")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(fixed).toBeVisible();
  });

  test("copying is confirmed for three seconds", async ({ page, db, baseURL }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const article = await makeArticle(await enter(page, db));
    await page.clock.install();
    await page.goto(`${LIST}?q=${markOf(article)}`);
    // The clock is stopped, because a slow machine could use up the three seconds.
    await page.clock.pauseAt(Date.now() + 60_000);
    const copy = page.getByRole("button", { name: `Copy URL of ${article.title}` });
    await copy.click();
    await expect(copy).toHaveText("Copied!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/articles/${article.slug}`,
    );
    await page.clock.runFor(2_900);
    await expect(copy).toHaveText("Copied!");
    await page.clock.runFor(200);
    await expect(copy).toHaveText("");
  });

  test("a failed copy is reported", async ({ page, db }) => {
    const article = await makeArticle(await enter(page, db));
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await page.goto(`${LIST}?q=${markOf(article)}`);
    const copy = page.getByRole("button", { name: `Copy URL of ${article.title}` });
    await copy.click();
    await expect(copy).toHaveText("Failed to copy");
  });

  test("an article is deleted after typing DELETE, and a superadmin restores it", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db, "superadmin");
    const article = await makeArticle(person, { isActive: true });
    await page.goto(`${LIST}?q=${markOf(article)}`);
    await page.getByRole("button", { name: `Delete ${article.title}` }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(
      "This action cannot be undone. All content will be permanently lost.",
    );
    const confirm = dialog.getByRole("button", { name: "Delete advertorial" });
    const typed = dialog.getByLabel("Type DELETE to confirm");
    for (const wrong of ["", "delete", "DELETE ", "DELET"]) {
      await typed.fill(wrong);
      await expect(confirm).toBeDisabled();
      await typed.press("Enter");
    }
    await expect(dialog).toBeVisible();
    await typed.fill("DELETE");
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: article.title })).toBeHidden();
    await expect
      .poll(async () => (await page.request.get(`/articles/${article.slug}`)).status())
      .toBe(404);
    await page.getByRole("button", { name: `Restore ${article.title}` }).click();
    await expect(page.getByText("Advertorial restored")).toBeVisible();
    await expect(
      page.getByRole("switch", { name: `${article.title} is active` }),
    ).not.toBeChecked();
  });

  test("the switch shows and hides the page", async ({ page, db }) => {
    const article = await makeArticle(await enter(page, db));
    await page.goto(`${LIST}?q=${markOf(article)}`);
    const status = async () => (await page.request.get(`/articles/${article.slug}`)).status();
    expect(await status()).toBe(404);
    await page.getByRole("switch", { name: `${article.title} is active` }).click();
    await expect.poll(status).toBe(200);
    await page.getByRole("switch", { name: `${article.title} is active` }).press("Space");
    await expect.poll(status).toBe(404);
  });

  test("when the switch is pressed again during a save, the last press counts", async ({
    page,
    db,
  }) => {
    const article = await makeArticle(await enter(page, db));
    await page.goto(`${LIST}?q=${markOf(article)}`);
    const release = await hold(page, "**/advertorials.data*", { method: "POST" });
    const toggle = page.getByRole("switch", { name: `${article.title} is active` });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await toggle.press("Space");
    await expect(toggle).not.toBeChecked();
    release();
    await expect(toggle).toHaveAttribute("aria-busy", "false");
    await expect(toggle).not.toBeChecked();
    const { rows } = await db.query("select is_active from advertorial_content where id = $1", [
      article.id,
    ]);
    expect(rows).toEqual([{ is_active: false }]);
  });

  test.describe("failures", () => {
    test.use({ expectedProblems: [/ERR_FAILED/] });
    test("a failed switch is reverted and reported, and so is a failed deletion", async ({
      page,
      db,
    }) => {
      const article = await makeArticle(await enter(page, db));
      await page.goto(`${LIST}?q=${markOf(article)}`);
      await page.route("**/advertorials.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      const toggle = page.getByRole("switch", { name: `${article.title} is active` });
      await toggle.click();
      await expect(page.getByRole("alertdialog")).toHaveText(
        "Failed to update advertorial statusOK",
      );
      await page.getByRole("button", { name: "OK" }).click();
      await expect(toggle).not.toBeChecked();
      await page.getByRole("button", { name: `Delete ${article.title}` }).click();
      await page.getByLabel("Type DELETE to confirm").fill("DELETE");
      await page.getByRole("button", { name: "Delete advertorial" }).click();
      await expect(page.getByRole("alertdialog")).toHaveText("Failed to delete advertorialOK");
    });
  });
});

test("an article is written manually: missing values are reported, and it is created and updated", async ({
  page,
  db,
}) => {
  await enter(page, db);
  const mark = randomUUID().slice(0, 8);
  await page.goto(EDITOR);
  await page.getByRole("button", { name: "Start without AI" }).click();
  const error = page.getByRole("alert").filter({ hasText: /./ });
  await saveButton(page).click();
  await expect(error).toHaveText("Please fill in title and slug");
  await expect(page.getByLabel("Title *")).toBeFocused();
  await page.getByLabel("Title *").fill(`Loud  Pipes! ${mark}`);
  await expect(page.getByLabel("URL slug *")).toHaveValue(`loud-pipes-${mark}`);
  await page.getByLabel("URL slug *").fill("");
  await saveButton(page).click();
  await expect(error).toHaveText("Please fill in title and slug");
  await expect(page.getByLabel("URL slug *")).toBeFocused();
  await page.getByLabel("URL slug *").fill(`Loud Pipes_${mark}`);
  await saveButton(page).click();
  await expect(error).toHaveText("No content to save");
  await page.getByRole("textbox", { name: "SEO title" }).fill("t".repeat(70));
  await expect(page.getByText("60/60 characters")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "SEO title" })).toHaveValue("t".repeat(60));
  await page
    .getByRole("textbox", { name: "Meta description" })
    .pressSequentially("What the noise says");
  await expect(page.getByText("19/160 characters")).toBeVisible();
  await page.getByLabel("Keywords").pressSequentially("pipes, water hammer");
  await saveButton(page).click();
  await expect(error).toHaveText("No content to save");
  await page.getByRole("button", { name: "Add paragraph" }).click();
  await expect(page.getByLabel("Paragraph text")).toBeFocused();
  await page.getByLabel("Paragraph text").fill("A bang means that water stopped too fast.");
  await saveButton(page).click();
  await expect(page.getByText("Advertorial created successfully!")).toBeVisible();
  await expect(page).toHaveURL(`${EDITOR}/loud-pipes${mark}`);
  await expect(page.getByText("Advertorial created successfully!")).toBeHidden();
  await page.getByLabel("Paragraph text").fill("Other words");
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Paragraph text")).toHaveValue("Other words");
  await expect(page.getByLabel("Keywords")).toHaveValue("pipes, water hammer");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();
});

test("an article of the maximum length is saved as a draft and as an article", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const sections = Array.from({ length: 80 }, () =>
    buildSection("paragraph", "Words. ".repeat(700)),
  );
  await openEditor(page, await makeArticle(person, { content: buildArticleContent({ sections }) }));
  await page.getByLabel("Hero title").fill("A long story");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
});

test("a duplicate slug is refused, also that of a built-in article, and a changed slug redirects", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const [article, other] = [await makeArticle(person), await makeArticle(person)];
  await openEditor(page, article);
  await page.getByRole("button", { name: "Update URL slug" }).click();
  for (const usedSlug of [other.slug, "henry-helpline"]) {
    await page.getByLabel("URL slug *").fill(usedSlug);
    await saveButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "A page with this URL slug already exists. Please choose a different slug.",
    );
    await expect(page.getByLabel("URL slug *")).toBeFocused();
  }
  await page.getByLabel("URL slug *").fill(`${article.slug}-new`);
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  await page.goto(`${EDITOR}/${article.slug}`);
  await expect(page).toHaveURL(`${EDITOR}/${article.slug}-new`);
});

test("sections of every kind are added, moved by keyboard and removed, and the preview is updated", async ({
  page,
  db,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const person = await enter(page, db);
  const article = await makeArticle(person, {
    content: buildArticleContent({ sections: [buildSection("paragraph", "First of all")] }),
  });
  await openEditor(page, article);
  await expect(preview(page).getByText("First of all")).toBeVisible();
  await page.getByRole("button", { name: "Add list" }).click();
  const item = (number: number) =>
    page.getByRole("textbox", { name: `Item ${number}`, exact: true });
  await expect(item(1)).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove item 1" })).toBeDisabled();
  await item(1).fill("A wrench");
  await item(1).press("Enter");
  await expect(item(2)).toBeFocused();
  await page.keyboard.type("A bucket");
  await expect(preview(page).getByRole("listitem").filter({ hasText: "A bucket" })).toBeVisible();
  await page.getByRole("button", { name: "Remove item 1" }).click();
  await expect(item(1)).toHaveValue("A bucket");
  await expect(page.getByRole("button", { name: "Remove item 1" })).toBeDisabled();
  await page.getByRole("button", { name: "Add image" }).click();
  await page
    .getByRole("textbox", { name: "Image URL", exact: true })
    .fill("http://example.com/a.png");
  await expect(
    page.getByText("Only addresses that begin with https:// or with / on this site are shown."),
  ).toBeVisible();
  await page
    .getByRole("textbox", { name: "Image URL", exact: true })
    .fill("/art/plumbing-water.svg");
  await page.getByRole("textbox", { name: "Alt text" }).fill("A pipe that drips");
  await page.getByLabel("Caption").fill("The usual place");
  await expect(preview(page).getByRole("img", { name: "A pipe that drips" })).toBeVisible();
  await expect(preview(page).getByText("The usual place")).toBeVisible();
  await page.getByRole("button", { name: "Move section 3 up" }).press("Enter");
  await expect(page.getByText("Section 3 is now section 2")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move section 2 up" })).toBeFocused();
  await page.getByRole("button", { name: "Remove section 1" }).click();
  await expect(page.getByLabel("Paragraph text")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Paragraph text")).toHaveValue("First of all");
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  await page.goto(`/articles/${article.slug}?preview`);
  await expect(page.locator("main").getByText("The usual place")).toBeVisible();
});

test("an image is uploaded and chosen by keyboard with its alt text, and served in modern formats", async ({
  page,
  db,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const person = await enter(page, db);
  const article = await makeArticle(person, {
    isActive: true,
    content: buildArticleContent({ sections: [buildSection("image")] }),
  });
  await openEditor(page, article);
  const opener = page.getByRole("button", { name: "Choose an image for Image URL" });
  const dialog = page.getByRole("dialog", { name: "Choose an image" });
  await opener.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  // The page takes the dialog away a moment after the browser has closed it; a role is found only
  // while it is open.
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  const [red, green, blue] = [randomInt(256), randomInt(256), randomInt(256)];
  const photo = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: { r: red, g: green, b: blue } },
  })
    .jpeg()
    .toBuffer();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles({
    name: `${article.slug}.jpg`,
    mimeType: "image/jpeg",
    buffer: photo,
  });
  await dialog.getByLabel("What does it show?").fill("A wall of one colour");
  await page.keyboard.press("Enter");
  await expect(
    dialog.getByRole("button", { name: article.slug, exact: false }).first(),
  ).toBeFocused({ timeout: 20_000 });
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Image URL", exact: true })).toHaveValue(
    /^\/media\/[0-9a-f]{32}-1200x800\/1200\.webp$/,
  );
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue("A wall of one colour");
  await expect(preview(page).getByRole("img", { name: "A wall of one colour" })).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  // Visitors may get the old page for a second.
  await expect
    .poll(async () => (await page.request.get(`/articles/${article.slug}`)).text())
    .toContain("A wall of one colour");
  await page.goto(`/articles/${article.slug}`);
  const shown = page.getByRole("img", { name: "A wall of one colour" });
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
    .toMatch(/\.avif$/);
});

test("the checker reports claims, missing alt text and missing meta with links, and saving still works", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const content = buildArticleContent({
    meta: { title: "", description: "x", keywords: [] },
    sections: [
      buildSection("paragraph", "The best plumbers, open 24/7."),
      buildSection("image", "", { imageUrl: "/art/plumbing-water.svg" }),
    ],
  });
  await openEditor(page, await makeArticle(person, { content }));
  const checks = page.getByRole("region", { name: /Before you publish/ });
  await expect(checks.getByRole("listitem")).toHaveCount(4);
  await checks.getByRole("button", { name: /Show: The SEO title is missing/ }).click();
  await expect(page.getByRole("textbox", { name: "SEO title" })).toBeFocused();
  await page.keyboard.type("A title");
  await checks.getByRole("button", { name: /Show: The image has no alt text/ }).click();
  await page.keyboard.type("A pipe");
  await checks.getByRole("button", { name: /Show: “best”/ }).click();
  await page.getByLabel("Paragraph text").fill("Plumbers who listen.");
  await expect(checks).toContainText("No problems were found");
});

test("a draft is saved, offered again, and previewed by its author only", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person);
  await openEditor(page, article);
  await page.getByLabel("Hero title").fill("Words that are not saved");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.goto(`/articles/${article.slug}?preview`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Words that are not saved");
  await asSomebodyElse(
    browser,
    { baseURL, db, ...(await createStaff(db, { role: "staff" })) },
    async (other) => {
      await other.goto(`/articles/${article.slug}?preview`);
      await expect(other.getByRole("heading", { level: 1 })).not.toHaveText(
        "Words that are not saved",
      );
    },
  );
  await openEditor(page, article);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Hero title")).not.toHaveValue("Words that are not saved");
});

test("two people's changes are merged, and a conflict asks which one to keep", async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const person = await enter(page, db);
  const other = await createStaff(db, { role: "staff" });
  const article = await makeArticle(person);
  await openEditor(page, article);
  await page.getByLabel("Hero subtitle").fill("My subtitle");
  await page.getByLabel("Quote text").fill("My quote");
  await asSomebodyElse(browser, { ...other, baseURL, db }, async (theirs) => {
    await openEditor(theirs, article);
    await theirs.getByLabel("Heading text").fill("Their heading");
    await theirs.getByLabel("Quote text").fill("Their quote");
    await saveButton(theirs).click();
    await expect(theirs.getByText("Advertorial updated successfully!")).toBeVisible();
  });
  await saveButton(page).click();
  const dialog = page.getByRole("alertdialog", {
    name: "Somebody else saved this advertorial meanwhile",
  });
  await expect(dialog.getByRole("group")).toHaveCount(1);
  const field = dialog.getByRole("group", { name: "Section 4 (quote)" });
  await field.getByText("Their quote").click();
  await dialog.getByRole("button", { name: "Save these choices" }).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Hero subtitle")).toHaveValue("My subtitle");
  await expect(page.getByLabel("Heading text")).toHaveValue("Their heading");
  await expect(page.getByLabel("Quote text")).toHaveValue("Their quote");
});

test("an earlier version is compared word by word, and restored by saving it", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const content = buildArticleContent({
    sections: [buildSection("paragraph", "Turn the valve slowly to the right.")],
  });
  await openEditor(page, await makeArticle(person, { content }));
  await page.getByLabel("Paragraph text").fill("Turn the valve slowly to the left.");
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  // By key: the message slides in meanwhile, and what is below it moves.
  await page.locator("summary", { hasText: "Version history" }).press("Enter");
  await page.getByRole("button", { name: "Compare version 1 with now" }).click();
  const dialog = page.getByRole("dialog", { name: "Version 1" });
  await expect(dialog.locator("del")).toHaveText("right");
  await expect(dialog.locator("ins")).toHaveText("left");
  await dialog.getByRole("button", { name: "Restore" }).click();
  const message = page
    .getByRole("listitem")
    .filter({ hasText: "Version 1 is in the editor. Save to keep it." });
  // Once it has slid in, the message must not cover the Save button.
  await expect(async () => {
    const [above, below] = await Promise.all([
      message.boundingBox(),
      saveButton(page).boundingBox(),
    ]);
    expect(above && below && above.y + above.height <= below.y).toBe(true);
  }).toPass();
  await saveButton(page).click();
  await expect(page.getByText(/^Version 3, /)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Paragraph text")).toHaveValue(
    "Turn the valve slowly to the right.",
  );
});

test("the editor accepts neither text nor a save before its scripts load", async ({ page, db }) => {
  const article = await makeArticle(await enter(page, db));
  const release = await hold(page, SCRIPTS);
  await page.goto(`${EDITOR}/${article.slug}`, { waitUntil: "commit" });
  await expect(saveButton(page)).toBeDisabled();
  const title = page.getByLabel("Title *");
  await title.focus();
  await page.keyboard.type("lost ");
  await expect(title).toHaveValue(article.title);
  release();
  await saveButton(page).click();
  await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("a failed save is reported, and no typed text is lost", async ({ page, db }) => {
    const person = await enter(page, db);
    await openEditor(page, await makeArticle(person));
    await page.getByLabel("Title *").fill("Typed in vain");
    await page.route("**/advertorials/editor/*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await saveButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "Failed to save advertorial",
    );
    await expect(page.getByLabel("Title *")).toHaveValue("Typed in vain");
    await page.unroute("**/advertorials/editor/*");
    await saveButton(page).click();
    await expect(page.getByText("Advertorial updated successfully!")).toBeVisible();
  });

  test("a first save whose response was lost is saved again", async ({ page, db }) => {
    await enter(page, db);
    const mark = randomUUID().slice(0, 8);
    await page.goto(EDITOR);
    await page.getByRole("button", { name: "Start without AI" }).click();
    await page.getByLabel("Title *").fill(`Lost answer ${mark}`);
    await page.getByLabel("Hero title").fill("Sent");
    const editor = "**/advertorials/editor.data*";
    await page.route(editor, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await saveButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "Failed to save advertorial",
    );
    await page.unroute(editor);
    await page.getByLabel("Hero title").fill("Sent again");
    await saveButton(page).click();
    await expect(page.getByText("Advertorial created successfully!")).toBeVisible();
    await expect(page).toHaveURL(`${EDITOR}/lost-answer-${mark}`);
    await expect(page.getByLabel("Hero title")).toHaveValue("Sent again");
  });

  test("every failed save is reported on a slow machine", async ({ page, db }) => {
    await openEditor(page, await makeArticle(await enter(page, db)));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.route("**/advertorials/editor/*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    const failure = page.getByRole("alert").filter({ hasText: /./ });
    for (let attempt = 1; attempt <= 5; attempt++) {
      await page.getByLabel("Title *").fill(`Typed in vain ${attempt}`);
      await expect(failure).toHaveCount(0);
      await saveButton(page).click();
      await expect(failure).toHaveText("Failed to save advertorial");
    }
  });
});

test.describe("articles that cannot be edited", () => {
  test.use({ expectedProblems: [/404|422/] });
  test("an unknown URL and an unreadable article are reported", async ({ page, db }) => {
    const person = await enter(page, db);
    await page.goto(`${EDITOR}/no-such-article`);
    await expect(page.getByRole("heading", { name: "Advertorial not found" })).toBeVisible();
    const article = await makeArticle(person);
    await db.query(
      `update advertorial_content set content_data = '{"sections": "none"}' where id = $1`,
      [article.id],
    );
    await page.goto(`${EDITOR}/${article.slug}`);
    await expect(page.getByRole("heading", { name: "Failed to load advertorial" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the advertorials" }).click();
    await expect(page).toHaveURL(LIST);
  });
});

test("list, delete dialog and editor have no axe findings and fit the screen at both sizes", async ({
  page,
  db,
}) => {
  const person = await enter(page, db);
  const article = await makeArticle(person, {
    title: `A title ${"that goes on and on ".repeat(8)}`,
  });
  // Colors are too pale for axe while a dialog fades in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${LIST}?q=${markOf(article)}`);
  await expectNoAxeViolations(page, PREVIEW);
  await page.getByRole("button", { name: `Delete ${article.title.trim()}` }).click();
  expect(await axeFindings(page, { include: "dialog" })).toEqual([]);
  await openEditor(page, { ...article, title: article.title.trim() });
  await expectNoAxeViolations(page, PREVIEW);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(preview(page).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByLabel("Hero title")).toBeHidden();
});

test.describe("the generator panel", () => {
  test("a topic becomes an article in the editor, and Undo restores the previous content", async ({
    page,
    db,
  }) => {
    await enter(page, db);
    await page.goto(EDITOR);
    await page.getByRole("button", { name: "Generate Content" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "Please enter a topic for AI generation",
    );
    await page.getByLabel("Topic *").fill("water heater making noise");
    await page.getByRole("button", { name: "Generate Content" }).click();
    await expect(page.getByText("Content generated successfully!")).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByLabel("Title *")).not.toHaveValue("");
    await expect(page.getByLabel("URL slug *")).toHaveValue(/water-heater/);
    await expect(page.getByText("No problems were found")).toBeVisible();
    const title = await page.getByLabel("Hero title").inputValue();
    await page.getByLabel("Hero title").fill("My own title");
    await page.getByText("Generate again").click();
    await page.getByLabel("Topic *").fill("clogged drain");
    await page.getByRole("button", { name: "Generate Content" }).click();
    await expect(page.getByText("What was in the editor was replaced.")).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByLabel("Hero title")).not.toHaveValue("My own title");
    await expect(page.getByLabel("Hero title")).not.toHaveValue(title);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Hero title")).toHaveValue("My own title");
  });

  test.describe("a topic that makes no article", () => {
    test.use({ expectedProblems: [/422 .*\/functions\/v1\/generate-advertorial-content/] });

    test("the panel says what it makes of a topic: a subject, a refusal with the nearest ones, or an emergency", async ({
      page,
      db,
    }) => {
      await enter(page, db);
      await page.goto(EDITOR);
      const topic = page.getByLabel("Topic *");
      await topic.fill("toilet repair");
      await expect(page.getByText(/it is only a part of "Plumbing"/)).toBeVisible();
      await page.getByRole("button", { name: "Generate Content" }).click();
      await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(
        "The nearest subjects: ",
      );
      await topic.fill("carbon monoxide alarm going off at the furnace");
      await expect(page.getByText(/^This is an emergency/)).toBeVisible();
      await expect(page.getByRole("link", { name: "Open the safety page" })).toHaveAttribute(
        "href",
        /^\/resources\/guides-tips\/emergency-preparedness/,
      );
      await page.getByRole("button", { name: "Why Is My Furnace Not Heating?" }).click();
      await expect(topic).toHaveValue("Why Is My Furnace Not Heating?");
      await expect(page.getByText(/^Subject: Why Is My Furnace Not Heating\?/)).toBeVisible();
    });
  });

  const job = (changes: object) => ({
    id: randomUUID(),
    state: "running",
    stage: "Writing the article...",
    error: null,
    generator: "model",
    content: null,
    title: null,
    slug: null,
    ...changes,
  });
  test.describe("with stubbed responses", () => {
    test.use({ expectedProblems: [/502|429|ERR_FAILED/] });
    test("a failure shows its own message or a general one, and an invalid response is reported", async ({
      page,
      db,
    }) => {
      await enter(page, db);
      const answers: [number, string, string][] = [
        [
          502,
          JSON.stringify({ success: false, error: "The model refused." }),
          "The model refused.",
        ],
        [429, JSON.stringify({ success: false }), "Failed to generate advertorial with AI"],
        [200, "<html>", "Invalid response from server"],
      ];
      await page.goto(EDITOR);
      await page.getByLabel("Topic *").fill("roof leak");
      for (const [status, body, text] of answers) {
        await page.route("**/generate-advertorial-content", (route) =>
          route.fulfill({ status, body, contentType: "application/json" }),
        );
        await page.getByRole("button", { name: "Generate Content" }).click();
        await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(text);
        await page.unroute("**/generate-advertorial-content");
      }
      await page.route("**/generate-advertorial-content", (route) => route.abort());
      await page.getByRole("button", { name: "Generate Content" }).click();
      await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
        "Failed to generate advertorial with AI",
      );
    });

    test("a running job is shown and can be canceled, and a finished one is offered", async ({
      page,
      db,
    }) => {
      await enter(page, db);
      const running = job({});
      let state = "running";
      await page.route("**/backyard/advertorials/jobs/*", (route) => {
        if (route.request().url().endsWith("/estimate")) return route.continue();
        if (route.request().method() === "POST") state = "cancelled";
        return route.fulfill({ json: { job: { ...running, state } } });
      });
      await page.clock.install();
      await page.goto(EDITOR);
      await expect(page.getByText("Writing the article...")).toBeVisible();
      await expect(page.getByText("This may take 30-60 seconds...")).toBeVisible();
      await page.getByRole("button", { name: "Cancel generation" }).click();
      await page.clock.runFor(3_000);
      await expect(page.getByText("Cancelled.")).toBeVisible();
      await page.clock.runFor(2_000);
      await expect(page.getByText("Cancelled.")).toBeHidden();
      await page.unroute("**/backyard/advertorials/jobs/*");
      const done = job({
        state: "done",
        title: "An Article",
        slug: "an-article",
        content: buildArticleContent({ hero: { title: "An Article", subtitle: "", imageUrl: "" } }),
      });
      let postCount = 0;
      await page.route("**/backyard/advertorials/jobs/*", (route) => {
        if (route.request().url().endsWith("/estimate")) return route.continue();
        if (route.request().method() === "POST") postCount++;
        return route.fulfill({ json: { job: done } });
      });
      await page.goto(EDITOR);
      await expect(
        page.getByText("The article that you requested is ready: “An Article”."),
      ).toBeVisible();
      await page.getByRole("button", { name: "Use it" }).click();
      await expect(page.getByLabel("Hero title")).toHaveValue("An Article");
      await expect.poll(() => postCount).toBe(1);
    });
  });
});
