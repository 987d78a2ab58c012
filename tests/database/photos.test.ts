import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { handlePhotoForm } from "#app/features/photos/actions.server.ts";
import {
  FORM_REFUSALS,
  FORMS_PER_HOUR,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  PHOTO_REFUSALS,
  type PhotoRefusal,
} from "#app/features/photos/constants.ts";
import { addPhotos, removePhoto } from "#app/features/photos/mutations.server.ts";
import { getPhoto, listPhotos, type PhotoSize } from "#app/features/photos/queries.server.ts";
import { type SanitizedPhoto, sanitizePhoto } from "#app/features/photos/sanitize-photo.server.ts";
import { PHOTO_FILES } from "#app/features/photos/stored-files.server.ts";
import type { PrivateStore } from "#app/features/private-files/private-store.server.ts";
import { removePrivateFiles } from "#app/features/private-files/remove-files.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { buildPhotoForm, createBlankPng, createImage, createPhonePhoto } from "../photos.ts";
import { openFakeStore, PRIVATE_PLACES, readStored } from "../private-store.ts";
import { createRandomAddress } from "../send-raw.ts";

const now = new Date("2031-05-06T12:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let s3: S3Fake;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  s3 = await startS3();
});
afterAll(async () => {
  await context.close();
  await s3.close();
});

let privateStore: PrivateStore | null = null;
const log = createLogger("silent");
const actionContext = (at = now) => ({
  db: context.db,
  now: at,
  httpRequestId: "test",
  privateStore,
  log,
});
/** Object storage has two files of each photo there, and nothing else. */
async function expectNothingElse(): Promise<void> {
  await removePrivateFiles(actionContext());
  const [stored] = await queryRows<{ photos: number; files: number }>(
    context.db,
    "select (select count(file_id)::int from request_photos) as photos, (select count(*)::int from private_files) as files",
  );
  expect(stored?.files).toBe(stored?.photos);
  expect(s3.objects.size).toBe(2 * (stored?.photos ?? 0));
}

async function addRequest(): Promise<string> {
  const stored = await storeRequest(context.db, { now });
  if (!stored.ok) throw new Error(stored.reason);
  return stored.id;
}

async function sanitize(bytes: Uint8Array): Promise<SanitizedPhoto> {
  const photo = await sanitizePhoto(bytes);
  if (!photo.ok) throw new Error(photo.reason);
  const { ok: _ok, ...stored } = photo;
  return stored;
}
const createPhoto = async () => sanitize(await createImage().jpeg().toBuffer());

const postForm = (requestId: string, body: BodyInit, { at = now, headers = {} } = {}) =>
  handlePhotoForm(actionContext(at), {
    requestId,
    address: createRandomAddress(),
    request: new Request("http://localhost/", {
      method: "POST",
      body,
      headers,
      duplex: "half",
    } as RequestInit),
  });
const postFiles = (requestId: string, files: Parameters<typeof buildPhotoForm>[0]) =>
  postForm(requestId, buildPhotoForm(files));
async function getImage(requestId: string, photoId: string, size: PhotoSize = "full") {
  const prefersFile = privateStore !== null;
  const photo = await getPhoto(context.db, { requestId, photoId, size, prefersFile });
  if (!privateStore || !photo) return photo?.image ?? null;
  expect(photo.image).toBeNull();
  return readStored(privateStore, `${photo.fileId}/${PHOTO_FILES[size]}`);
}
const listEvents = (requestId: string) =>
  queryRows(
    context.db,
    "select kind, actor_id, detail from request_events where request_id = $1 order by id",
    [requestId],
  );

describe("a photo that is stored", () => {
  test("is upright and small, without where, when and with what it was taken", async () => {
    const upload = await createPhonePhoto();
    expect(upload.includes("SECRET-CAMERA")).toBe(true);
    expect((await sharp(upload).metadata()).orientation).toBe(6);
    const requestId = await addRequest();
    expect(await postFiles(requestId, [{ bytes: upload, name: "SECRET-FILE.jpg" }])).toBeNull();
    const [photo] = await listPhotos(context.db, requestId);
    expect(photo).toMatchObject({ width: 300, height: 400 });
    for (const size of ["full", "thumb"] as const) {
      const image = await getImage(requestId, photo?.id ?? "", size);
      if (!image) throw new Error("no image");
      expect(image.includes("SECRET")).toBe(false);
      expect(image.includes("Exif")).toBe(false);
      const { format, width, height, exif, icc, xmp, iptc, orientation } =
        await sharp(image).metadata();
      expect({ format, width, height, exif, icc, xmp, iptc, orientation }).toEqual({
        format: "jpeg",
        width: 300,
        height: 400,
      });
      const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
      const isRed = (y: number) => (data[(y * info.width + 150) * info.channels] ?? 0) > 128;
      expect([isRed(50), isRed(350)]).toEqual([true, false]);
    }
  });

  test("is at most 2048 pixels, and small 480", async () => {
    const large = await createImage({ width: 4_096, height: 2_048 }).jpeg().toBuffer();
    const photo = await sanitize(large);
    expect(photo).toMatchObject({ width: 2_048, height: 1_024 });
    expect(await sharp(photo.thumbnail).metadata()).toMatchObject({ width: 480, height: 240 });
  });

  test.each(["png", "webp", "avif"] as const)("may come as %s, with any name", async (format) => {
    expect(await sanitize(await createImage().toFormat(format).toBuffer())).toMatchObject({
      width: 640,
      height: 480,
    });
  });

  test("is white where it was transparent, and may be gray or CMYK", async () => {
    const clear = { r: 1, g: 2, b: 3, alpha: 0 };
    const { image } = await sanitize(
      await sharp({ create: { width: 20, height: 20, channels: 4, background: clear } })
        .png()
        .toBuffer(),
    );
    expect([...(await sharp(image).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
    for (const variant of [
      createImage().grayscale().toColourspace("b-w").png(),
      createImage().toColourspace("cmyk").jpeg(),
    ])
      expect(await sanitize(await variant.toBuffer())).toMatchObject({ width: 640 });
  });

  test("is the first frame of an animation", async () => {
    const frames = Buffer.concat([Buffer.alloc(7_500, "\xff"), Buffer.alloc(7_500)]);
    const upload = await sharp(frames, {
      raw: { width: 50, height: 100, channels: 3, pageHeight: 50 },
    })
      .webp({ delay: [50, 50] })
      .toBuffer();
    expect((await sharp(upload).metadata()).pages).toBe(2);
    expect(await sanitize(upload)).toMatchObject({ width: 50, height: 50 });
  });
});

describe("refused, with the reason and the name of the photo", () => {
  const createJpeg = () => createImage({ width: 1_200, height: 900 }).jpeg().toBuffer();
  const cases: [string, PhotoRefusal, () => Buffer | Promise<Buffer>][] = [
    [
      "a drawing (SVG) that is called .jpg",
      "wrong-type",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      "a page that is called .jpg",
      "wrong-type",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    ],
    ["an animated GIF", "wrong-type", () => createImage().gif().toBuffer()],
    ["a PDF", "wrong-type", () => Buffer.from("%PDF-1.7 and more")],
    [
      "a HEIC photo",
      "heic",
      () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic and more", "latin1"),
    ],
    [
      "a JPEG that is cut off",
      "damaged",
      async () => {
        const whole = await createJpeg();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ["the first bytes of a JPEG alone", "damaged", () => Buffer.from("\xff\xd8\xff\xe0", "latin1")],
    ["a small file of very many pixels", "too-many-pixels", () => createBlankPng(30_000, 30_000)],
    [
      "a file larger than 10 MB",
      "too-large",
      async () => Buffer.concat([await createJpeg(), Buffer.alloc(MAX_PHOTO_BYTES)]),
    ],
  ];
  test.each(cases)("%s", async (_, reason, create) => {
    const requestId = await addRequest();
    const files = [{ bytes: await create(), name: "tap.jpg" }, { bytes: await createJpeg() }];
    expect(await postFiles(requestId, files)).toEqual({
      status: 422,
      lines: [`Photo 1 (tap.jpg) was not added: ${PHOTO_REFUSALS[reason]}`],
      added: 1,
    });
    // The good photo of the same form is kept.
    expect(await listPhotos(context.db, requestId)).toMatchObject([{ width: 1_200 }]);
  });

  test("a form without a photo, and a body that is not a form", async () => {
    const requestId = await addRequest();
    const nothing = { status: 400, lines: [FORM_REFUSALS.nothing], added: 0 };
    expect(await postFiles(requestId, [{ bytes: Buffer.alloc(0), name: "" }])).toEqual(nothing);
    expect(await postForm(requestId, "nonsense")).toEqual(nothing);
    expect(await postForm(requestId, new URLSearchParams({ photos: "text" }))).toEqual(nothing);
  });

  test("more than 25 MB together", async () => {
    const requestId = await addRequest();
    const bytes = Buffer.alloc(9 * 1024 * 1024);
    expect(await postFiles(requestId, [{ bytes }, { bytes }, { bytes }])).toMatchObject({
      status: 413,
      lines: [FORM_REFUSALS["too-large"]],
    });
  });

  test("a form for which there is no memory now; a later one is accepted", async () => {
    const requestId = await addRequest();
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(25 * 1024 * 1024),
    };
    let finish = () => {};
    const unfinished = () =>
      new ReadableStream({
        start(controller) {
          const finishOthers = finish;
          finish = () => {
            finishOthers();
            controller.close();
          };
        },
      });
    const first = postForm(requestId, unfinished(), { headers });
    const second = postForm(requestId, unfinished(), { headers });
    await expect
      .poll(() => postForm(requestId, "text", { headers }))
      .toMatchObject({ status: 503, lines: [FORM_REFUSALS.busy] });
    finish();
    for (const form of [first, second]) expect(await form).toMatchObject({ status: 400 });
    expect(await postForm(requestId, "text", { headers })).toMatchObject({ status: 400 });
  });

  test("forms beyond the limit of an hour", async () => {
    const requestId = await addRequest();
    const send = (at: Date) => postForm(requestId, new URLSearchParams({ remove: "none" }), { at });
    for (let count = 0; count < FORMS_PER_HOUR; count++) expect(await send(now)).toBeNull();
    expect(await send(now)).toMatchObject({ status: 429, lines: [FORM_REFUSALS.limit] });
    expect(await send(new Date(now.getTime() + HOUR_MS + 1))).toBeNull();
  });
});

describe.each(PRIVATE_PLACES)("in %s", (place) => {
  beforeAll(() => {
    privateStore = place === "object storage" ? openFakeStore(s3) : null;
  });
  afterEach(expectNothingElse);
  afterAll(() => {
    privateStore = null;
  });
  describe("five photos at most", () => {
    test("a sixth is refused by name, and what fits is kept", async () => {
      const requestId = await addRequest();
      const createFile = async () => ({ bytes: await createImage().jpeg().toBuffer() });
      expect(await postFiles(requestId, await Promise.all([1, 2, 3].map(createFile)))).toBeNull();
      expect(await postFiles(requestId, await Promise.all([1, 2, 3, 4].map(createFile)))).toEqual({
        status: 422,
        lines: [
          `Photo 3 (image.jpg) was not added: ${PHOTO_REFUSALS.full}`,
          `Photo 4 (image.jpg) was not added: ${PHOTO_REFUSALS.full}`,
        ],
        added: 2,
      });
      expect(await listPhotos(context.db, requestId)).toHaveLength(MAX_PHOTOS);
    });

    test("also if twenty are sent at once", async () => {
      const requestId = await addRequest();
      const photos = await Promise.all(Array.from({ length: 20 }, createPhoto));
      const results = await Promise.all(
        photos.map((photo) => addPhotos(actionContext(), { requestId, photos: [photo] })),
      );
      expect(results.filter((result) => result.ok && result.kept === 1)).toHaveLength(MAX_PHOTOS);
      expect(await listPhotos(context.db, requestId)).toHaveLength(MAX_PHOTOS);
      expect(await listEvents(requestId)).toHaveLength(MAX_PHOTOS);
    });

    test("a form that is sent twice adds its photos once", async () => {
      const requestId = await addRequest();
      const bytes = await createImage().jpeg().toBuffer();
      const results = await Promise.all([1, 2, 3].map(() => postFiles(requestId, [{ bytes }])));
      expect(results).toEqual([null, null, null]);
      expect(await listPhotos(context.db, requestId)).toHaveLength(1);
      expect(await listEvents(requestId)).toHaveLength(1);
    });
  });

  describe("whose photo it is", () => {
    test("a photo is read and removed only with its own request", async () => {
      const [requestId, other] = [await addRequest(), await addRequest()];
      await addPhotos(actionContext(), { requestId, photos: [await createPhoto()] });
      const [photo] = await listPhotos(context.db, requestId);
      const photoId = photo?.id ?? "";
      expect(await getImage(requestId, photoId)).toBeInstanceOf(Buffer);
      expect(await getImage(other, photoId)).toBeNull();
      for (const unknown of ["nonsense", "", randomUUID()]) {
        expect(await getImage(requestId, unknown)).toBeNull();
        expect(await removePhoto(actionContext(), { requestId, photoId: unknown })).toBe(false);
      }
      expect(await removePhoto(actionContext(), { requestId: other, photoId })).toBe(false);
      expect(await postForm(requestId, new URLSearchParams({ remove: photoId }))).toBeNull();
      expect(await getImage(requestId, photoId)).toBeNull();
      expect(await listEvents(requestId)).toEqual([
        { kind: "photo-added", actor_id: null, detail: { by: "customer", count: 1 } },
        { kind: "photo-removed", actor_id: null, detail: { by: "customer", count: 1 } },
      ]);
      expect(
        await queryRows(
          context.db,
          "select action, actor, changes from audit_log where entity_id = $1 order by id",
          [requestId],
        ),
      ).toEqual([
        { action: "photo-added", actor: "customer", changes: { count: 1 } },
        { action: "photo-removed", actor: "customer", changes: { count: 1 } },
      ]);
    });
  });

  describe("after the end of a request", () => {
    test("a closed one accepts no photo, and its photos can be removed", async () => {
      const requestId = await addRequest();
      await addPhotos(actionContext(), { requestId, photos: [await createPhoto()] });
      await context.db.$client.query(
        "update service_requests set status = 'closed', closed_at = $2 where id = $1",
        [requestId, now],
      );
      const bytes = await createImage().jpeg().toBuffer();
      expect(await postFiles(requestId, [{ bytes }])).toMatchObject({
        status: 409,
        lines: [FORM_REFUSALS.closed],
      });
      const [photo] = await listPhotos(context.db, requestId);
      expect(await removePhoto(actionContext(), { requestId, photoId: photo?.id ?? "" })).toBe(
        true,
      );
    });

    test("a customer who opted out adds no photo", async () => {
      const stored = await storeRequest(context.db, { now, values: { phone: "(404) 555-0177" } });
      if (!stored.ok) throw new Error(stored.reason);
      await suppressContact(context.db, {
        phone: "+14045550177",
        source: "test",
        now,
        contactKeys,
      });
      const photos = [await createPhoto()];
      expect(await addPhotos(actionContext(), { requestId: stored.id, photos })).toEqual({
        ok: false,
        reason: "closed",
      });
    });

    test("an erased one has no photo left, and gets none", async () => {
      const requestId = await addRequest();
      const [first, second] = [await createPhoto(), await createPhoto()];
      await addPhotos(actionContext(), { requestId, photos: [first] });
      // Whichever comes first, no photo may stay.
      const [erased] = await Promise.all([
        withTransaction(context.db, (tx) => eraseRequestFields(tx, [requestId])),
        addPhotos(actionContext(), { requestId, photos: [second] }),
      ]);
      expect(erased).toBe(1);
      expect(await listPhotos(context.db, requestId)).toEqual([]);
      expect(await addPhotos(actionContext(), { requestId, photos: [first] })).toMatchObject({
        ok: false,
      });
      expect(
        await queryRows(context.db, "select 1 from request_photos where request_id = $1", [
          requestId,
        ]),
      ).toEqual([]);
    });
  });
});
