import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
import { createImageQueue } from "#app/lib/image-queue.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { createBlankPng } from "../photos.ts";
import { createTestFolder } from "../setup/test-folder.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const folder = createTestFolder("media");
const directory = join(folder, "media");
const images = openImageFiles(directory);
const log = createLogger("silent");
const now = () => new Date();
const requestId = "test";
const services = () => ({ db: context.db, images, log, now });

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const actionContext = (actor: string = randomUUID()) => ({
  ...services(),
  actor,
  now: new Date(),
  httpRequestId: requestId,
});

type SendOptions = {
  name?: string;
  alt?: string;
  actorId?: string;
  with?: Partial<Omit<ReturnType<typeof services>, "now">>;
};

async function send(
  bytes: Uint8Array,
  { name = "photo.jpg", alt = "", actorId = randomUUID(), with: overrides }: SendOptions = {},
) {
  const form = new FormData();
  form.set("file", new File([bytes as BlobPart], name, { type: "image/jpeg" }));
  form.set("alt", alt);
  return receiveImage(
    { ...actionContext(actorId), ...overrides },
    { request: createRequest(form) },
  );
}

const createRequest = (body: BodyInit | null, contentType?: string) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: contentType === undefined ? {} : { "Content-Type": contentType },
    duplex: "half",
  } as RequestInit);

async function store(bytes: Uint8Array, options?: SendOptions): Promise<LibraryImage> {
  const { reply } = await send(bytes, options);
  if (!reply.ok) throw new Error(reply.message);
  return reply.image;
}

let seed = 0;
/** Creates an image that no other test has, with a color that stays different as a JPEG. */
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

const getFilePath = (image: LibraryImage, version?: number, format?: "avif" | "webp") =>
  join(directory, getImageUrl(image, version, format).slice("/media/".length));
const listFiles = (key: string) =>
  readdirSync(directory, { recursive: true }).filter((name) => String(name).startsWith(key));
const listUnfinishedFiles = () => readdirSync(join(directory, "unfinished"));
const buildRefusal = (key: keyof typeof UPLOAD_REFUSALS) => ({
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
        const file = readFileSync(getFilePath(image, version, format));
        bytes += file.length;
        expect(await sharp(file).metadata()).toMatchObject({
          width: version,
          height: version * 0.75,
          format: format === "avif" ? "heif" : "webp",
        });
      }
    }
    expect(image.bytes).toBe(bytes);
    expect(listFiles(image.key)).toHaveLength(1 + 6);
    expect(listUnfinishedFiles()).toEqual([]);
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
    expect(listFiles(image.key)).toHaveLength(1 + 2);
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
      const file = readFileSync(getFilePath(image, 640, format));
      const { exif: storedExif, icc, xmp, iptc, orientation } = await sharp(file).metadata();
      expect({ storedExif, icc, xmp, iptc, orientation }).toEqual({});
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
    const unconverted = await sharp(upload).keepIccProfile().raw().toBuffer();
    const image = await store(upload);
    const converted = await sharp(readFileSync(getFilePath(image)))
      .raw()
      .toBuffer();
    const distance = (pixel: Buffer) =>
      Math.max(
        Math.abs((pixel[0] ?? 0) - color.r),
        Math.abs((pixel[1] ?? 0) - color.g),
        Math.abs((pixel[2] ?? 0) - color.b),
      );
    expect(distance(unconverted)).toBeGreaterThan(10);
    expect(distance(converted)).toBeLessThan(8);
  });

  test("is upright, whatever its orientation tag", async () => {
    const red = await sharp({
      create: { width: 100, height: 100, channels: 3, background: "#f00" },
    })
      .png()
      .toBuffer();
    // Red is on the left of the sensor, so at the top after a quarter turn clockwise.
    const upload = await sharp({
      create: { width: 400, height: 100, channels: 3, background: "#00f" },
    })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await store(upload);
    expect(image).toMatchObject({ width: 100, height: 400 });
    const { data, info } = await sharp(readFileSync(getFilePath(image)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isRed = (y: number) => (data[(y * info.width + 50) * info.channels] ?? 0) > 128;
    expect([isRed(20), isRed(380)]).toEqual([true, false]);
  });

  test("may be transparent, gray, 16-bit or CMYK", async () => {
    const transparent = await store(
      await sharp({
        create: { width: 20, height: 20, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
      })
        .png()
        .toBuffer(),
    );
    expect(await sharp(readFileSync(getFilePath(transparent))).metadata()).toMatchObject({
      hasAlpha: true,
    });
    const variants = [
      createImage().grayscale().toColourspace("b-w").png(),
      createImage().toColourspace("rgb16").png(),
      createImage().toColourspace("cmyk").jpeg(),
    ];
    for (const variant of variants)
      expect(await store(await variant.toBuffer())).toMatchObject({ width: 640, height: 480 });
  });

  test("may be very tall or very wide", async () => {
    const tall = await store(await createImage({ width: 40, height: 20_000 }).png().toBuffer());
    expect(tall).toMatchObject({ height: 6_400 });
    expect(await sharp(readFileSync(getFilePath(tall))).metadata()).toMatchObject({
      width: tall.width,
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
    const [r, g, b] = await sharp(readFileSync(getFilePath(image)))
      .raw()
      .toBuffer();
    expect([Number(r) > 200, Number(g) < 60, Number(b) < 60]).toEqual([true, true, true]);
  });
});

describe("the same file", () => {
  test("sent twice is one image, which gets a description where it has none", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const stored = await store(upload, { name: "a.jpg" });
    const { reply } = await send(upload, { name: "b.jpg", alt: "A tap" });
    expect(reply).toEqual({ ok: true, isNew: false, image: { ...stored, alt: "A tap" } });
    expect((await send(upload, { alt: "Something else" })).reply).toMatchObject({
      image: { alt: "A tap" },
    });
    expect(
      await queryRows(context.db, "select 1 from media_images where key = $1", [stored.key]),
    ).toHaveLength(1);
  });

  test("sent twice at once is one image", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const replies = await Promise.all([send(upload), send(upload), send(upload)]);
    const outcomes = replies.map(({ reply }) =>
      reply.ok ? [reply.image.id, reply.isNew] : reply.message,
    );
    expect(new Set(outcomes.map(([id]) => id)).size).toBe(1);
    expect(outcomes.filter(([, isNew]) => isNew)).toHaveLength(1);
  });

  test("can be stored again after it was deleted", async () => {
    const upload = await createImage().jpeg().toBuffer();
    const stored = await store(upload);
    await context.db.$client.query(
      "update media_images set state = 'deleted', deleted_at = now() where id = $1",
      [stored.id],
    );
    writeFileSync(getFilePath(stored), "an older version");
    expect((await send(upload, { name: "again.jpg" })).reply).toMatchObject({
      isNew: true,
      image: { key: stored.key, name: "again.jpg" },
    });
    expect((await sharp(readFileSync(getFilePath(stored))).metadata()).width).toBe(640);
    expect(listFiles(stored.key)).toHaveLength(1 + 4);
  });
});

test("two images at once are both stored", async () => {
  const [firstUpload, secondUpload] = await Promise.all([
    createImage().jpeg().toBuffer(),
    createImage().png().toBuffer(),
  ]);
  const [firstImage, secondImage] = await Promise.all([store(firstUpload), store(secondUpload)]);
  expect(listFiles(firstImage.key)).toHaveLength(1 + 4);
  expect(listFiles(secondImage.key)).toHaveLength(1 + 4);
});

test("an upload that would wait too long is refused at once", async () => {
  const uploads = await Promise.all(
    Array.from({ length: 6 }, () => createImage().jpeg().toBuffer()),
  );
  // All queues share one place: while another image is worked on, every upload waits.
  const working = Promise.withResolvers<void>();
  const other = createImageQueue({ maxWaiting: 1 })(() => working.promise);
  const answered: string[] = [];
  const all = uploads.map(async (upload) => {
    const { reply } = await send(upload);
    answered.push(reply.ok ? "stored" : reply.message);
  });
  await expect.poll(() => answered).toHaveLength(2);
  working.resolve();
  await Promise.all([other, ...all]);
  expect(answered.filter((reply) => reply === "stored")).toHaveLength(4);
  expect(answered.filter((reply) => reply === UPLOAD_REFUSALS.busy)).toHaveLength(2);
});

describe("refused", () => {
  let before: { files: number; rows: unknown[] };
  const readState = async () => ({
    files: readdirSync(directory, { recursive: true }).length,
    rows: await queryRows(context.db, "select count(*) from media_images"),
  });
  const expectRefused = async (
    bytes: Uint8Array,
    key: keyof typeof UPLOAD_REFUSALS,
    options?: SendOptions,
  ) => {
    before = await readState();
    expect((await send(bytes, options)).reply).toEqual(buildRefusal(key));
    expect(await readState()).toEqual(before);
  };

  test("a file of 10 MB and one byte; one of 10 MB is stored", async () => {
    const jpeg = await createImage().jpeg().toBuffer();
    const padTo = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    await expectRefused(padTo(MAX_UPLOAD_BYTES + 1), "too-large");
    expect(await store(padTo(MAX_UPLOAD_BYTES))).toMatchObject({ width: 640 });
  });

  test("an endless body, as soon as it is too large", async () => {
    let sentBytes = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sentBytes += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { reply, status } = await receiveImage(actionContext(), {
      request: createRequest(body, "multipart/form-data; boundary=x"),
    });
    expect([status, reply]).toEqual([413, buildRefusal("too-large")]);
    expect(sentBytes).toBeLessThan(MAX_UPLOAD_BODY_BYTES + 3 * 65_536);
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
    const noisyImage = sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    for (const file of await Promise.all(
      [
        noisyImage.clone().jpeg(),
        noisyImage.clone().png(),
        noisyImage.clone().webp(),
        noisyImage.clone().avif({ effort: 0 }),
      ].map((image) => image.toBuffer()),
    )) {
      await expectRefused(file.subarray(0, file.length >> 1), "damaged");
      await expectRefused(file.subarray(0, 40), "damaged");
    }
  });

  test("a small file that would unpack to 400 megapixels, at once", async () => {
    const bomb = createBlankPng(20_000, 20_000);
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
    const receiveContext = actionContext();
    const form = new FormData();
    form.set("file", "photo.jpg");
    for (const request of [
      createRequest(form),
      createRequest(null),
      createRequest("x", "multipart/form-data"),
    ]) {
      expect((await receiveImage(receiveContext, { request })).reply).toEqual(
        buildRefusal("nothing"),
      );
    }
    await expectRefused(new Uint8Array(0), "nothing");
  });

  test("without a count: only images that are stored use up the limit of an hour", async () => {
    const actorId = randomUUID();
    const countHits = async () =>
      (
        await context.db.$client.query("select hits from rate_limits where key = $1", [
          `upload:${actorId}`,
        ])
      ).rows[0]?.hits;
    await send(Buffer.from("%PDF-1.7\n"), { actorId });
    await send(new Uint8Array(0), { actorId });
    await receiveImage(actionContext(actorId), {
      request: createRequest("garbage", "multipart/form-data; boundary=x"),
    });
    expect(await countHits()).toBe(0);
    expect((await send(await createImage().jpeg().toBuffer(), { actorId })).reply).toMatchObject({
      ok: true,
    });
    expect(await countHits()).toBe(1);
  });

  test("more than the limit of an hour, for this person only", async () => {
    const actorId = randomUUID();
    await context.db.$client.query(
      "insert into rate_limits (key, window_start, hits) values ($1, now(), $2)",
      [`upload:${actorId}`, MAX_UPLOADS_PER_HOUR - 1],
    );
    const upload = await createImage().jpeg().toBuffer();
    expect((await send(upload, { actorId })).reply).toMatchObject({ ok: true });
    expect(await send(upload, { actorId })).toEqual({ status: 429, reply: buildRefusal("limit") });
    expect(UPLOAD_REFUSALS.limit).toContain("images that are refused do not count");
    expect((await send(upload)).reply).toMatchObject({ ok: true });
  });
});

describe("a failure leaves nothing", () => {
  test("a full disk while files are written", async () => {
    let putCount = 0;
    const fullStore: ImageStore = {
      ...images,
      async put(name, bytes) {
        putCount += 1;
        if (putCount === 4)
          throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        await images.put(name, bytes);
      },
    };
    const upload = await createImage().jpeg().toBuffer();
    const files = readdirSync(directory, { recursive: true }).length;
    expect(await send(upload, { with: { images: fullStore } })).toEqual({
      status: 507,
      reply: buildRefusal("storage"),
    });
    expect(readdirSync(directory, { recursive: true })).toHaveLength(files);
    expect((await send(upload)).reply).toMatchObject({ ok: true, isNew: true });
  });

  test("a path that is not a folder", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    const countRows = () => queryRows(context.db, "select count(*) from media_images");
    const before = await countRows();
    expect(
      await send(await createImage().jpeg().toBuffer(), {
        with: { images: openImageFiles(join(file, "media")) },
      }),
    ).toEqual({ status: 507, reply: buildRefusal("storage") });
    expect(await countRows()).toEqual(before);
  });

  test("the database down", async () => {
    const unreachableDatabase = createDatabase({
      url: "postgres://nobody@127.0.0.1:1/none",
      max: 1,
      onError: () => {},
    });
    expect(
      await send(await createImage().jpeg().toBuffer(), { with: { db: unreachableDatabase } }),
    ).toEqual({
      status: 503,
      reply: buildRefusal("database"),
    });
    await unreachableDatabase.$client.end();
  });
});

describe("the list", () => {
  const listNames = async (q: string) =>
    (await listImages(context.db, { q, after: null })).images.map(({ name }) => name);

  test("is searched by name and description, with wildcards as literal text", async () => {
    const marker = randomUUID();
    await store(await createImage().jpeg().toBuffer(), { name: `50%_${marker}.jpg` });
    await store(await createImage().jpeg().toBuffer(), {
      name: `other-${marker}.jpg`,
      alt: `Kitchen of ${marker} ends`,
    });
    expect(await listNames(`${marker} ENDS`)).toEqual([`other-${marker}.jpg`]);
    expect(await listNames(`%_${marker}`)).toEqual([`50%_${marker}.jpg`]);
    expect(await listNames(marker)).toEqual([`other-${marker}.jpg`, `50%_${marker}.jpg`]);
    expect(await listNames(randomUUID())).toEqual([]);
  });

  test("continues where a page ended, even among images of the same moment", async () => {
    const marker = randomUUID();
    await context.db.$client.query(
      "insert into media_images (id, key, name, width, height, bytes, created_at) select gen_random_uuid(), md5(random()::text), $1 || n, 10, 10, 1, '2026-01-01T00:00:00.001Z' from generate_series(1, 60) n",
      [marker],
    );
    const seenNames: string[] = [];
    let lastImage: LibraryImage | null = null;
    for (let page = 0; page < 3; page++) {
      const { images: foundImages, hasMore }: Awaited<ReturnType<typeof listImages>> =
        await listImages(context.db, { q: marker, after: lastImage });
      expect(hasMore).toBe(page < 2);
      seenNames.push(...foundImages.map(({ name }) => name));
      lastImage = foundImages.at(-1) ?? null;
    }
    expect(new Set(seenNames).size).toBe(60);
    expect(seenNames).toHaveLength(60);
  });
});

describe("changing and deleting", () => {
  const postForm = (id: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return handleImageForm(actionContext(), { id, form });
  };
  const addArticle = async (
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
    expect(await postForm(image.id, { intent: "save", name: " Tap ", alt: "A tap" })).toEqual({
      ok: true,
      image: { ...image, name: "Tap", alt: "A tap" },
    });
    expect(await postForm(image.id, { intent: "save", name: "", alt: "" })).toMatchObject({
      ok: false,
      message: "Enter a name.",
    });
    expect(
      await postForm(image.id, { intent: "save", name: "x", alt: "x".repeat(301) }),
    ).toMatchObject({
      ok: false,
      message: "A description has at most 300 characters.",
    });
    expect(await postForm(image.id, { intent: "paint" })).toMatchObject({ ok: false });
    expect(await postForm(randomUUID(), { intent: "save", name: "x", alt: "" })).toMatchObject({
      ok: false,
      message: "This image no longer exists: somebody has deleted it.",
    });
  });

  test("an image that nothing shows is deleted with its files", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    expect(await postForm(image.id, { intent: "delete" })).toEqual({ ok: true, image: null });
    expect(listFiles(image.key)).toEqual([]);
    expect(
      await queryRows(context.db, "select 1 from media_images where id = $1", [image.id]),
    ).toEqual([]);
    expect(
      await queryRows(context.db, "select action from audit_log where entity_id = $1 order by at", [
        image.id,
      ]),
    ).toEqual([{ action: "store-image" }, { action: "delete-image" }]);
    expect(await postForm(image.id, { intent: "delete" })).toMatchObject({ ok: false });
  });

  test("one that articles show is not deleted, and the response lists them", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    const url = getImageUrl(image);
    const usingArticle = await addArticle({ hero: { imageUrl: url } }, { title: "Shown" });
    const deleted = await addArticle(
      { sections: [{ imageUrl: getImageUrl(image, 480, "avif") }] },
      { title: "Deleted", deletedAt: new Date().toISOString() },
    );
    await addArticle(
      { hero: { imageUrl: url } },
      { title: "Gone for good", deletedAt: "2020-01-01T00:00:00Z" },
    );
    await addArticle({
      hero: { imageUrl: "/media/00000000000000000000000000000000-10x10/10.webp" },
    });
    expect(await postForm(image.id, { intent: "delete" })).toEqual({
      ok: false,
      message: "This image is in use. Remove it from these first, then delete it.",
      uses: [
        { title: "Shown", slug: usingArticle.slug, state: "article" },
        { title: "Deleted", slug: deleted.slug, state: "deleted" },
      ],
    });
    expect(listFiles(image.key)).toHaveLength(1 + 4);
    await context.db.$client.query("delete from advertorial_content where id = any($1)", [
      [usingArticle.id, deleted.id],
    ]);
    expect(await postForm(image.id, { intent: "delete" })).toMatchObject({ ok: true });
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
    expect(await postForm(image.id, { intent: "delete" })).toMatchObject({
      ok: false,
      uses: [{ title: "In the making", slug: null, state: "draft" }],
    });
  });

  test("deleted and sent again at the same moment, an image has a row and its files, or neither", async () => {
    const upload = await createImage({ width: 60, height: 40 }).jpeg().toBuffer();
    const { key } = await store(upload);
    for (let round = 0; round < 15; round++) {
      const { id } = await store(upload);
      await Promise.all([postForm(id, { intent: "delete" }), send(upload), send(upload)]);
      const rows = await queryRows(
        context.db,
        "select 1 from media_images where key = $1 and deleted_at is null",
        [key],
      );
      expect(listFiles(key)).toHaveLength(rows.length > 0 ? 1 + 2 : 0);
    }
  });

  test("files that could not be removed are removed by the next run of the cleanup job", async () => {
    const image = await store(await createImage().jpeg().toBuffer());
    const stuckStore: ImageStore = {
      ...images,
      deleteFolder: () => Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" })),
    };
    const form = new FormData();
    form.set("intent", "delete");
    expect(
      await handleImageForm({ ...actionContext(), images: stuckStore }, { id: image.id, form }),
    ).toEqual({
      ok: true,
      image: null,
    });
    expect(listFiles(image.key)).toHaveLength(1 + 4);
    expect(
      (await listImages(context.db, { q: "", after: null })).images.map(({ id }) => id),
    ).not.toContain(image.id);
    await removeImages({ ...services(), images: stuckStore });
    expect(listFiles(image.key)).toHaveLength(1 + 4);
    await removeImages(services());
    expect(listFiles(image.key)).toEqual([]);
    expect(
      await queryRows(context.db, "select 1 from media_images where id = $1", [image.id]),
    ).toEqual([]);
  });
});
