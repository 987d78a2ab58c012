import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { handlePhotoForm } from "#app/features/photos/actions.server.ts";
import { FORM_REFUSALS } from "#app/features/photos/constants.ts";
import { addPhotos } from "#app/features/photos/mutations.server.ts";
import { createPhotoResponse } from "#app/features/photos/photo-response.server.ts";
import { listPhotos } from "#app/features/photos/queries.server.ts";
import type { PrivateStore } from "#app/features/private-files/private-store.server.ts";
import { removePrivateFiles } from "#app/features/private-files/remove-files.server.ts";
import { writeFiles } from "#app/features/private-files/store-files.server.ts";
import { sweepPrivateFiles } from "#app/features/private-files/sweep-files.server.ts";
import { addPaper, removePaper } from "#app/features/providers/papers/mutations.server.ts";
import { createStaffPaperResponse } from "#app/features/providers/papers/paper-response.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { type S3Fake, startS3 } from "../fakes/s3.ts";
import { createPdf } from "../papers.ts";
import { buildPhotoForm, createImage } from "../photos.ts";
import { openFakeStore } from "../private-store.ts";
import { insertProvider } from "../providers.ts";
import { createRandomAddress } from "../send-raw.ts";

const now = new Date("2031-05-06T12:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let s3: S3Fake;
let privateStore: PrivateStore;
/** What operators read in the log. */
let logged: string[];
beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  s3 = await startS3({ pageSize: 2 });
  privateStore = openFakeStore(s3);
  logged = [];
});
afterEach(async () => {
  await context.close();
  await s3.close();
});

const write = (details: object, message: string) =>
  logged.push(`${JSON.stringify(details)} ${message}`);
const log = { error: write, warn: write, info: () => {} } as unknown as Logger;
const app = () => ({
  db: context.db,
  privateStore,
  log,
  actor: "customer",
  now,
  httpRequestId: "test",
});
const sweep = (store: PrivateStore | null = privateStore) =>
  sweepPrivateFiles({ ...app(), privateStore: store, now: () => new Date() });
const listRows = () =>
  queryRows<{ id: string; state: string }>(
    context.db,
    "select id, state from private_files order by created_at",
  );
const pdf = createPdf();
const countObjects = () => s3.objects.size;

async function addRequest(): Promise<string> {
  const stored = await storeRequest(context.db, { now });
  if (!stored.ok) throw new Error(stored.reason);
  return stored.id;
}
const createPhoto = async () => {
  const image = await createImage({ width: 20, height: 20 }).jpeg().toBuffer();
  return { image, thumbnail: image, width: 20, height: 20 };
};
async function addPhoto() {
  const requestId = await addRequest();
  await addPhotos(app(), { requestId, photos: [await createPhoto()] });
  const [photo] = await listPhotos(context.db, requestId);
  return { requestId, photoId: photo?.id ?? "" };
}
const erase = (requestId: string) =>
  withTransaction(context.db, (tx) => eraseRequestFields(tx, [requestId]));
const endLeases = () =>
  context.owner.$client.query(
    "update private_files set lease_until = now() - interval '1 second' where lease_until is not null",
  );

test("an erasure deletes the objects, and the row says so until they are gone", async () => {
  const { requestId } = await addPhoto();
  expect(countObjects()).toBe(2);
  await erase(requestId);
  expect(await listRows()).toMatchObject([{ state: "deleted" }]);
  s3.fail("InternalError");
  await expect(removePrivateFiles(app())).rejects.toThrow("The object storage refused a request");
  expect(await listRows()).toMatchObject([{ state: "deleted" }]);
  s3.heal();
  // Another instance leaves it alone until the first one has had time to fail.
  expect(await removePrivateFiles(app())).toBe(0);
  await endLeases();
  const removed = await Promise.all([removePrivateFiles(app()), removePrivateFiles(app())]);
  expect(removed[0] + removed[1]).toBe(1);
  expect(countObjects()).toBe(0);
  expect(await listRows()).toEqual([]);
});

test("files that cannot be removed do not keep others waiting", async () => {
  const { requestId } = await addPhoto();
  const other = await addPhoto();
  await erase(requestId);
  await erase(other.requestId);
  s3.fail("AccessDenied", { method: "DELETE", times: 1 });
  expect(await removePrivateFiles(app())).toBe(1);
  expect(logged).toEqual([expect.stringContaining("private files could not be removed")]);
  await endLeases();
  expect(await removePrivateFiles(app())).toBe(1);
  expect(countObjects()).toBe(0);
});

test("a request or a provider that is deleted in any other way loses its objects too", async () => {
  await addPhoto();
  const { id: providerId } = await insertProvider(context.db.$client);
  await addTestPaper(providerId);
  expect(countObjects()).toBe(3);
  await context.owner.$client.query("delete from request_photos");
  await context.owner.$client.query("delete from providers where id = $1", [providerId]);
  expect(await removePrivateFiles(app())).toBe(2);
  expect(countObjects()).toBe(0);
});

test("a bucket that keeps versions raises an alarm with each erasure", async () => {
  await s3.close();
  s3 = await startS3({ isVersioned: true });
  privateStore = openFakeStore(s3);
  const { requestId } = await addPhoto();
  await erase(requestId);
  await removePrivateFiles(app());
  expect(logged).toEqual([expect.stringContaining("alarm: the bucket keeps versions")]);
});

test("a form while the storage is down stores nothing and says so; the next one works", async () => {
  const requestId = await addRequest();
  const send = async () => {
    const body = buildPhotoForm([{ bytes: await createImage().jpeg().toBuffer() }]);
    const request = new Request("http://localhost/", { method: "POST", body });
    return handlePhotoForm(app(), { request, requestId, address: createRandomAddress() });
  };
  s3.fail("SlowDown");
  expect(await send()).toEqual({ status: 503, lines: [FORM_REFUSALS.storage], added: 0 });
  expect(await listPhotos(context.db, requestId)).toEqual([]);
  s3.heal();
  s3.fail("SlowDown", { times: 2 });
  expect(await send()).toBeNull();
  expect(await listPhotos(context.db, requestId)).toHaveLength(1);
  await removePrivateFiles(app());
  expect(countObjects()).toBe(2);
});

test("files whose process died before they counted are removed when their lease has ended", async () => {
  const file = { name: "full.jpg", bytes: Buffer.from("photo"), contentType: "image/jpeg" };
  await writeFiles({ db: context.db, store: privateStore }, [file]);
  expect(await removePrivateFiles(app())).toBe(0);
  expect(countObjects()).toBe(1);
  await endLeases();
  expect(await removePrivateFiles(app())).toBe(1);
  expect(countObjects()).toBe(0);
});

test("a photo that was written too slowly is refused, and leaves nothing", async () => {
  const requestId = await addRequest();
  const slowStore: PrivateStore = {
    ...privateStore,
    async put(...file) {
      await privateStore.put(...file);
      await endLeases();
      await removePrivateFiles(app());
    },
  };
  const photos = [await createPhoto()];
  await expect(
    addPhotos({ ...app(), privateStore: slowStore }, { requestId, photos }),
  ).rejects.toThrow("Files were written too slowly");
  expect(await listPhotos(context.db, requestId)).toEqual([]);
  // The second file was written after the folder was removed: the sweep finds it.
  await sweep();
  expect(await listRows()).toMatchObject([{ state: "orphaned" }]);
});

test("the sweep removes objects without a row after a week, and counts rows without an object", async () => {
  const kept = await addPhoto();
  await addPhoto();
  const orphan = randomUUID();
  const options = { contentType: "image/jpeg", cacheControl: "no-store" };
  await privateStore.put(`${orphan}/full.jpg`, Buffer.from("of an older backup"), options);
  await privateStore.put("notes/readme.txt", Buffer.from("of an operator"), options);
  const [, second] = await listRows();
  await privateStore.deleteFolder(second?.id ?? "");
  await context.owner.$client.query(
    "update private_files set created_at = created_at - interval '2 hours'",
  );
  await Promise.all([sweep(), sweep()]);
  expect(logged.toSorted()).toEqual([
    expect.stringMatching(/^\{"files":1\} alarm: photos or papers of the database are not in/),
    expect.stringMatching(/^\{"files":1\} alarm: photos or papers of the database are not in/),
    expect.stringMatching(/^\{"folders":1\} object storage holds photos or papers/),
  ]);
  await removePrivateFiles(app());
  expect(countObjects()).toBe(2 + 1 + 1);
  await context.owner.$client.query(
    "update private_files set created_at = now() - interval '8 days' where state = 'orphaned'",
  );
  await removePrivateFiles(app());
  expect([...s3.objects.keys()].filter((key) => key.includes(orphan))).toEqual([]);
  expect(countObjects()).toBe(2 + 1);
  expect(await openPhoto(kept)).toMatchObject({ status: 200 });
});

test("without the variables, photos in object storage raise an alarm and are not 'not found'", async () => {
  const photo = await addPhoto();
  await sweep(null);
  expect(logged).toEqual([expect.stringContaining("the S3_ variables are not set")]);
  const response = await createPhotoResponse(
    { app: { ...app(), privateStore: null }, request: new Request("http://localhost/") },
    photo,
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
});

test("staff open a paper by a signed address, and the audit log says so", async () => {
  const { id: providerId } = await insertProvider(context.db.$client);
  const paperId = await addTestPaper(providerId);
  const response = await createStaffPaperResponse(app(), { providerId, paperId });
  expect(response.status).toBe(302);
  const file = await fetch(response.headers.get("location") ?? "");
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="license.pdf"',
  });
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
  expect(
    await queryRows(context.db, "select changes from audit_log where action = 'view-paper'"),
  ).toEqual([{ changes: { paperId } }]);
  const { timeZone } = siteSettings;
  const userId = randomUUID();
  expect(await removePaper(app(), { providerId, userId, paperId, timeZone })).toBe("removed");
  await removePrivateFiles(app());
  expect(countObjects()).toBe(0);
});

async function addTestPaper(providerId: string): Promise<string> {
  const userId = randomUUID();
  await context.db.$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Pat', 'member', $4)",
    [userId, providerId, `${userId}@peach.example`, now],
  );
  const fields = {
    kind: "license" as const,
    number: "MP-1",
    issuer: "Georgia Plumbing Board",
    valid_until: "2032-05-04",
  };
  const file = { contentType: "application/pdf" as const, file: pdf };
  expect(await addPaper(app(), { providerId, userId, fields, file })).toBe("added");
  const [paper] = await queryRows<{ id: string }>(context.db, "select id from provider_documents");
  return paper?.id ?? "";
}

/** The photo that a signed address shows. */
async function openPhoto(photo: { requestId: string; photoId: string }) {
  const request = new Request("http://localhost/?size=thumb");
  const response = await createPhotoResponse({ app: app(), request }, photo);
  return fetch(response.headers.get("location") ?? "");
}
