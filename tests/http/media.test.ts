import { createHash, randomInt } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { createSignedInStaff } from "../staff.ts";
import { sendRaw, site, test } from "./http-client.ts";

const IMAGES = "/backyard/media/images";

/** Creates an image that no other test has. */
function createImage({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)];
  const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
  return sharp({
    create: { width, height, channels: 3, background: { r, g, b }, noise },
  })
    .tint({ r, g, b })
    .jpeg({ quality: 60 })
    .toBuffer();
}

type Send = (
  path: string,
  init: RequestInit & { headers: Record<string, string> },
) => Promise<Response>;

function postImage(
  send: Send,
  { file, headers }: { file: Buffer; headers: Record<string, string> },
): Promise<Response> {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(file)], "tap.jpg", { type: "image/jpeg" }));
  body.set("alt", "");
  return send(IMAGES, { method: "POST", headers, body });
}

test("a body that announces too many bytes is refused before it is read", async () => {
  const headers = {
    Origin: site(),
    "Content-Type": "multipart/form-data; boundary=x",
    "Content-Length": String(20 * 1024 * 1024),
  };
  const { status, body } = await sendRaw(IMAGES, { method: "POST", headers, body: "--x" });
  expect(status).toBe(413);
  expect(JSON.parse(body.toString())).toEqual({
    ok: false,
    message: "This image is too large: 10 MB is the limit.",
  });
  // Other paths keep their own limit.
  expect(
    (
      await sendRaw("/backyard/service-requests", {
        method: "POST",
        headers: { ...headers, "Content-Length": "300000" },
        body: "--x",
      })
    ).status,
  ).toBe(413);
});

test("a stored image is served to everybody, in both formats, only at its URL", async ({
  send,
  db,
}) => {
  const { headers } = await createSignedInStaff(db, "staff");
  const file = await createImage({ width: 800, height: 600 });
  const upload = await postImage(send, { file, headers: { ...headers, Origin: site() } });
  expect(upload.status).toBe(200);
  const key = createHash("sha256").update(file).digest("hex").slice(0, 32);
  const address = `/media/${key}-800x600/800.webp`;
  const response = await send(address);
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-length": String(body.length),
  });
  expect(await sharp(body).metadata()).toMatchObject({ width: 800, height: 600, format: "webp" });
  const head = await send(address.replace("webp", "avif"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    "image/avif",
    "",
  ]);
  for (const otherPath of [
    address.replace("800x600", "801x600"),
    address.replace("800x600", "800x601"),
    address.replace("/800.", "/480.").replace(key, "0".repeat(32)),
    `${address}.bak`,
    address.replace("800.webp", "640.webp"),
  ]) {
    const missing = await send(otherPath);
    expect(
      [missing.status, await missing.text(), missing.headers.get("cache-control")],
      otherPath,
    ).toEqual([404, "Not Found\n", "public, max-age=60"]);
  }
  for (const traversal of [
    `/media/${key}-800x600/../../app-secret`,
    `/media/${key}-800x600/%2e%2e/%2e%2e/app-secret`,
    "/media/..%2fapp-secret",
  ])
    expect((await sendRaw(traversal)).status, traversal).toBeGreaterThanOrEqual(400);
});

test("reviewers cannot open the library, and other sites cannot post to it", async ({
  send,
  db,
}) => {
  const reviewer = (await createSignedInStaff(db, "reviewer")).headers;
  const staff = (await createSignedInStaff(db, "staff")).headers;
  // Small, so that it is received before it is refused.
  const file = await createImage({ width: 60, height: 40 });
  for (const path of [IMAGES, "/backyard/media"])
    expect((await send(path, { headers: reviewer })).status, path).toBe(403);
  const postAs = async (headers: Record<string, string>) =>
    (await postImage(send, { file, headers: { Origin: site(), ...headers } })).status;
  expect(await postAs(reviewer)).toBe(403);
  expect(await postAs({})).toBe(302);
  expect(await postAs({ ...staff, Origin: "https://elsewhere.example" })).toBe(403);
  const key = createHash("sha256").update(file).digest("hex").slice(0, 32);
  const { rows } = await db.query("select 1 from media_images where key = $1", [key]);
  expect(rows).toEqual([]);
  expect(await postAs(staff)).toBe(200);
});
