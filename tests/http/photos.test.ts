import { randomUUID } from "node:crypto";
import type pg from "pg";
import sharp from "sharp";
import { expect } from "vitest";
import { insertPlumber, sendCustomer } from "../offers.ts";
import { buildPhotoForm, createImage, createPhonePhoto } from "../photos.ts";
import { createSignedInStaff } from "../staff.ts";
import { sendRaw, site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const LIST = "/backyard/service-requests";

/** A customer who sent a request, with the browser on their own page. */
async function createCustomer(db: pg.Client, zip: string) {
  const customer = await sendCustomer(db, { url: site(), zip });
  const visitor = createVisitor();
  return {
    ...customer,
    ...visitor,
    addPhoto: async () =>
      visitor.submit(
        `${customer.path}/photos`,
        buildPhotoForm([{ bytes: await createImage().jpeg().toBuffer() }]),
      ),
    /** The ids of the photos on the customer's page. */
    listPhotos: async () => listPhotoIds((await visitor.open(customer.path)).html),
  };
}

const listPhotoIds = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/photos\/([0-9a-f-]{36})/g)].map(([, id = ""]) => id)),
];
const getStatus = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site() + path, { headers, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

test("without JavaScript, photos are added, shown and removed on the customer's page", async ({
  db,
}) => {
  const customer = await createCustomer(db, "10201");
  const photosPath = `${customer.path}/photos`;
  const files = [
    { bytes: await createPhonePhoto() },
    { bytes: await createImage().webp().toBuffer() },
  ];
  const added = await customer.submit(photosPath, buildPhotoForm(files));
  expect([added.status, added.location]).toEqual([303, `${customer.path}#photos`]);
  const page = await customer.open(customer.path);
  expect(page.text).toContain("Up to 3 more");
  const [first = "", second = ""] = listPhotoIds(page.html);

  const response = await fetch(`${site()}${photosPath}/${first}`);
  const image = Buffer.from(await response.arrayBuffer());
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": 'inline; filename="photo.jpg"',
    "content-length": String(image.length),
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(image.includes("SECRET")).toBe(false);
  expect(await sharp(image).metadata()).toMatchObject({ width: 300, height: 400 });
  const thumbnail = await fetch(`${site()}${photosPath}/${second}?size=thumb`);
  expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({ width: 480 });

  const removed = await customer.submit(photosPath, { remove: first });
  expect([removed.status, removed.location]).toEqual([303, `${customer.path}#photos`]);
  expect(await customer.listPhotos()).toEqual([second]);
  expect(await getStatus(`${photosPath}/${first}`)).toBe(404);
});

test("a form with bad photos shows why, and keeps the good one", async ({ db }) => {
  const customer = await createCustomer(db, "10202");
  const page = await customer.submit(
    `${customer.path}/photos`,
    buildPhotoForm([
      { bytes: Buffer.from("<script>alert(1)</script>"), name: "<b>note</b>.jpg" },
      { bytes: await createImage().jpeg().toBuffer() },
    ]),
  );
  expect(page.status).toBe(422);
  expect(page.html).not.toContain("<b>note");
  expect(page.text).toContain(
    "Photo 1 (<b>note</b>.jpg) was not added: it is not a JPEG, PNG, WebP or AVIF photo.",
  );
  expect(page.text).toContain("1 photo added.");
  expect(listPhotoIds(page.html)).toHaveLength(1);
  expect(await customer.listPhotos()).toHaveLength(1);
});

test("a wrong key, a revoked key and an unknown photo open nothing", async ({ db }) => {
  const customer = await createCustomer(db, "10203");
  await customer.addPhoto();
  const [photo] = await customer.listPhotos();
  const path = `${customer.path}/photos/${photo}`;
  expect(await getStatus(path)).toBe(200);
  for (const wrong of [
    `/r/${"x".repeat(32)}/photos/${photo}`,
    `${customer.path}/photos/${randomUUID()}`,
    `${customer.path}/photos/nonsense`,
    `${customer.path}/photos/${photo}/more`,
  ])
    expect(await getStatus(wrong), wrong).toBe(404);
  await db.query("update request_keys set revoked_at = now() where request_id = $1", [customer.id]);
  expect(await getStatus(path)).toBe(404);
  const refused = await customer.addPhoto();
  expect(refused.status).toBe(404);
  expect(refused.text).toContain("This link does not work");
  const { rows } = await db.query("select id from request_photos where request_id = $1", [
    customer.id,
  ]);
  expect(rows).toEqual([{ id: photo }]);
});

test("a photo of another request is found by nobody through theirs", async ({ db }) => {
  const [mine, other] = [await createCustomer(db, "10204"), await createCustomer(db, "10204")];
  await other.addPhoto();
  const [photo = ""] = await other.listPhotos();
  const staff = await createSignedInStaff(db, "staff");
  expect(await getStatus(`${mine.path}/photos/${photo}`)).toBe(404);
  expect(await getStatus(`${LIST}/${mine.id}/photos/${photo}`, staff.headers)).toBe(404);
  expect(await getStatus(`${LIST}/nonsense/photos/${photo}`, staff.headers)).toBe(404);
  expect(await getStatus(`${LIST}/${other.id}/photos/${photo}`, staff.headers)).toBe(200);
  expect(await getStatus(`${LIST}/${other.id}/photos/${photo}`)).toBe(302);
  await mine.submit(`${mine.path}/photos`, { remove: photo });
  expect(await other.listPhotos()).toEqual([photo]);
});

test("the provider sees photos only after the customer's yes, and staff always", async ({ db }) => {
  const customer = await createCustomer(db, "10205");
  await customer.addPhoto();
  const [photo = ""] = await customer.listPhotos();
  const stranger = await createCustomer(db, "10205");
  await stranger.addPhoto();
  const [otherPhoto = ""] = await stranger.listPhotos();
  const provider = await insertPlumber(db, "10205");
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const post = async (fields: Record<string, string>) =>
    (await staff.submit(`${LIST}/${customer.id}.data`, { id: customer.id, ...fields })).html;
  const offered = await post({ intent: "offer", providerId: provider.id });
  const offerPath = /\/offers\/[\w-]{32}/.exec(offered)?.[0] ?? "";
  const expectHidden = async () => {
    expect(listPhotoIds((await createVisitor().open(offerPath)).html)).toEqual([]);
    expect(await getStatus(`${offerPath}/photos/${photo}`)).toBe(404);
  };
  await expectHidden();
  await createVisitor().submit(offerPath, { answer: "accept" });
  await expectHidden();

  const { rows } = await db.query<{ id: string }>("select id from offers where request_id = $1", [
    customer.id,
  ]);
  await post({ intent: "customer-answer", offerId: rows[0]?.id ?? "", answer: "yes" });
  expect(listPhotoIds((await createVisitor().open(offerPath)).html)).toEqual([photo]);
  expect(await getStatus(`${offerPath}/photos/${photo}`)).toBe(200);
  expect(await getStatus(`${offerPath}/photos/${otherPhoto}`)).toBe(404);
  const request = await staff.open(`${LIST}/${customer.id}`);
  expect(listPhotoIds(request.html)).toEqual([photo]);
  expect(request.text).toContain("The customer added 1 photo");

  await db.query(
    "insert into suppressions (id, contact_hash, kind, source, opted_out_at) select gen_random_uuid(), phone_hash, 'phone', 'test', now() from service_requests where id = $1",
    [customer.id],
  );
  await expectHidden();
});

test("a body that announces too many bytes is refused before it is read", async () => {
  const { status } = await sendRaw(`/r/${"x".repeat(32)}/photos`, {
    method: "POST",
    headers: {
      Origin: site(),
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(61 * 1024 * 1024),
    },
    body: "--x",
  });
  expect(status).toBe(413);
});
