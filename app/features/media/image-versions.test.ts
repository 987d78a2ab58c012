import { expect, test } from "vitest";
import { buildSrcSet, getImageUrl, listWidths, readImageUrl } from "./image-versions.ts";

const image = { key: "0123456789abcdef0123456789abcdef", width: 1200, height: 800 };

test("an image is stored in its own width and in each standard width below it", () => {
  expect(listWidths(1200)).toEqual([480, 960, 1200]);
  expect(listWidths(480)).toEqual([480]);
  expect(listWidths(1)).toEqual([1]);
});

test("parses key, size and format from an image URL", () => {
  expect(readImageUrl(getImageUrl(image))).toEqual({ ...image, version: 1200, format: "webp" });
  expect(readImageUrl(getImageUrl(image, 480, "avif"))).toEqual({
    ...image,
    version: 480,
    format: "avif",
  });
});

test.each([
  "/media/0123456789abcdef0123456789abcdef-1200x800/481.webp",
  "/media/0123456789abcdef0123456789abcdef-1200x800/1200.png",
  "/media/0123456789abcdef0123456789abcdef-1200x0/1200.webp",
  "/media/../../etc/passwd",
  "https://example.com/media/0123456789abcdef0123456789abcdef-1200x800/1200.webp",
])("%s is not the URL of a version", (url) => expect(readImageUrl(url)).toBeNull());

test("a srcset lists every width", () =>
  expect(buildSrcSet({ ...image, width: 600 }, "avif")).toBe(
    "/media/0123456789abcdef0123456789abcdef-600x800/480.avif 480w, /media/0123456789abcdef0123456789abcdef-600x800/600.avif 600w",
  ));
