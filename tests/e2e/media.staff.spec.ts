import { createHash, randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import sharp from "sharp";
import { sendRaw } from "../send-raw.ts";
import { DOOMED, expect, test } from "./fixtures.ts";
import { enter } from "./hand-made-quiz.ts";
import { expectNoAxeViolations } from "./staff-pages.ts";

const LIBRARY = "/backyard/media";
const IMAGES = "/backyard/media/images";
type Made = { name: string; mimeType: string; buffer: Buffer };

/** An image that no other test has, under a name that no other test uses. */
async function createImageFile({ width = 800, height = 600 } = {}): Promise<Made> {
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

async function choose(page: Page, file: Made, alt = ""): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles(file);
  await page.getByLabel("What does it show?").fill(alt);
}

async function upload(page: Page, file: Made, alt = ""): Promise<void> {
  await choose(page, file, alt);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(tileOf(page, file)).toBeVisible({ timeout: 20_000 });
}

async function drop(page: Page, file: Made): Promise<void> {
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
const keyOf = ({ buffer }: Made) => createHash("sha256").update(buffer).digest("hex").slice(0, 32);

async function addArticle(db: pg.Client, url: string): Promise<{ title: string; slug: string }> {
  const mark = randomUUID().slice(0, 8);
  const article = { title: `A cold house ${mark}`, slug: `a-cold-house-${mark}` };
  await db.query(
    "insert into advertorial_content (id, title, slug, content_data, created_at, updated_at) values (gen_random_uuid(), $1, $2, jsonb_build_object('hero', jsonb_build_object('imageUrl', $3::text)), now(), now())",
    [article.title, article.slug, url],
  );
  return article;
}

test("an image is uploaded by the button, described, found again, and shown to everybody", async ({
  page,
  db,
  request,
  baseURL,
}) => {
  await enter(page, db);
  await page.goto(LIBRARY);
  await expect(page.getByRole("heading", { name: "Media", level: 1 })).toBeVisible();
  const file = await createImageFile();
  const mark = randomUUID().slice(0, 8);
  await upload(page, file, `A dripping tap ${mark}`);
  await expect(page.getByRole("status")).toHaveText(`“${file.name}” is in the library.`);
  await expect(tileOf(page, file)).toBeFocused();
  await expect(tileOf(page, file)).toContainText("800 × 600");

  const address = `/media/${keyOf(file)}-800x600/800.webp`;
  const answer = await request.get(address);
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-length": String((await answer.body()).length),
  });
  expect(await sharp(await answer.body()).metadata()).toMatchObject({
    width: 800,
    height: 600,
    format: "webp",
  });
  const head = await request.head(address.replace("webp", "avif"));
  expect([head.status(), head.headers()["content-type"], (await head.body()).length]).toEqual([
    200,
    "image/avif",
    0,
  ]);
  for (const other of [
    address.replace("800x600", "801x600"),
    address.replace("800x600", "800x601"),
    address.replace("/800.", "/480.").replace(keyOf(file), "0".repeat(32)),
    `${address}.bak`,
    address.replace("800.webp", "640.webp"),
  ]) {
    const missing = await request.get(other);
    expect(
      [missing.status(), await missing.text(), missing.headers()["cache-control"]],
      other,
    ).toEqual([404, "Not Found\n", "public, max-age=60"]);
  }
  for (const trick of [
    `/media/${keyOf(file)}-800x600/../../app-secret`,
    `/media/${keyOf(file)}-800x600/%2e%2e/%2e%2e/app-secret`,
    "/media/..%2fapp-secret",
  ])
    expect((await sendRaw(String(baseURL), trick)).status, trick).toBeGreaterThanOrEqual(400);

  await page.reload();
  await page.getByLabel("Search by name or description").fill(`TAP ${mark}`);
  await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(1);
  await expect(tileOf(page, file)).toBeVisible();
  await expect
    .poll(() =>
      tileOf(page, file)
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(480);
  await page.getByLabel("Search by name or description").fill(`nothing is called ${mark}`);
  await expect(page.getByText("No images match")).toBeVisible();
  await page.getByRole("link", { name: "Back to Advertorials" }).click();
  await expect(page).toHaveURL("/backyard/advertorials");
});

test("an image can be dropped; the same file twice is one image", async ({ page, db }) => {
  await enter(page, db);
  await page.goto(LIBRARY);
  const file = await createImageFile();
  await drop(page, file);
  await expect(page.getByText(file.name)).toBeVisible();
  await page.getByLabel("What does it show?").press("Enter");
  await expect(tileOf(page, file)).toBeVisible({ timeout: 20_000 });
  await drop(page, { ...file, name: "another name.jpg" });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText(`The library has this image already: “${file.name}”.`)).toBeVisible();
  expect(
    (await db.query("select 1 from media_images where key = $1", [keyOf(file)])).rowCount,
  ).toBe(1);
});

test.describe("images that are refused", () => {
  test.use({ expectedProblems: [/status of 4\d\d|ERR_FAILED/] });

  test("say why beside the file, which stays chosen", async ({ page, db }) => {
    await enter(page, db);
    await page.goto(LIBRARY);
    const good = await createImageFile();
    const send = page.getByRole("button", { name: "Upload", exact: true });
    const alert = page.locator("form").getByRole("alert");

    await choose(page, {
      name: "huge.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.concat([good.buffer, Buffer.alloc(10 * 1024 * 1024 + 1 - good.buffer.length)]),
    });
    await expect(alert).toHaveText("This image is too large: 10 MB is the limit.");
    await expect(send).toBeDisabled();

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
    await expect(alert).toHaveText("This image cannot be read: the file is damaged or incomplete.");
    await expect(page.getByLabel("What does it show?")).toHaveValue("A tap");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("cut.jpg")).toBeHidden();
  });

  test("a connection that breaks loses nothing: the next try stores it", async ({ page, db }) => {
    await enter(page, db);
    await page.goto(LIBRARY);
    const file = await createImageFile();
    await page.route(
      `**${IMAGES}`,
      (route) => (route.request().method() === "POST" ? route.abort() : route.continue()),
      { times: 1 },
    );
    await choose(page, file, "A tap");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(
      page.getByText("The server could not be reached. Check your connection and try again."),
    ).toBeVisible();
    await expect(page.getByLabel("What does it show?")).toHaveValue("A tap");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(tileOf(page, file)).toBeVisible({ timeout: 20_000 });
  });

  test("a session that is over is said, and so is a list that does not come", async ({
    page,
    db,
  }) => {
    const person = await enter(page, db);
    await page.goto(LIBRARY);
    const file = await createImageFile();
    await choose(page, file);
    await db.query("delete from staff_sessions where user_id = $1", [person.userId]);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(
      page.getByText("You are signed out. Sign in again, then repeat this."),
    ).toBeVisible();
    await page.getByLabel("Search by name or description").fill("tap");
    await expect(page.getByRole("alert").getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

test.describe("refusals that the browser writes to its console", () => {
  test.use({ expectedProblems: [/status of 40[03]/] });

  test("name and description are changed; an image in use is not deleted, and the articles are named", async ({
    page,
    db,
  }) => {
    await enter(page, db);
    await page.goto(LIBRARY);
    const file = await createImageFile(DOOMED);
    await upload(page, file);
    await expect(tileOf(page, file)).toContainText("No description yet");
    await tileOf(page, file).press("Enter");
    const dialog = page.getByRole("dialog", { name: file.name });
    await dialog.getByLabel("Name").fill(`Kitchen ${file.name}`);
    await dialog.getByLabel("What does it show?").fill("A kitchen with a tap");
    await dialog.getByLabel("What does it show?").press("Enter");
    await expect(dialog).toBeHidden();
    const renamed = tileOf(page, { name: `Kitchen ${file.name}` });
    await expect(renamed).toBeFocused();
    await page.reload();
    await expect(renamed).not.toContainText("No description yet");

    await renamed.click();
    const opened = page.getByRole("dialog", { name: `Kitchen ${file.name}` });
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
    await expect(page.getByLabel("Search by name or description")).toBeFocused();
    expect((await page.request.get(`/media/${keyOf(file)}-640x480/640.webp`)).status()).toBe(404);
  });

  test("reviewers see nothing of the library, and other sites cannot post into it", async ({
    page,
    db,
    baseURL,
  }) => {
    await enter(page, db, "reviewer");
    const file = await createImageFile();
    for (const path of [IMAGES, LIBRARY])
      expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(403);
    const post = (origin: string) =>
      page.request.post(IMAGES, {
        headers: { Origin: origin },
        multipart: { file, alt: "" },
        maxRedirects: 0,
      });
    expect((await post(String(baseURL))).status()).toBe(403);
    await page.context().clearCookies();
    expect((await post(String(baseURL))).status()).toBe(302);
    await enter(page, db);
    expect((await post("https://elsewhere.example")).status()).toBe(403);
    expect(
      (await db.query("select 1 from media_images where key = $1", [keyOf(file)])).rowCount,
    ).toBe(0);
    expect((await post(String(baseURL))).status()).toBe(200);
  });
});

test("the library at both sizes: long names, a file that is chosen, nothing found; axe finds nothing", async ({
  page,
  db,
}) => {
  await enter(page, db);
  await page.goto(LIBRARY);
  const file = await createImageFile({ width: 60, height: 900 });
  await upload(page, { ...file, name: `${"an-endless-name-".repeat(10)}${file.name}` });
  await expectNoAxeViolations(page);
  await choose(page, await createImageFile());
  await expectNoAxeViolations(page);
  await page.getByLabel("Search by name or description").fill(randomUUID());
  await expect(page.getByText("No images match")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("more images than a page are shown on request", async ({ page, db }) => {
  await enter(page, db);
  const mark = randomUUID().slice(0, 8);
  await db.query(
    "insert into media_images (id, key, name, width, height, bytes, created_at) select gen_random_uuid(), md5(random()::text), $1 || n, 10, 10, 1, '2020-01-01' from generate_series(1, 30) n",
    [`${mark}-`],
  );
  // Rows without files: what matters is the list.
  await page.route("**/media/*/10.webp", (route) =>
    route.fulfill({
      contentType: "image/gif",
      body: Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64"),
    }),
  );
  await page.goto(LIBRARY);
  await page.getByLabel("Search by name or description").fill(mark);
  const items = page.getByRole("list", { name: "Images" }).getByRole("listitem");
  await expect(items.first()).toContainText(mark);
  await expect(items).toHaveCount(24);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(items).toHaveCount(30);
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
  await db.query("delete from media_images where name like $1 || '%'", [`${mark}-`]);
});
