import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createDatabase } from "#app/db/client.server.ts";
import { handleImageForm, receiveImage } from "#app/features/media/actions.server.ts";
import {
  MAX_UPLOAD_BODY_BYTES,
  MAX_UPLOAD_BYTES,
  MAX_UPLOADS_PER_HOUR,
  UPLOAD_REFUSALS,
} from "#app/features/media/constants.ts";
import { type ImageStore, openImageFiles } from "#app/features/media/image-files.server.ts";
import { getImageUrl, listWidths } from "#app/features/media/image-versions.ts";
import { removeImages } from "#app/features/media/jobs.server.ts";
import { listImages } from "#app/features/media/queries.server.ts";
import type { LibraryImage } from "#app/features/media/schema.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const folder = mkdtempSync(join(tmpdir(), "henry-media-"));
const directory = join(folder, "media");
const images = openImageFiles(directory);
const log = createLogger("silent");
const now = () => new Date();
const requestId = "test";
const services = () => ({ db: context.db, images, log, now });

/** A black image of one bit a pixel, written by hand: a library would first unpack all of it. */
function blankPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The context of an action of a staff member. */
const actAs = (actor: string = randomUUID()) => ({
  ...services(),
  actor,
  now: new Date(),
  httpRequestId: requestId,
});

type Sent = {
  name?: string;
  alt?: string;
  actorId?: string;
  with?: Partial<Omit<ReturnType<typeof services>, "now">>;
};

async function send(
  bytes: Uint8Array,
  { name = "photo.jpg", alt = "", actorId = randomUUID(), with: other }: Sent = {},
) {
  const form = new FormData();
  form.set("file", new File([bytes as BlobPart], name, { type: "image/jpeg" }));
  form.set("alt", alt);
  return receiveImage({ ...actAs(actorId), ...other }, { request: post(form) });
}

const post = (body: BodyInit | null, contentType?: string) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: contentType === undefined ? {} : { "Content-Type": contentType },
    duplex: "half",
  } as RequestInit);

async function store(bytes: Uint8Array, sent?: Sent): Promise<LibraryImage> {
  const { reply } = await send(bytes, sent);
  if (!reply.ok) throw new Error(reply.message);
  return reply.image;
}

let seed = 0;
/** An image that no other test has: the colors are far enough apart for JPEG to tell them. */
function createImage({ width = 640, height = 480 } = {}): Sharp {
  seed += 1;
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 53) % 256 },
    },
  });
}

const fileOf = (image: LibraryImage, version?: number, format?: "avif" | "webp") =>
  join(directory, getImageUrl(image, version, format).slice("/media/".length));
const filesOf = (key: string) =>
  readdirSync(directory, { recursive: true }).filter((name) => String(name).startsWith(key));
const leftovers = () => readdirSync(join(directory, "unfinished"));
const refusal = (key: keyof typeof UPLOAD_REFUSALS) => ({
  ok: false,
  message: UPLOAD_REFUSALS[key],
});

describe("an image that is stored", () => {
  test("has every width in both formats, at most 1600 wide, and a row", async () => {
    const actorId = randomUUID();
    const image = await store(
      await createImage({ width: 4_000, height: 3_000 }).jpeg().toBuffer(),
      {
        name: "C:\\fakepath\\Old heater.jpg",
        alt: " An old heater ",
        actorId,
      },
    );
    expect(image).toMatchObject({
      name: "Old heater.jpg",
      alt: "An old heater",
      width: 1_600,
      height: 1_200,
    });
    expect(image.key).toMatch(/^[0-9a-f]{32}$/);
    let bytes = 0;
    for (const version of listWidths(1_600)) {
      for (const format of ["avif", "webp"] as const) {
        const file = readFileSync(fileOf(image, version, format));
        bytes += file.length;
        expect(await sharp(file).metadata()).toMatchObject({
          width: version,
          height: version * 0.75,
          format: format === "avif" ? "heif" : "webp",
        });
      }
    }
    expect(image.bytes).toBe(bytes);
    expect(filesOf(image.key)).toHaveLength(1 + 6);
    expect(leftovers()).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select action, actor, changes->>'key' as key from audit_log where entity = 'image' and entity_id = $1",
        [image.id],
      ),
    ).toEqual([{ action: "store-image", actor: actorId, key: image.key }]);
  });

  test("is never scaled up", async () => {
    const image = await store(await createImage({ width: 300, height: 200 }).png().toBuffer());
    expect(image).toMatchObject({ width: 300, height: 200 });
    expect(filesOf(image.key)).toHaveLength(1 + 2);
  });

  test("has no metadata: location, camera, comments, color profile", async () => {
    const exif = {
      IFD0: { Copyright: "SECRET-NAME", Make: "SECRET-CAMERA" },
      IFD3: { GPSLatitude: "33/1 44/1 5628/100", GPSLatitudeRef: "N" },
    };
    const upload = await createImage()
      .withExif(exif)
      .withIccProfile("p3")
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SECRET-XMP</x:xmpmeta>")
      .jpeg()
      .toBuffer();
    expect(upload.includes("SECRET-NAME")).toBe(true);
    expect((await sharp(upload).metadata()).exif).toBeDefined();
    const image = await store(upload);
    for (const format of ["avif", "webp"] as const) {
      const file = readFileSync(fileOf(image, 640, format));
      const { exif: kept, icc, xmp, iptc, orientation } = await sharp(file).metadata();
      expect({ kept, icc, xmp, iptc, orientation }).toEqual({});
      expect(file.includes("SECRET")).toBe(false);
    }
  });

  test("has the colors of its color profile", async () => {
    const color = { r: 100, g: 200, b: 50 };
    const upload = await sharp({
      create: { width: 64, height: 64, channels: 3, background: color },
    })
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const raw = await sharp(upload).keepIccProfile().raw().toBuffer();
    const image = await store(upload);
    const shown = await sharp(readFileSync(fileOf(image)))
      .raw()
      .toBuffer();
    const distance = (pixel: Buffer) =>
      Math.max(
        Math.abs((pixel[0] ?? 0) - color.r),
        Math.abs((pixel[1] ?? 0) - color.g),
        Math.abs((pixel[2] ?? 0) - color.b),
      );
    expect(distance(raw)).toBeGreaterThan(10);
    expect(distance(shown)).toBeLessThan(8);
  });

  test("is upright, whatever its orientation tag", async () => {
    const red = await sharp({
      create: { width: 100, height: 100, channels: 3, background: "#f00" },
    })
      .png()
      .toBuffer();
    // Red is at the left of the sensor; turned by a quarter clockwise it is at the top.
    const upload = await sharp({
      create: { width: 400, height: 100, channels: 3, background: "#00f" },
    })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await store(upload);
    expect(image).toMatchObject({ width: 100, height: 400 });
    const { data, info } = await sharp(readFileSync(fileOf(image)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (y: number) => (data[(y * info.width + 50) * info.channels] ?? 0) > 128;
    expect([at(20), at(380)]).toEqual([true, false]);
  });

  test("may be transparent, gray, of sixteen bits or of printing colors", async () => {
    const clear = await store(
      await sharp({
        create: { width: 20, height: 20, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
      })
        .png()
        .toBuffer(),
    );
    expect(await sharp(readFileSync(fileOf(clear))).metadata()).toMatchObject({ hasAlpha: true });
    const others = [
      createImage().grayscale().toColourspace("b-w").png(),
      createImage().toColourspace("rgb16").png(),
      createImage().toColourspace("cmyk").jpeg(),
    ];
    for (const other of others)
      expect(await store(await other.toBuffer())).toMatchObject({ width: 640, height: 480 });
  });

  test("may be very high or very wide", async () => {
    const high = await store(await createImage({ width: 40, height: 20_000 }).png().toBuffer());
    expect(high).toMatchObject({ height: 6_400 });
    expect(await sharp(readFileSync(fileOf(high))).metadata()).toMatchObject({
      width: high.width,
      height: 6_400,
    });
    expect(
      await store(await createImage({ width: 20_000, height: 3 }).png().toBuffer()),
    ).toMatchObject({ width: 1_600, height: 1 });
  });

  test.each(["png", "webp", "avif", "gif"] as const)(
    "may come as %s, whatever it is called",
    async (format) => {
      expect(
        await store(await createImage().toFormat(format).toBuffer(), { name: "photo.txt" }),
      ).toMatchObject({ width: 640, name: "photo.txt" });
    },
  );

  test("is the first frame of an animated GIF", async () => {
    const frames = Buffer.concat(
      ["#f00", "#0f0", "#00f"].map((color) =>
        Buffer.alloc(50 * 50 * 3, Buffer.from(color === "#f00" ? [255, 0, 0] : [0, 0, 255])),
      ),
    );
    const upload = await sharp(frames, {
      raw: { width: 50, height: 150, channels: 3, pageHeight: 50 },
    })
      .gif({ delay: [50, 50, 50] })
      .toBuffer();
    expect((await sharp(upload).metadata()).pages).toBeGreaterThan(1);
    const image = await store(upload);
    expect(image).toMatchObject({ width: 50, height: 50 });
    const [r, g, b] = await sharp(readFileSync(fileOf(image)))
      .raw()
      .toBuffer();
    expect([Number(r) > 200, Number(g) < 60, Number(b) < 60]).toEqual([true, true, true]);
  });
});

describe("the same file", () => {
  test("sent twice is one image, which gets a description where it has none", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const first = await store(upload, { name: "a.jpg" });
    const { reply } = await send(upload, { name: "b.jpg", alt: "A tap" });
    expect(reply).toEqual({ ok: true, isNew: false, image: { ...first, alt: "A tap" } });
    expect((await send(upload, { alt: "Something else" })).reply).toMatchObject({
      image: { alt: "A tap" },
    });
    expect(
      await queryRows(context.db, "select 1 from media_images where key = $1", [first.key]),
    ).toHaveLength(1);
  });

  test("sent twice at once is one image", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const replies = await Promise.all([send(upload), send(upload), send(upload)]);
    const made = replies.map(({ reply }) =>
      reply.ok ? [reply.image.id, reply.isNew] : reply.message,
    );
    expect(new Set(made.map(([id]) => id)).size).toBe(1);
    expect(made.filter(([, isNew]) => isNew)).toHaveLength(1);
  });

  test("can be stored again after it was deleted", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const first = await store(upload);
    await context.db.$client.query(
      "update media_images set state = 'deleted', deleted_at = now() where id = $1",
      [first.id],
    );
    writeFileSync(fileOf(first), "an older version");
    expect((await send(upload, { name: "again.jpg" })).reply).toMatchObject({
      isNew: true,
      image: { key: first.key, name: "again.jpg" },
    });
    expect((await sharp(readFileSync(fileOf(first))).metadata()).width).toBe(640);
    expect(filesOf(first.key)).toHaveLength(1 + 4);
  });
});

test("two images at once are both stored", async () => {
  const [a, b] = await Promise.all([
    createImage().jpeg().toBuffer(),
    createImage().png().toBuffer(),
  ]);
  const [first, second] = await Promise.all([store(a), store(b)]);
  expect(filesOf(first.key)).toHaveLength(1 + 4);
  expect(filesOf(second.key)).toHaveLength(1 + 4);
});

test("an upload that would wait too long is refused at once", async () => {
  const uploads = await Promise.all(
    Array.from({ length: 6 }, () => createImage().jpeg().toBuffer()),
  );
  const replies = (await Promise.all(uploads.map((upload) => send(upload)))).map(({ reply }) =>
    reply.ok ? "stored" : reply.message,
  );
  expect(replies.filter((reply) => reply === "stored")).toHaveLength(4);
  expect(replies.filter((reply) => reply === UPLOAD_REFUSALS.busy)).toHaveLength(2);
});

describe("refused", () => {
  let before: { files: number; rows: unknown[] };
  const state = async () => ({
    files: readdirSync(directory, { recursive: true }).length,
    rows: await queryRows(context.db, "select count(*) from media_images"),
  });
  const expectRefused = async (
    bytes: Uint8Array,
    key: keyof typeof UPLOAD_REFUSALS,
    sent?: Sent,
  ) => {
    before = await state();
    expect((await send(bytes, sent)).reply).toEqual(refusal(key));
    expect(await state()).toEqual(before);
  };

  test("a file of 10 MB and one byte; one of 10 MB is stored", async () => {
    const jpeg = await createImage().jpeg().toBuffer();
    const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    await expectRefused(padded(MAX_UPLOAD_BYTES + 1), "too-large");
    expect(await store(padded(MAX_UPLOAD_BYTES))).toMatchObject({ width: 640 });
  });

  test("an endless body, as soon as it is too large", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { reply, status } = await receiveImage(actAs(), {
      request: post(body, "multipart/form-data; boundary=x"),
    });
    expect([status, reply]).toEqual([413, refusal("too-large")]);
    expect(sent).toBeLessThan(MAX_UPLOAD_BODY_BYTES + 3 * 65_536);
  });

  test("what is not an image, whatever its name and type", async () => {
    await expectRefused(Buffer.from("<!doctype html><script>alert(1)</script>"), "wrong-type", {
      name: "photo.jpg",
    });
    await expectRefused(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      "wrong-type",
      { name: "drawing.svg" },
    );
    await expectRefused(Buffer.from("%PDF-1.7\n"), "wrong-type", { name: "photo.png" });
    await expectRefused(await createImage().tiff().toBuffer(), "wrong-type", { name: "photo.png" });
  });

  test("a page that starts like an image", async () => {
    await expectRefused(
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff]),
        Buffer.from("<!doctype html><script>alert(1)</script>"),
      ]),
      "damaged",
    );
    await expectRefused(Buffer.from("GIF89a<script>alert(1)</script>"), "damaged");
  });

  test("truncated files", async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    for (const whole of await Promise.all(
      [
        noise.clone().jpeg(),
        noise.clone().png(),
        noise.clone().webp(),
        noise.clone().avif({ effort: 0 }),
      ].map((made) => made.toBuffer()),
    )) {
      await expectRefused(whole.subarray(0, whole.length >> 1), "damaged");
      await expectRefused(whole.subarray(0, 40), "damaged");
    }
  });

  test("a small file that would unpack to 400 megapixels, at once", async () => {
    const bomb = blankPng(20_000, 20_000);
    expect((await sharp(bomb, { limitInputPixels: false }).metadata()).width).toBe(20_000);
    expect(bomb.length).toBeLessThan(MAX_UPLOAD_BYTES);
    const started = performance.now();
    await expectRefused(bomb, "too-many-pixels");
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("large images of formats that can only be decoded as a whole", async () => {
    const large = sharp({
      create: { width: 5_000, height: 3_300, channels: 3, background: "#fff" },
    });
    await expectRefused(
      await large.clone().png({ progressive: true }).toBuffer(),
      "too-many-to-decode",
    );
    await expectRefused(await large.clone().avif({ effort: 0 }).toBuffer(), "too-many-to-decode");
    expect(await store(await large.clone().png().toBuffer())).toMatchObject({ width: 1_600 });
  });

  test("a body without a file", async () => {
    const call = actAs();
    const form = new FormData();
    form.set("file", "photo.jpg");
    for (const request of [post(form), post(null), post("x", "multipart/form-data")]) {
      expect((await receiveImage(call, { request })).reply).toEqual(refusal("nothing"));
    }
    await expectRefused(new Uint8Array(0), "nothing");
  });

  test("without a count: only images that are stored use up the limit of an hour", async () => {
    const actorId = randomUUID();
    const countOfHits = async () =>
      (
        await context.db.$client.query("select hits from rate_limits where key = $1", [
          `upload:${actorId}`,
        ])
      ).rows[0]?.hits;
    await send(Buffer.from("%PDF-1.7\n"), { actorId });
    await send(new Uint8Array(0), { actorId });
    await receiveImage(actAs(actorId), {
      request: post("garbage", "multipart/form-data; boundary=x"),
    });
    expect(await countOfHits()).toBe(0);
    expect((await send(await createImage().jpeg().toBuffer(), { actorId })).reply).toMatchObject({
      ok: true,
    });
    expect(await countOfHits()).toBe(1);
  });

  test("more than the limit of an hour, for this person only", async () => {
    const actorId = randomUUID();
    await context.db.$client.query(
      "insert into rate_limits (key, window_start, hits) values ($1, now(), $2)",
      [`upload:${actorId}`, MAX_UPLOADS_PER_HOUR - 1],
    );
    const upload = await createImage().jpeg().toBuffer();
    expect((await send(upload, { actorId })).reply).toMatchObject({ ok: true });
    expect(await send(upload, { actorId })).toEqual({ status: 429, reply: refusal("limit") });
    expect(UPLOAD_REFUSALS.limit).toContain("images that are refused do not count");
    expect((await send(upload)).reply).toMatchObject({ ok: true });
  });
});

describe("a failure leaves nothing", () => {
  test("a full disk while files are written", async () => {
    let puts = 0;
    const full: ImageStore = {
      ...images,
      async put(name, bytes) {
        puts += 1;
        if (puts === 4)
          throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        await images.put(name, bytes);
      },
    };
    const upload = await createImage().jpeg().toBuffer();
    const files = readdirSync(directory, { recursive: true }).length;
    expect(await send(upload, { with: { images: full } })).toEqual({
      status: 507,
      reply: refusal("storage"),
    });
    expect(readdirSync(directory, { recursive: true })).toHaveLength(files);
    expect((await send(upload)).reply).toMatchObject({ ok: true, isNew: true });
  });

  test("a path that is not a folder", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    const count = () => queryRows(context.db, "select count(*) from media_images");
    const before = await count();
    expect(
      await send(await createImage().jpeg().toBuffer(), {
        with: { images: openImageFiles(join(file, "media")) },
      }),
    ).toEqual({ status: 507, reply: refusal("storage") });
    expect(await count()).toEqual(before);
  });

  test("the database down", async () => {
    const nobody = createDatabase({
      url: "postgres://nobody@127.0.0.1:1/none",
      max: 1,
      onError: () => {},
    });
    expect(await send(await createImage().jpeg().toBuffer(), { with: { db: nobody } })).toEqual({
      status: 503,
      reply: refusal("database"),
    });
    await nobody.$client.end();
  });
});

describe("the list", () => {
  const names = async (q: string) =>
    (await listImages(context.db, { q, after: null })).images.map(({ name }) => name);

  test("is searched by name and description, with wildcards as literal text", async () => {
    const mark = randomUUID();
    await store(await createImage().jpeg().toBuffer(), { name: `50%_${mark}.jpg` });
    await store(await createImage().jpeg().toBuffer(), {
      name: `other-${mark}.jpg`,
      alt: `Kitchen of ${mark} ends`,
    });
    expect(await names(`${mark} ENDS`)).toEqual([`other-${mark}.jpg`]);
    expect(await names(`%_${mark}`)).toEqual([`50%_${mark}.jpg`]);
    expect(await names(mark)).toEqual([`other-${mark}.jpg`, `50%_${mark}.jpg`]);
    expect(await names(randomUUID())).toEqual([]);
  });

  test("continues where a page ended, even among images of the same moment", async () => {
    const mark = randomUUID();
    await context.db.$client.query(
      "insert into media_images (id, key, name, width, height, bytes, created_at) select gen_random_uuid(), md5(random()::text), $1 || n, 10, 10, 1, '2026-01-01T00:00:00.001Z' from generate_series(1, 60) n",
      [mark],
    );
    const seen: string[] = [];
    let after: LibraryImage | null = null;
    for (let page = 0; page < 3; page++) {
      const { images: found, hasMore }: Awaited<ReturnType<typeof listImages>> = await listImages(
        context.db,
        { q: mark, after },
      );
      expect(hasMore).toBe(page < 2);
      seen.push(...found.map(({ name }) => name));
      after = found.at(-1) ?? null;
    }
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });
});

describe("changing and deleting", () => {
  const run = (id: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return handleImageForm(actAs(), { id, form });
  };
  const article = async (
    content: unknown,
    { title = "An article", deletedAt = null as string | null } = {},
  ) => {
    const id = randomUUID();
    await context.db.$client.query(
      "insert into advertorial_content (id, title, slug, content_data, created_at, updated_at, deleted_at) values ($1, $2, $3, $4, now(), now(), $5)",
      [id, title, `article-${id}`, JSON.stringify(content), deletedAt],
    );
    return { id, slug: `article-${id}` };
  };

  test("name and description can be changed, within limits", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    expect(await run(image.id, { intent: "save", name: " Tap ", alt: "A tap" })).toEqual({
      ok: true,
      image: { ...image, name: "Tap", alt: "A tap" },
    });
    expect(await run(image.id, { intent: "save", name: "", alt: "" })).toMatchObject({
      ok: false,
      message: "Enter a name.",
    });
    expect(await run(image.id, { intent: "save", name: "x", alt: "x".repeat(301) })).toMatchObject({
      ok: false,
      message: "A description has at most 300 characters.",
    });
    expect(await run(image.id, { intent: "paint" })).toMatchObject({ ok: false });
    expect(await run(randomUUID(), { intent: "save", name: "x", alt: "" })).toMatchObject({
      ok: false,
      message: "This image no longer exists: somebody has deleted it.",
    });
  });

  test("an image that nothing shows is deleted with its files", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    expect(await run(image.id, { intent: "delete" })).toEqual({ ok: true, image: null });
    expect(filesOf(image.key)).toEqual([]);
    expect(
      await queryRows(context.db, "select 1 from media_images where id = $1", [image.id]),
    ).toEqual([]);
    expect(
      await queryRows(context.db, "select action from audit_log where entity_id = $1 order by at", [
        image.id,
      ]),
    ).toEqual([{ action: "store-image" }, { action: "delete-image" }]);
    expect(await run(image.id, { intent: "delete" })).toMatchObject({ ok: false });
  });

  test("one that articles show is not deleted, and the response lists them", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    const url = getImageUrl(image);
    const shown = await article({ hero: { imageUrl: url } }, { title: "Shown" });
    const deleted = await article(
      { sections: [{ imageUrl: getImageUrl(image, 480, "avif") }] },
      { title: "Deleted", deletedAt: new Date().toISOString() },
    );
    await article(
      { hero: { imageUrl: url } },
      { title: "Gone for good", deletedAt: "2020-01-01T00:00:00Z" },
    );
    await article({ hero: { imageUrl: "/media/00000000000000000000000000000000-10x10/10.webp" } });
    expect(await run(image.id, { intent: "delete" })).toEqual({
      ok: false,
      message: "This image is in use. Remove it from these first, then delete it.",
      uses: [
        { title: "Shown", slug: shown.slug, state: "article" },
        { title: "Deleted", slug: deleted.slug, state: "deleted" },
      ],
    });
    expect(filesOf(image.key)).toHaveLength(1 + 4);
    await context.db.$client.query("delete from advertorial_content where id = any($1)", [
      [shown.id, deleted.id],
    ]);
    expect(await run(image.id, { intent: "delete" })).toMatchObject({ ok: true });
  });

  test("one in an unsaved draft is not deleted either", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    const userId = randomUUID();
    await context.db.$client.query(
      "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Sam', $2, now(), now())",
      [userId, `${userId}@example.com`],
    );
    await context.db.$client.query(
      "insert into content_drafts (user_id, key, data, base_version, saved_at) values ($1, 'new-advertorial', $2, 0, now())",
      [
        userId,
        JSON.stringify({
          title: "In the making",
          content: { hero: { imageUrl: getImageUrl(image) } },
        }),
      ],
    );
    expect(await run(image.id, { intent: "delete" })).toMatchObject({
      ok: false,
      uses: [{ title: "In the making", slug: null, state: "draft" }],
    });
  });

  test("deleted and sent again at the same moment, an image has a row and its files, or neither", async () => {
    const upload = await createImage({ width: 60, height: 40 }).jpeg().toBuffer();
    const { key } = await store(upload);
    for (let round = 0; round < 15; round++) {
      const { id } = await store(upload);
      await Promise.all([run(id, { intent: "delete" }), send(upload), send(upload)]);
      const live = await queryRows(
        context.db,
        "select 1 from media_images where key = $1 and deleted_at is null",
        [key],
      );
      expect(filesOf(key)).toHaveLength(live.length > 0 ? 1 + 2 : 0);
    }
  });

  test("files that could not be removed are removed by the next run of the cleanup job", async () => {
    const left = await store(await createImage().jpeg().toBuffer());
    const stuck: ImageStore = {
      ...images,
      deleteFolder: () => Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" })),
    };
    const form = new FormData();
    form.set("intent", "delete");
    expect(await handleImageForm({ ...actAs(), images: stuck }, { id: left.id, form })).toEqual({
      ok: true,
      image: null,
    });
    expect(filesOf(left.key)).toHaveLength(1 + 4);
    expect(
      (await listImages(context.db, { q: "", after: null })).images.map(({ id }) => id),
    ).not.toContain(left.id);
    await removeImages({ ...services(), images: stuck });
    expect(filesOf(left.key)).toHaveLength(1 + 4);
    await removeImages(services());
    expect(filesOf(left.key)).toEqual([]);
    expect(
      await queryRows(context.db, "select 1 from media_images where id = $1", [left.id]),
    ).toEqual([]);
  });
});
