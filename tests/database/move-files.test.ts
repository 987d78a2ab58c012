import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { type ImageStore, openImageFiles } from "#app/features/media/image-files.server.ts";
import { openImageObjects } from "#app/features/media/image-objects.server.ts";
import { moveImages } from "#app/features/media/move-images.server.ts";
import { addPhotos } from "#app/features/photos/mutations.server.ts";
import { getPhoto, listPhotos } from "#app/features/photos/queries.server.ts";
import { photoFiles } from "#app/features/photos/stored-files.server.ts";
import { movePrivateFiles } from "#app/features/private-files/move-files.server.ts";
import type { PrivateStore } from "#app/features/private-files/private-store.server.ts";
import { removePrivateFiles } from "#app/features/private-files/remove-files.server.ts";
import { paperFiles } from "#app/features/providers/papers/stored-files.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import type { MoveOptions, MoveTarget } from "#app/lib/move-report.ts";
import { getS3Config, type S3Config } from "#app/lib/s3-variables.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { createImage } from "../photos.ts";
import { openFakeStore } from "../private-store.ts";
import { insertProvider } from "../providers.ts";
import { createTestFolder } from "../setup/test-folder.ts";

const now = new Date("2031-05-06T12:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let s3: S3Fake;
let store: PrivateStore;
let directory: string;
let local: ImageStore;
let objects: ImageStore;
/** What the command prints about what it could not move. */
let problems: string[];
beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  s3 = await startS3();
  store = openFakeStore(s3);
  directory = createTestFolder("move");
  local = openImageFiles(directory);
  objects = openImageObjects(getS3Config(parseEnv(s3.env)) as S3Config);
  problems = [];
});
afterEach(async () => {
  await context.close();
  await s3.close();
});

const buildOptions = (to: MoveTarget, changes: Partial<MoveOptions> = {}): MoveOptions => ({
  to,
  isDryRun: false,
  deletesSource: false,
  onProblem: (sentence) => problems.push(sentence),
  ...changes,
});
const moveLibrary = (to: MoveTarget, changes?: Partial<MoveOptions>) => {
  const [source, target] = to === "s3" ? [local, objects] : [objects, local];
  return moveImages({ db: context.db, source, target }, buildOptions(to, changes));
};
const movePhotos = (to: MoveTarget, changes?: Partial<MoveOptions>) =>
  movePrivateFiles({ db: context.db, store, owner: photoFiles }, buildOptions(to, changes));
const cleanUp = () =>
  removePrivateFiles({ db: context.db, privateStore: store, log: createLogger("silent") });

/** Adds an image of 300 pixels, which has two files. @returns their names in a store */
async function addImage(): Promise<string[]> {
  const key = randomUUID().replaceAll("-", "");
  const names = ["avif", "webp"].map((format) => `${key}-300x200/300.${format}`);
  for (const name of names) await local.put(name, Buffer.from(`content of ${name}`));
  await context.db.$client.query(
    "insert into media_images (id, key, name, width, height, bytes, created_at) values (gen_random_uuid(), $1, 'x', 300, 200, 1, now())",
    [key],
  );
  return names;
}

async function addPhoto(): Promise<{ requestId: string; photoId: string }> {
  const stored = await storeRequest(context.db, { now });
  if (!stored.ok) throw new Error(stored.reason);
  const image = await createImage({ width: 30, height: 20 }).jpeg().toBuffer();
  const photo = { image, thumbnail: Buffer.from("small"), width: 30, height: 20 };
  await addPhotos(
    { db: context.db, now, httpRequestId: "test", privateStore: null },
    { requestId: stored.id, photos: [photo] },
  );
  const [listed] = await listPhotos(context.db, stored.id);
  return { requestId: stored.id, photoId: listed?.id ?? "" };
}
const readPhoto = (photo: { requestId: string; photoId: string }) =>
  getPhoto(context.db, { ...photo, size: "full", prefersFile: false });
/** Changes a byte of the object whose key ends so. */
function damage(end: string): void {
  const [, object] = [...s3.objects].find(([key]) => key.endsWith(end)) ?? [];
  if (!object) throw new Error("no such object");
  object.bytes = Buffer.concat([object.bytes.subarray(1), Buffer.from("x")]);
}

describe("images", () => {
  test("are copied to object storage, once, and stay where they are", async () => {
    const names = [...(await addImage()), ...(await addImage())];
    expect(await moveLibrary("s3", { isDryRun: true })).toMatchObject({ copied: 2, failed: 0 });
    expect(s3.objects.size).toBe(0);
    expect(await moveLibrary("s3")).toMatchObject({ copied: 2, present: 0, deleted: 0 });
    expect([...s3.objects.keys()].toSorted()).toEqual(
      names.map((name) => `media/${name}`).toSorted(),
    );
    expect(await moveLibrary("s3")).toMatchObject({ copied: 0, present: 2, bytes: 0 });
    expect(await local.listFolders()).toHaveLength(2);
  });

  test("come back, and the source is deleted only when that is asked for", async () => {
    const [first = ""] = await addImage();
    await moveLibrary("s3", { deletesSource: true });
    expect(await local.listFolders()).toEqual([]);
    expect(await moveLibrary("local", { deletesSource: true })).toMatchObject({
      copied: 1,
      deleted: 1,
      failed: 0,
    });
    expect(readFileSync(join(directory, first), "utf8")).toBe(`content of ${first}`);
    expect(s3.objects.size).toBe(0);
  });

  test("that are damaged are found, and their source stays", async () => {
    const [first = ""] = await addImage();
    s3.fail("cut-within", { method: "PUT", times: 1 });
    await moveLibrary("s3");
    damage(first);
    // What was damaged at the target is written again.
    expect(await moveLibrary("s3")).toMatchObject({ copied: 1, failed: 0 });
    damage(first);
    // In the other direction it is the source.
    writeFileSync(join(directory, first), "an older file");
    expect(await moveLibrary("local", { deletesSource: true })).toMatchObject({
      copied: 0,
      deleted: 0,
      failed: 1,
    });
    expect(problems).toEqual([
      `Image ${first}: its file is damaged: it is not what was once written.`,
    ]);
    expect(s3.objects.size).toBe(2);
  });

  test("whose copy is damaged when it is read back are not deleted", async () => {
    const [first = ""] = await addImage();
    const target: ImageStore = {
      ...objects,
      async put(name, bytes) {
        await objects.put(name, bytes);
        if (name === first) damage(first);
      },
    };
    expect(
      await moveImages(
        { db: context.db, source: local, target },
        buildOptions("s3", { deletesSource: true }),
      ),
    ).toMatchObject({ failed: 1, deleted: 0 });
    expect(problems).toEqual([`Image ${first}: what was read back differs from what was written.`]);
    expect(await local.listFolders()).toHaveLength(1);
  });

  test("that staff delete meanwhile leave no copy", async () => {
    const [first = ""] = await addImage();
    const source: ImageStore = {
      ...local,
      async get(name) {
        await context.db.$client.query("delete from media_images");
        return local.get(name);
      },
    };
    await moveImages({ db: context.db, source, target: objects }, buildOptions("s3"));
    expect([first, s3.objects.size]).toEqual([first, 0]);
  });

  test("continue where a move was stopped", async () => {
    await Promise.all(Array.from({ length: 20 }, addImage));
    s3.fail("AccessDenied", { method: "PUT" });
    await expect(moveLibrary("s3")).rejects.toThrow("check what the key may do");
    s3.heal();
    await moveLibrary("s3");
    expect(s3.objects.size).toBe(40);
  });
});

describe("photos", () => {
  test("are copied to object storage, and leave the database only when that is asked for", async () => {
    const photo = await addPhoto();
    const { image } = (await readPhoto(photo)) ?? {};
    expect(await movePhotos("s3", { isDryRun: true })).toMatchObject({ copied: 1 });
    expect(s3.objects.size).toBe(0);
    expect(await movePhotos("s3")).toMatchObject({ copied: 1, deleted: 0, failed: 0 });
    const copied = await readPhoto(photo);
    expect(copied?.image?.equals(image as Buffer)).toBe(true);
    expect(
      s3.objects.get(`private/${copied?.fileId}/full.jpg`)?.bytes.equals(image as Buffer),
    ).toBe(true);
    expect(await movePhotos("s3", { deletesSource: true })).toMatchObject({
      copied: 0,
      present: 1,
      deleted: 1,
    });
    expect(await readPhoto(photo)).toEqual({ image: null, fileId: copied?.fileId });
    // A form that is sent again still finds that the request has the photo.
    expect(
      await addPhotos(
        { db: context.db, now, httpRequestId: "test", privateStore: store },
        {
          requestId: photo.requestId,
          photos: [{ image: image as Buffer, thumbnail: Buffer.from("s"), width: 1, height: 1 }],
        },
      ),
    ).toEqual({ ok: true, kept: 1 });
    expect(await listPhotos(context.db, photo.requestId)).toHaveLength(1);
  });

  test("come back into the database, with their objects deleted", async () => {
    const photo = await addPhoto();
    const before = await readPhoto(photo);
    await movePhotos("s3", { deletesSource: true });
    expect(await movePhotos("local")).toMatchObject({ copied: 1, deleted: 0 });
    expect(await movePhotos("local", { deletesSource: true })).toMatchObject({
      present: 1,
      deleted: 1,
    });
    expect(await readPhoto(photo)).toEqual(before);
    expect(await cleanUp()).toBe(1);
    expect(s3.objects.size).toBe(0);
    expect(await queryRows(context.db, "select 1 from private_files")).toEqual([]);
  });

  test("that are damaged or missing in object storage are named, and the others come back", async () => {
    const photos = [await addPhoto(), await addPhoto(), await addPhoto()];
    await movePhotos("s3", { deletesSource: true });
    const [first, second] = await Promise.all(photos.map(readPhoto));
    damage(`${first?.fileId}/full.jpg`);
    s3.objects.delete(`private/${second?.fileId}/thumb.jpg`);
    expect(await movePhotos("local", { deletesSource: true })).toMatchObject({
      copied: 1,
      failed: 2,
      deleted: 1,
    });
    expect(problems.toSorted()).toEqual(
      [
        `The photo ${photos[0]?.photoId}: its object is damaged.`,
        `The photo ${photos[1]?.photoId}: its object is missing.`,
      ].toSorted(),
    );
  });

  test("whose copy is damaged are copied again, and the damaged objects are removed", async () => {
    const photo = await addPhoto();
    await movePhotos("s3");
    damage("full.jpg");
    expect(await movePhotos("s3", { deletesSource: true })).toMatchObject({
      copied: 1,
      deleted: 1,
    });
    await cleanUp();
    const moved = await readPhoto(photo);
    expect([...s3.objects.keys()].toSorted()).toEqual([
      `private/${moved?.fileId}/full.jpg`,
      `private/${moved?.fileId}/thumb.jpg`,
    ]);
  });

  test("of a person who is erased during the move are in neither place", async () => {
    const { requestId } = await addPhoto();
    const erasingStore: PrivateStore = {
      ...store,
      async put(...file) {
        await store.put(...file);
        await withTransaction(context.db, (tx) => eraseRequestFields(tx, [requestId]));
      },
    };
    const move = { db: context.db, store: erasingStore, owner: photoFiles };
    expect(await movePrivateFiles(move, buildOptions("s3"))).toMatchObject({ failed: 0 });
    await cleanUp();
    expect(s3.objects.size).toBe(0);
  });

  test("with a copy in both places are erased in both", async () => {
    const { requestId } = await addPhoto();
    await movePhotos("s3");
    await withTransaction(context.db, (tx) => eraseRequestFields(tx, [requestId]));
    await cleanUp();
    expect(s3.objects.size).toBe(0);
  });
});

test("papers keep their type", async () => {
  const { id } = await insertProvider(context.db.$client);
  await context.db.$client.query(
    `insert into provider_documents (id, provider_id, kind, number, issuer, valid_until, content_type, file, created_at)
    values (gen_random_uuid(), $1, 'license', '1', 'x', '2032-01-01', 'application/pdf', 'a paper', now())`,
    [id],
  );
  const move = { db: context.db, store, owner: paperFiles };
  await movePrivateFiles(move, buildOptions("s3", { deletesSource: true }));
  const [object] = s3.objects.values();
  expect(object?.headers["content-type"]).toBe("application/pdf");
  await movePrivateFiles(move, buildOptions("local", { deletesSource: true }));
  expect(await queryRows(context.db, "select file, file_id from provider_documents")).toEqual([
    { file: Buffer.from("a paper"), file_id: null },
  ]);
});
