import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { handleImageForm, receiveImage } from "#app/features/media/actions.server.ts";
import {
  getStoredName,
  type ImageStore,
  openImageFiles,
} from "#app/features/media/image-files.server.ts";
import { openImageObjects } from "#app/features/media/image-objects.server.ts";
import {
  getImageFolder,
  getImageUrl,
  type StoredImage,
} from "#app/features/media/image-versions.ts";
import { findOrphanedFiles, removeImages } from "#app/features/media/jobs.server.ts";
import { listImages } from "#app/features/media/queries.server.ts";
import { type UploadReply, uploadReplySchema } from "#app/features/media/schema.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger, type Logger } from "#app/lib/logger.server.ts";
import { getS3Config, type S3Config } from "#app/lib/s3-variables.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import type { KillAt, UploadTask } from "../setup/upload-image.ts";

const folder = createTestFolder("media");
const directory = join(folder, "media");
const SCRIPT = join(import.meta.dirname, "../setup/upload-image.ts");

const PLACES = ["a folder", "object storage"] as const;

let s3: S3Fake;
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  s3 = await startS3();
  mkdirSync(directory);
});
afterAll(async () => {
  await context.close();
  await s3.close();
});

const openObjects = () => openImageObjects(getS3Config(parseEnv(s3.env)) as S3Config);
/** Where the images of the running test are. */
let place: (typeof PLACES)[number] = "a folder";
let images: ImageStore = openImageFiles(directory);
const services = () => ({
  db: context.db,
  images,
  log: createLogger("silent"),
  now: () => new Date(),
});
const runProcess = (task: UploadTask) =>
  new Promise<{ signal: string | null; output: string }>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        SCRIPT,
        JSON.stringify({
          ...task,
          url: context.appUrl,
          directory,
          ...(place !== "a folder" && { s3: s3.env }),
        }),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", (_code, signal) => resolve({ signal, output }));
  });

let seed = 0;
/** Creates an image that no other test sends. It is 640 pixels wide, so stored as four files. */
async function createUpload(): Promise<{ file: string; bytes: Buffer }> {
  seed += 1;
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 53) % 256 };
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const file = join(folder, `${seed}.jpg`);
  writeFileSync(file, bytes);
  return { file, bytes };
}

const actionContext = () => ({
  ...services(),
  actor: randomUUID(),
  now: new Date(),
  httpRequestId: "test",
});

async function send(bytes: Uint8Array, store = images): Promise<UploadReply> {
  const form = new FormData();
  form.set("file", new File([bytes as BlobPart], "photo.jpg"));
  const request = new Request("http://localhost/", { method: "POST", body: form });
  return (await receiveImage({ ...actionContext(), images: store }, { request })).reply;
}

async function store(bytes: Uint8Array) {
  const reply = await send(bytes);
  if (!reply.ok) throw new Error(reply.message);
  return reply.image;
}

const getUnpublishedRow = async () => {
  const rows = await queryRows(
    context.db,
    "select id, key, width, height, state from media_images where state <> 'published'",
  );
  expect(rows).toHaveLength(1);
  return rows[0] as StoredImage & { id: string; state: string };
};
const listRowStates = (key: string) =>
  queryRows(context.db, "select state from media_images where key = $1", [key]);
const listFiles = (key: string): string[] => {
  const names =
    place === "a folder"
      ? readdirSync(directory, { recursive: true }).map(String)
      : [...s3.objects.keys()].map((name) => name.slice("media/".length));
  return names.filter((name) => name.startsWith(key) && name.includes("/"));
};
const listImageKeys = async () =>
  (await listImages(context.db, { q: "", after: null })).images.map(({ key }) => key);
const endLeases = () =>
  context.owner.$client.query(
    "update media_images set lease_until = now() - interval '1 second' where lease_until is not null",
  );
/** Runs the job on two instances at once, and then once more. */
async function cleanUp(): Promise<void> {
  await Promise.all([removeImages(services()), removeImages(services())]);
  await removeImages(services());
}

describe.each(PLACES)("in %s", (testedPlace) => {
  beforeAll(() => {
    place = testedPlace;
    images = place === "a folder" ? openImageFiles(directory) : openObjects();
  });
  afterAll(async () => {
    await endLeases();
    await cleanUp();
    place = "a folder";
    images = openImageFiles(directory);
  });
  /** An object is written and deleted as a whole; the other points are those of files. */
  const isPossible = ([killAt]: [KillAt, number]) =>
    testedPlace === "a folder" || !/^(?:within|after one)/.test(killAt);

  describe("an upload whose process dies", () => {
    const killPoints = (
      [
        ["before the first file", 0],
        ["within the second file", 1],
        ["after the last file", 4],
      ] as [KillAt, number][]
    ).filter(isPossible);

    test.each(killPoints)(
      "%s is never shown, and the job removes it",
      async (killAt, filesWritten) => {
        const { file } = await createUpload();
        expect((await runProcess({ file, killAt })).signal).toBe("SIGKILL");
        const { key, state } = await getUnpublishedRow();
        expect(state).toBe("reserved");
        expect(listFiles(key)).toHaveLength(filesWritten);
        expect(await listImageKeys()).not.toContain(key);
        await cleanUp();
        expect(listFiles(key)).toHaveLength(filesWritten);
        await endLeases();
        await cleanUp();
        expect(listFiles(key)).toEqual([]);
        expect(await listRowStates(key)).toEqual([]);
      },
    );

    test.each(killPoints)("%s can be sent again once its lease has ended", async (killAt) => {
      const { file, bytes } = await createUpload();
      await runProcess({ file, killAt });
      const { key } = await getUnpublishedRow();
      await endLeases();
      expect(await send(bytes)).toMatchObject({ ok: true, isNew: true, image: { key } });
      expect(listFiles(key)).toHaveLength(4);
      expect(await listImageKeys()).toContain(key);
      await cleanUp();
      expect(listFiles(key)).toHaveLength(4);
    });
  });

  test("an upload whose publishing failed keeps its files while its lease lasts", async () => {
    const { bytes } = await createUpload();
    await context.owner.$client.query("alter table audit_log rename to audit_away");
    await expect(send(bytes)).rejects.toThrow("audit_log");
    await context.owner.$client.query("alter table audit_away rename to audit_log");
    const { key, state } = await getUnpublishedRow();
    expect(state).toBe("reserved");
    await cleanUp();
    expect(listFiles(key)).toHaveLength(4);
    await endLeases();
    await cleanUp();
    expect(listFiles(key)).toEqual([]);
  });

  test("an upload that hung until its files were removed writes them again", async () => {
    const { bytes } = await createUpload();
    let putCount = 0;
    const slowStore: ImageStore = {
      ...images,
      async put(name, content) {
        await images.put(name, content);
        putCount += 1;
        if (putCount !== 2) return;
        await endLeases();
        await cleanUp();
      },
    };
    const reply = await send(bytes, slowStore);
    expect(reply).toMatchObject({ ok: true, isNew: true });
    if (!reply.ok) return;
    expect(putCount).toBe(2 + 4);
    expect(listFiles(reply.image.key)).toHaveLength(4);
    expect(await listRowStates(reply.image.key)).toEqual([{ state: "published" }]);
  });

  test("an upload that failed long after its lease leaves the files of its successor", async () => {
    const { bytes } = await createUpload();
    let laterReply: UploadReply | undefined;
    const failingStore: ImageStore = {
      ...images,
      async put() {
        await endLeases();
        laterReply = uploadReplySchema.parse(
          JSON.parse((await runProcess({ file: join(folder, `${seed}.jpg`) })).output),
        );
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      },
    };
    expect(await send(bytes, failingStore)).toMatchObject({ ok: false });
    expect(laterReply).toMatchObject({ ok: true, isNew: true });
    if (!laterReply?.ok) return;
    expect(listFiles(laterReply.image.key)).toHaveLength(4);
  });

  test("three processes that store the same file at once store one image", async () => {
    const { file } = await createUpload();
    const replies = await Promise.all([
      runProcess({ file }),
      runProcess({ file }),
      runProcess({ file }),
    ]);
    const parsedReplies = replies.map(({ output }) => uploadReplySchema.parse(JSON.parse(output)));
    const ids = parsedReplies.map((reply) => (reply.ok ? reply.image.id : reply.message));
    expect(new Set(ids).size).toBe(1);
    expect(parsedReplies.filter((reply) => reply.ok && reply.isNew)).toHaveLength(1);
    const [firstReply] = parsedReplies;
    if (!firstReply?.ok) throw new Error("nothing was stored");
    expect(listFiles(firstReply.image.key)).toHaveLength(4);
  });

  describe("a deletion whose process dies", () => {
    test.each(
      (
        [
          ["before files are deleted", 4],
          ["after one file was deleted", 3],
        ] as [KillAt, number][]
      ).filter(isPossible),
    )("%s: the image is gone at once, the job removes the rest", async (killAt, filesLeft) => {
      const image = await store((await createUpload()).bytes);
      expect((await runProcess({ deleteId: image.id, killAt })).signal).toBe("SIGKILL");
      expect(await listImageKeys()).not.toContain(image.key);
      expect((await getUnpublishedRow()).state).toBe("deleted");
      await cleanUp();
      expect(listFiles(image.key)).toHaveLength(filesLeft);
      await endLeases();
      await cleanUp();
      expect(listFiles(image.key)).toEqual([]);
      expect(await listRowStates(image.key)).toEqual([]);
    });
  });

  describe("files without a row", () => {
    /** Simulates restoring a backup of the database that is older than the image. */
    async function createOrphan() {
      const { bytes } = await createUpload();
      const image = await store(bytes);
      await context.owner.$client.query("delete from media_images where id = $1", [image.id]);
      await Promise.all([findOrphanedFiles(services()), findOrphanedFiles(services())]);
      expect((await getUnpublishedRow()).state).toBe("orphaned");
      return { image, bytes };
    }
    const ageOrphans = () =>
      context.owner.$client.query(
        "update media_images set created_at = now() - interval '8 days' where state = 'orphaned'",
      );

    test("are removed after a week, and others stay", async () => {
      const otherImage = await store((await createUpload()).bytes);
      const { image } = await createOrphan();
      expect(await listImageKeys()).not.toContain(image.key);
      await cleanUp();
      expect(listFiles(image.key)).toHaveLength(4);
      await ageOrphans();
      await cleanUp();
      expect(listFiles(image.key)).toEqual([]);
      expect(await listRowStates(image.key)).toEqual([]);
      expect(listFiles(otherImage.key)).toHaveLength(4);
    });

    test("are restored when the same file is stored", async () => {
      const { image, bytes } = await createOrphan();
      const name = getStoredName(getImageUrl(image));
      await images.put(name, Buffer.from("cut"));
      expect(await store(bytes)).toMatchObject({ key: image.key });
      const file = await new Response((await images.get(name))?.open()).arrayBuffer();
      expect((await sharp(file).metadata()).width).toBe(640);
      await cleanUp();
      expect(listFiles(image.key)).toHaveLength(4);
    });
  });

  test("an image whose files are gone raises an alarm with their number", async () => {
    const image = await store((await createUpload()).bytes);
    const countMissing = async () => {
      let count = 0;
      const error = ({ images }: { images: number }) => {
        count = images;
      };
      const log = { warn() {}, error } as unknown as Logger;
      const later = new Date(Date.now() + 2 * 60 * 60_000);
      await findOrphanedFiles({ ...services(), log, now: () => later });
      return count;
    };
    const before = await countMissing();
    await images.deleteFolder(getImageFolder(image));
    expect(await countMissing()).toBe(before + 1);
  });

  test("a reservation in a backup that is restored ends like any other", async () => {
    const image = { key: randomUUID().replaceAll("-", ""), width: 10, height: 10 };
    await images.put(`${getImageFolder(image)}/10.webp`, Buffer.from("x"));
    await context.owner.$client.query(
      "insert into media_images (id, state, lease_id, lease_until, key, name, width, height, bytes, created_at) values (gen_random_uuid(), 'reserved', gen_random_uuid(), '2026-01-01', $1, 'x', 10, 10, 1, '2026-01-01')",
      [image.key],
    );
    await cleanUp();
    expect(listFiles(image.key)).toEqual([]);
  });

  test("a reserved image can be neither changed nor deleted by its id", async () => {
    const { file } = await createUpload();
    await runProcess({ file, killAt: "after the last file" });
    const { id, key } = await getUnpublishedRow();
    const form = new FormData();
    form.set("intent", "delete");
    expect(await handleImageForm(actionContext(), { id, form })).toMatchObject({ ok: false });
    expect(await listRowStates(key)).toEqual([{ state: "reserved" }]);
  });
});

describe("files of a folder", () => {
  test("leaves a partial file only in a folder that is never read, until the job deletes it", async () => {
    const unfinished = () => readdirSync(join(directory, "unfinished"));
    for (const name of unfinished()) rmSync(join(directory, "unfinished", name));
    const { file } = await createUpload();
    await runProcess({ file, killAt: "within the second file" });
    await findOrphanedFiles(services());
    const [name = ""] = unfinished();
    expect(name).not.toBe("");
    const oldTime = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(join(directory, "unfinished", name), oldTime, oldTime);
    await findOrphanedFiles(services());
    expect(unfinished()).toEqual([]);
    await endLeases();
    await cleanUp();
  });

  test("the same file can be stored again, whole, before the job has run", async () => {
    const { bytes } = await createUpload();
    const image = await store(bytes);
    await runProcess({ deleteId: image.id, killAt: "after one file was deleted" });
    await endLeases();
    expect(await store(bytes)).toMatchObject({ key: image.key });
    expect(listFiles(image.key)).toHaveLength(4);
  });

  test("are only deleted if they are images", async () => {
    mkdirSync(join(directory, "lost+found"), { recursive: true });
    writeFileSync(join(directory, "notes.txt"), "of an operator");
    await findOrphanedFiles(services());
    expect(
      await queryRows(context.db, "select 1 from media_images where state = 'orphaned'"),
    ).toEqual([]);
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(["lost+found", "notes.txt"]));
  });
});
