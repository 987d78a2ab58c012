import type { Page } from "@playwright/test";
import sharp from "sharp";
import { sendCustomer } from "../offers.ts";
import { createImage, createPhonePhoto } from "../photos.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedProblems: [/404 \(Not Found|422 \(Unprocessable|ERR_FAILED/] });

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };
const toFile = (buffer: Buffer, name = "image.jpg"): ChosenFile => ({
  name,
  mimeType: "image/jpeg",
  buffer,
});
const getSection = (page: Page) => page.getByRole("region", { name: "Photos" });
const getPhotos = (page: Page) => getSection(page).getByRole("img");
async function sendPhotos(page: Page, files: ChosenFile[]): Promise<void> {
  await page.getByLabel("Add photos").setInputFiles(files);
  await page.getByRole("button", { name: "Send photos" }).press("Enter");
}

/** Waits until the page's script takes over the form; before, the browser itself sends it. */
const waitForScript = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator("[data-photo-form]")
        .evaluate((form) => form.dispatchEvent(new Event("submit", { cancelable: true }))),
    )
    .toBe(false);

/** Waits until a photo is loaded, and returns its size in pixels. */
const measurePhoto = (page: Page, index: number) =>
  getPhotos(page)
    .nth(index)
    .evaluate(async (image: HTMLImageElement) => {
      image.scrollIntoView();
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });

test("photos are made smaller before they are sent, and a failure keeps them chosen", async ({
  page,
  db,
  baseURL,
}) => {
  const customer = await sendCustomer(db, { url: baseURL ?? "", zip: "10301" });
  await page.goto(customer.path);
  await waitForScript(page);
  const large = await createImage({ width: 4_000, height: 3_000, isNoisy: true }).jpeg().toBuffer();
  const requests: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/photos"))
      requests.push(request.postDataBuffer()?.length ?? 0);
  });

  await test.step("without a connection the page stays, and a second attempt works", async () => {
    await page.route("**/photos", (route) => route.abort());
    await sendPhotos(page, [toFile(large, "wall.jpg"), toFile(await createPhonePhoto())]);
    await expect(
      getSection(page).getByText("The photos could not be sent. Check your connection"),
    ).toBeVisible();
    await page.unroute("**/photos");
    await page.getByRole("button", { name: "Send photos" }).click();
    await expect(getPhotos(page)).toHaveCount(2);
    await expect(page.getByRole("heading", { name: "Photos" })).toBeFocused();
    await expect(page).toHaveURL(customer.path);
    expect(Math.max(...requests)).toBeLessThan(large.length / 2);
    expect(await measurePhoto(page, 0)).toEqual([480, 360]);
    expect(await measurePhoto(page, 1)).toEqual([300, 400]);
  });

  await test.step("a file that is no photo is named, and the good one is kept", async () => {
    await sendPhotos(page, [
      toFile(Buffer.from("no photo"), "note.jpg"),
      toFile(await createImage().jpeg().toBuffer()),
    ]);
    await expect(getSection(page).getByRole("alert")).toContainText(
      "Photo 1 (note.jpg) was not added: it is not a JPEG, PNG, WebP or AVIF photo.",
    );
    await expect(getPhotos(page)).toHaveCount(3);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step("more than fit are not sent, and one can be removed", async () => {
    const count = requests.length;
    await sendPhotos(page, [toFile(large), toFile(large), toFile(large)]);
    await expect(getSection(page).getByText("You chose 3 photos, and 2 more fit.")).toBeVisible();
    expect(requests).toHaveLength(count);
    await page.getByRole("button", { name: "Remove photo 3" }).click();
    await expect(getPhotos(page)).toHaveCount(2);
    await getSection(page).getByRole("link", { name: "Photo 1, full size" }).click();
    await expect(page).toHaveURL(/\/photos\/[0-9a-f-]{36}$/);
  });
});

test("a narrow screen with large text shows all of the photos", async ({ page, db, baseURL }) => {
  const customer = await sendCustomer(db, { url: baseURL ?? "", zip: "10302" });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(customer.path);
  await sendPhotos(page, [toFile(await createImage().jpeg().toBuffer())]);
  await expect(getPhotos(page)).toHaveCount(1);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test("photos for a link that was revoked meanwhile are not added, and the page says so", async ({
  page,
  db,
  baseURL,
}) => {
  const customer = await sendCustomer(db, { url: baseURL ?? "", zip: "10304" });
  await page.goto(customer.path);
  await waitForScript(page);
  await db.query("update request_keys set revoked_at = now() where request_id = $1", [customer.id]);
  await sendPhotos(page, [toFile(await createImage().jpeg().toBuffer())]);
  await expect(
    getSection(page).getByText("The photos could not be added. Load this page again"),
  ).toBeVisible();
  const { rows } = await db.query("select 1 from request_photos where request_id = $1", [
    customer.id,
  ]);
  expect(rows).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("photos are sent with a plain form", async ({ page, db, baseURL }) => {
    const customer = await sendCustomer(db, { url: baseURL ?? "", zip: "10303" });
    await page.goto(customer.path);
    await sendPhotos(page, [
      toFile(await createPhonePhoto()),
      toFile(Buffer.from("<svg/>"), "drawing.jpg"),
    ]);
    await expect(getSection(page).getByRole("alert")).toContainText(
      "Photo 2 (drawing.jpg) was not added",
    );
    await expect(getSection(page)).toContainText("1 photo added.");
    await page.getByRole("link", { name: "Back to my request" }).click();
    await expect(getPhotos(page)).toHaveCount(1);
    await sendPhotos(page, [
      toFile(
        await sharp(await createPhonePhoto())
          .negate()
          .toBuffer(),
      ),
    ]);
    await expect(page).toHaveURL(`${customer.path}#photos`);
    await expect(getPhotos(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Remove photo 1" }).click();
    await expect(getPhotos(page)).toHaveCount(1);
  });
});
