import { createHash, randomInt, randomUUID } from "node:crypto";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type pg from "pg";
import sharp from "sharp";
import { DOOMED, expect, test } from "./fixtures.ts";
import { enter } from "./hand-made-quiz.ts";
import { abortFirstPost } from "./hold.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

const LIBRARY = "/backyard/media";
const IMAGES = "/backyard/media/images";
type ImageFile = { name: string; mimeType: string; buffer: Buffer };

/** Creates a unique image with a unique name. */
async function createImageFile({ width = 800, height = 600 } = {}): Promise<ImageFile> {
  const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)];
  const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
  const buffer = await sharp({
    create: { width, height, channels: 3, background: { r, g, b }, noise },
  })
    .tint({ r, g, b })
    .jpeg({ quality: 60 })
    .toBuffer();
  return { name: `tap-${randomUUID().slice(0, 8)}.jpg`, mimeType: "image/jpeg", buffer };
}

async function choose(page: Page, file: ImageFile | string, alt = ""): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles(file);
  await page.getByLabel("What does it show?").fill(alt);
}

async function upload(page: Page, file: ImageFile, alt = ""): Promise<void> {
  await choose(page, file, alt);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(tileOf(page, file)).toBeVisible({ timeout: 20_000 });
}

async function drop(page: Page, file: ImageFile): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, mimeType, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, {
          type: mimeType,
        }),
      );
      return transfer;
    },
    { ...file, text: file.buffer.toString("base64") },
  );
  const main = page.getByRole("main");
  await main.dispatchEvent("dragover", { dataTransfer: data });
  await main.dispatchEvent("drop", { dataTransfer: data });
}

const tileOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("list", { name: "Images" }).getByRole("button", { name });
const keyOf = ({ buffer }: ImageFile) =>
  createHash("sha256").update(buffer).digest("hex").slice(0, 32);

async function addArticle(db: pg.Client, url: string): Promise<{ title: string; slug: string }> {
  const mark = randomUUID().slice(0, 8);
  const article = { title: `A cold house ${mark}`, slug: `a-cold-house-${mark}` };
  await db.query(
    "insert into advertorial_content (id, title, slug, content_data, created_at, updated_at) values (gen_random_uuid(), $1, $2, jsonb_build_object('hero', jsonb_build_object('imageUrl', $3::text)), now(), now())",
    [article.title, article.slug, url],
  );
  return article;
}

test("images can be uploaded, dropped, described and searched, and a duplicate is not stored twice", async ({
  page,
  db,
}) => {
  await enter(page, db);
  await page.goto(LIBRARY);
  await expect(page.getByRole("heading", { name: "Media", level: 1 })).toBeVisible();
  const file = await createImageFile();
  const mark = randomUUID().slice(0, 8);
  const search = page.getByLabel("Search by name or description");

  await test.step("an image is uploaded with the button", async () => {
    await upload(page, file, `A dripping tap ${mark}`);
    await expect(page.getByRole("status")).toHaveText(`“${file.name}” is in the library.`);
    await expect(tileOf(page, file)).toBeFocused();
    await expect(tileOf(page, file)).toContainText("800 × 600");
  });

  await test.step("a dropped file is uploaded once", async () => {
    const dropped = await createImageFile();
    await drop(page, dropped);
    await expect(page.getByText(dropped.name)).toBeVisible();
    await page.getByLabel("What does it show?").press("Enter");
    await expect(tileOf(page, dropped)).toBeVisible({ timeout: 20_000 });
    await drop(page, { ...dropped, name: "another name.jpg" });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(
      page.getByText(`The library has this image already: “${dropped.name}”.`),
    ).toBeVisible();
    expect(
      (await db.query("select 1 from media_images where key = $1", [keyOf(dropped)])).rowCount,
    ).toBe(1);
  });

  await test.step("search finds the image", async () => {
    await page.reload();
    await search.fill(`TAP ${mark}`);
    await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(1);
    await expect(tileOf(page, file)).toBeVisible();
    await expect
      .poll(() =>
        tileOf(page, file)
          .locator("img")
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(480);
    await search.fill(`nothing is called ${mark}`);
    await expect(page.getByText("No images match")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Advertorials" })).toHaveAttribute(
      "href",
      "/backyard/advertorials",
    );
  });
});

test.describe("refused images", () => {
  test.use({ expectedProblems: [/status of 4\d\d|ERR_FAILED/] });

  test("show the reason beside the file, and a lost connection or session loses nothing", async ({
    page,
    db,
  }, testInfo) => {
    const person = await enter(page, db);
    await page.goto(LIBRARY);
    const good = await createImageFile();
    const send = page.getByRole("button", { name: "Upload", exact: true });
    const alert = page.locator("form").getByRole("alert");

    await test.step("an image that is too large", async () => {
      const huge = testInfo.outputPath("huge.jpg");
      await mkdir(testInfo.outputDir, { recursive: true });
      await writeFile(huge, good.buffer);
      await truncate(huge, 10 * 1024 * 1024 + 1);
      await choose(page, huge);
      await expect(alert).toHaveText("This image is too large: 10 MB is the limit.");
      await expect(send).toBeDisabled();
    });

    await test.step("a file that is not an image, and a truncated image", async () => {
      await choose(page, {
        name: "page.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from("<!doctype html><script>alert(1)</script>"),
      });
      await send.click();
      await expect(alert).toHaveText("Choose a JPEG, PNG, WebP, AVIF or GIF image.");
      await choose(
        page,
        {
          name: "cut.jpg",
          mimeType: "image/jpeg",
          buffer: good.buffer.subarray(0, good.buffer.length >> 1),
        },
        "A tap",
      );
      await send.click();
      await expect(alert).toHaveText(
        "This image cannot be read: the file is damaged or incomplete.",
      );
      await expect(page.getByLabel("What does it show?")).toHaveValue("A tap");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByText("cut.jpg")).toBeHidden();
    });

    await test.step("a broken connection", async () => {
      await abortFirstPost(page, `**${IMAGES}`);
      await choose(page, good, "A tap");
      await send.click();
      await expect(
        page.getByText("The server could not be reached. Check your connection and try again."),
      ).toBeVisible();
      await expect(page.getByLabel("What does it show?")).toHaveValue("A tap");
      await send.click();
      await expect(tileOf(page, good)).toBeVisible({ timeout: 20_000 });
    });

    await test.step("an expired session, and a list that does not load", async () => {
      await choose(page, await createImageFile());
      await db.query("delete from staff_sessions where user_id = $1", [person.userId]);
      await send.click();
      await expect(
        page.getByText("You are signed out. Sign in again, then repeat this."),
      ).toBeVisible();
      await page.getByLabel("Search by name or description").fill("tap");
      await expect(
        page.getByRole("alert").getByRole("button", { name: "Try again" }),
      ).toBeVisible();
    });
  });
});

test.describe("the library", () => {
  test.use({ expectedProblems: [/status of 40[03]/] });

  test("edits an image, keeps one that is in use, shows more on request, and has no axe findings", async ({
    page,
    db,
  }) => {
    test.setTimeout(90_000);
    await enter(page, db);
    await page.goto(LIBRARY);
    const search = page.getByLabel("Search by name or description");
    const file = await createImageFile(DOOMED);
    await upload(page, file);
    const renamed = tileOf(page, { name: `Kitchen ${file.name}` });
    const opened = page.getByRole("dialog", { name: `Kitchen ${file.name}` });

    await test.step("the name and description are changed", async () => {
      await expect(tileOf(page, file)).toContainText("No description yet");
      await tileOf(page, file).press("Enter");
      const dialog = page.getByRole("dialog", { name: file.name });
      await dialog.getByLabel("Name").fill(`Kitchen ${file.name}`);
      await dialog.getByLabel("What does it show?").fill("A kitchen with a tap");
      await dialog.getByLabel("What does it show?").press("Enter");
      await expect(dialog).toBeHidden();
      await expect(renamed).toBeFocused();
      await page.reload();
      await expect(renamed).not.toContainText("No description yet");
    });

    await test.step("an image in use is not deleted, and its articles are listed", async () => {
      await renamed.click();
      await expect(opened.getByLabel("What does it show?")).toHaveValue("A kitchen with a tap");
      const article = await addArticle(db, `/media/${keyOf(file)}-640x480/640.webp`);
      await opened.getByRole("button", { name: "Delete" }).click();
      await expect(opened.getByRole("button", { name: "Keep it" })).toBeFocused();
      await opened.getByRole("button", { name: "Delete image" }).click();
      await expect(opened.getByRole("alert")).toContainText(
        "This image is in use. Remove it from these first, then delete it.",
      );
      await expect(opened.getByRole("link", { name: article.title })).toHaveAttribute(
        "href",
        `/backyard/advertorials/editor/${article.slug}`,
      );
      await expectNoAxeViolations(page);
      await page.keyboard.press("Escape");
      await expect(renamed).toBeFocused();
      await db.query("delete from advertorial_content where slug = $1", [article.slug]);
      await renamed.click();
      await opened.getByRole("button", { name: "Delete" }).click();
      await opened.getByRole("button", { name: "Delete image" }).click();
      await expect(renamed).toBeHidden();
      await expect(search).toBeFocused();
      expect((await page.request.get(`/media/${keyOf(file)}-640x480/640.webp`)).status()).toBe(404);
    });

    await test.step("a long name, a chosen file and an empty search have no axe findings", async () => {
      const tall = await createImageFile({ width: 60, height: 900 });
      await upload(page, { ...tall, name: `${"an-endless-name-".repeat(10)}${tall.name}` });
      await choose(page, await createImageFile());
      await expectNoAxeViolations(page);
      await search.fill(randomUUID());
      await expect(page.getByText("No images match")).toBeVisible();
      await expectNoAxeViolations(page);
    });

    await test.step("images beyond the first page are shown on request", async () => {
      const mark = randomUUID().slice(0, 8);
      await db.query(
        "insert into media_images (id, key, name, width, height, bytes, created_at) select gen_random_uuid(), md5(random()::text), $1 || n, 10, 10, 1, '2020-01-01' from generate_series(1, 30) n",
        [`${mark}-`],
      );
      // These rows have no files; only the list matters here.
      await page.route("**/media/*/10.webp", (route) =>
        route.fulfill({
          contentType: "image/gif",
          body: Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64"),
        }),
      );
      await search.fill(mark);
      const items = page.getByRole("list", { name: "Images" }).getByRole("listitem");
      await expect(items.first()).toContainText(mark);
      await expect(items).toHaveCount(24);
      await page.getByRole("button", { name: "Show more" }).click();
      await expect(items).toHaveCount(30);
      await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
      await db.query("delete from media_images where name like $1 || '%'", [`${mark}-`]);
    });
  });
});
