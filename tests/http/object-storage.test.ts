import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { sendCustomer } from "../offers.ts";
import { buildPaperForm, createPdf } from "../papers.ts";
import { buildPhotoForm, createImage } from "../photos.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { createVisitor } from "./visitor.ts";

let s3: S3Fake;
let site: IsolatedSite;
beforeAll(async () => {
  s3 = await startS3();
  site = await startIsolatedSite(inject("sharedSite").templateUrl, s3.env);
});
afterEach(() => {
  s3.heal();
});
afterAll(async () => {
  await site.stop();
  await s3.close();
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(site.url + path, { redirect: "manual", ...init });
const getPolicy = (headers: Headers) => headers.get("content-security-policy") ?? "";
const listPrivateObjects = () => [...s3.objects.keys()].filter((key) => key.startsWith("private/"));
const findIds = (html: string, path: string): string[] => [
  ...new Set(
    [...html.matchAll(new RegExp(`/${path}/([0-9a-f-]{36})`, "g"))].map(([, id = ""]) => id),
  ),
];

/** A customer with one photo, in the browser that sent it. */
async function addPhoto(zip: string) {
  const customer = await sendCustomer(site.db, { url: site.url, zip });
  const visitor = createVisitor({ origin: site.url });
  const form = buildPhotoForm([{ bytes: await createImage().jpeg().toBuffer() }]);
  expect((await visitor.submit(`${customer.path}/photos`, form)).status).toBe(303);
  const page = await visitor.open(customer.path);
  const [photoId = ""] = findIds(page.html, "photos");
  return { customer, visitor, page, photoId, photoPath: `${customer.path}/photos/${photoId}` };
}

/** Stores an image in the library. @returns its path */
async function addImage(): Promise<string> {
  const { headers } = await createSignedInStaff(site.db, "staff");
  const file = await createImage({ width: 300, height: 200, isNoisy: true }).jpeg().toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(file)], "tap.jpg", { type: "image/jpeg" }));
  const response = await get("/backyard/media/images", {
    method: "POST",
    headers: { ...headers, Origin: site.url },
    body,
  });
  expect(response.status).toBe(200);
  const key = createHash("sha256").update(file).digest("hex").slice(0, 32);
  return `/media/${key}-300x200/300.webp`;
}

test("an image of the library is served from object storage at the same URL, for a year", async () => {
  const path = await addImage();
  expect([...s3.objects.keys()]).toContain(path.slice(1));
  const response = await get(path);
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(await sharp(body).metadata()).toMatchObject({ width: 300, format: "webp" });
  const head = await get(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(body.length)]);
  const missing = await get(path.replace("/media/", "/media/0").replace(/.-300/, "-300"));
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([
    404,
    "public, max-age=60",
  ]);
});

test("while the storage is down, an image is unavailable and no cache remembers it", async () => {
  const path = await addImage();
  s3.fail("SlowDown", { method: "GET", times: 2 });
  expect((await get(path)).status).toBe(200);
  for (const fault of ["SlowDown", "cut", "AccessDenied"] as const) {
    s3.fail(fault);
    const response = await get(path);
    expect(
      [response.status, response.headers.get("retry-after"), response.headers.get("cache-control")],
      fault,
    ).toEqual([503, "5", "no-store"]);
    s3.heal();
  }
  s3.fail("cut-within", { method: "GET", times: 1 });
  await expect(get(path).then((response) => response.arrayBuffer())).rejects.toThrow();
  expect((await get(path)).status).toBe(200);
});

test("an image that cannot be stored is refused with the reason", async () => {
  const { headers } = await createSignedInStaff(site.db, "staff");
  const body = new FormData();
  body.set("file", new File([new Uint8Array(await createImage().jpeg().toBuffer())], "tap.jpg"));
  s3.fail("InternalError", { method: "PUT" });
  const response = await get("/backyard/media/images", {
    method: "POST",
    headers: { ...headers, Origin: site.url },
    body,
  });
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      ok: false,
      message: "Image storage is not responding. Nothing was stored: try again in a moment.",
    },
  ]);
});

test("the right person gets a photo by an address that works for a minute", async () => {
  const { customer, page, photoPath } = await addPhoto("10301");
  const response = await get(`${photoPath}?size=thumb`);
  expect(response.status).toBe(302);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
  });
  const address = response.headers.get("location") ?? "";
  expect(new URL(address).origin).toBe(s3.url);
  expect(address).not.toContain(customer.id);
  const photo = await fetch(address);
  expect(Object.fromEntries(photo.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": 'inline; filename="photo.jpg"',
    "cache-control": "private, no-store",
  });
  expect(await sharp(await photo.arrayBuffer()).metadata()).toMatchObject({ width: 480 });
  // Nothing of the object is public.
  expect((await fetch(address.slice(0, address.indexOf("?")))).status).toBe(403);

  // The page that shows it may load images from there; other pages may not.
  expect(getPolicy(page.headers)).toContain(`img-src 'self' data: ${s3.url};`);
  const staff = await createSignedInStaff(site.db, "staff");
  const portal = await get(`/backyard/service-requests/${customer.id}`, { headers: staff.headers });
  expect(getPolicy(portal.headers)).toContain(`img-src 'self' data: ${s3.url};`);
  for (const path of ["/", "/quote", "/backyard"])
    expect(getPolicy((await get(path)).headers), path).not.toContain(s3.url);

  s3.skipTime(61_000);
  const late = await fetch(address);
  expect([late.status, await late.text()]).toEqual([
    403,
    expect.stringContaining("Request has expired"),
  ]);
});

test("a stranger gets no address, nor does anybody after the key was revoked", async () => {
  const { customer, photoPath, photoId } = await addPhoto("10302");
  const other = await addPhoto("10302");
  const staffPath = `/backyard/service-requests/${customer.id}/photos/${photoId}`;
  const expectRefused = async (path: string, status: number) => {
    const response = await get(path);
    expect([response.status, response.headers.get("location") ?? ""], path).toEqual([
      status,
      expect.not.stringContaining(s3.url),
    ]);
  };
  await expectRefused(`${other.customer.path}/photos/${photoId}`, 404);
  await expectRefused(`/r/${"x".repeat(32)}/photos/${photoId}`, 404);
  await expectRefused(staffPath, 302);
  const staff = await createSignedInStaff(site.db, "staff");
  const opened = await get(staffPath, { headers: staff.headers });
  expect(opened.headers.get("location")).toContain(s3.url);
  await site.db.query("update request_keys set revoked_at = now() where request_id = $1", [
    customer.id,
  ]);
  await expectRefused(photoPath, 404);
});

test("a photo that the customer removes is gone from the storage within seconds", async () => {
  const before = listPrivateObjects();
  const { customer, visitor, photoId, photoPath } = await addPhoto("10303");
  expect(listPrivateObjects()).toHaveLength(before.length + 2);
  await visitor.submit(`${customer.path}/photos`, { remove: photoId });
  expect((await get(photoPath)).status).toBe(404);
  await expect.poll(listPrivateObjects).toEqual(before);
});

test("a provider and staff open a paper in object storage, and other providers do not", async () => {
  const person = await createSignedInPerson(site.db);
  const browser = createVisitor({ origin: site.url, headers: person.headers });
  const file = createPdf(5_000);
  expect((await browser.submit("/pro/documents", buildPaperForm({ file }))).status).toBe(303);
  const [paperId = ""] = findIds((await browser.open("/pro/documents")).html, "documents");
  const path = `/pro/documents/${paperId}/file`;
  const response = await get(path, { headers: person.headers });
  expect(response.status).toBe(302);
  const opened = await fetch(response.headers.get("location") ?? "");
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="license.pdf"',
  });
  expect(Buffer.from(await opened.arrayBuffer()).equals(file)).toBe(true);
  const stranger = await createSignedInPerson(site.db);
  expect((await get(path, { headers: stranger.headers })).status).toBe(404);
});
