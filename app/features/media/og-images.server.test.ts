import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getOgImage } from "./og-images.server.ts";

const MAX_BYTES = 80_000;
const TIMEOUT_MS = 20_000;
const image = {
  title: "Water Damage Restoration",
  label: "Cleaning & Restoration",
  brand: "Henry's Helpline",
  illustration: "henry-oops",
};

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "og-")), "og");
});
afterEach(() => rm(join(directory, ".."), { recursive: true, force: true }));

test("draws an image once and stores it as a file", { timeout: TIMEOUT_MS }, async () => {
  const [first, same] = await Promise.all([
    getOgImage(image, { directory }),
    getOgImage(image, { directory }),
  ]);
  expect(same.png).toBe(first.png);
  expect(first.png.subarray(1, 4).toString()).toBe("PNG");
  expect([first.png.readUInt32BE(16), first.png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(first.png.length).toBeLessThanOrEqual(MAX_BYTES);
  const files = await readdir(directory);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)]);
  expect((await readFile(join(directory, files[0] ?? ""))).equals(first.png)).toBe(true);
  expect(await getOgImage(image, { directory })).toEqual(first);
});

test("redraws a broken file, and other text gets another ETag", {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await getOgImage(image, { directory });
  const [file = ""] = await readdir(directory);
  await writeFile(join(directory, file), first.png.subarray(0, 100));
  expect((await getOgImage(image, { directory })).png.equals(first.png)).toBe(true);
  const other = await getOgImage({ ...image, title: "Plumbing" }, { directory });
  expect(other.etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect(other.etag).not.toBe(first.etag);
});

test("removes the oldest files above the limit", { timeout: TIMEOUT_MS }, async () => {
  await getOgImage(image, { directory });
  const [oldest = ""] = await readdir(directory);
  await utimes(join(directory, oldest), 1, 1);
  await writeFile(join(directory, "other.tmp"), "");
  await getOgImage({ ...image, title: "Plumbing" }, { directory, maxFiles: 2 });
  const left = await readdir(directory);
  expect(left).toHaveLength(2);
  expect(left).not.toContain(oldest);
});

test("returns the image where nothing can be stored", { timeout: TIMEOUT_MS }, async () => {
  const file = join(directory, "..", "a-file");
  await writeFile(file, "");
  expect((await getOgImage(image, { directory: join(file, "og") })).png.length).toBeGreaterThan(
    1000,
  );
});
