import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { buildPaperForm, createPdf } from "../papers.ts";
import { createImage, createPhonePhoto } from "../photos.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const PATH = "/pro/documents";

const listPaperIds = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/documents\/([0-9a-f-]{36})\/file/g)].map(([, id = ""]) => id)),
];
const getStatus = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site() + path, { headers, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

test("without JavaScript, a photo of a paper is sent, listed, seen and removed", async ({ db }) => {
  const person = await createSignedInPerson(db, { role: "member" });
  const browser = createVisitor({ headers: person.headers });
  const sent = await browser.submit(
    PATH,
    // What the browser says about a file does not count.
    buildPaperForm({ file: await createPhonePhoto(), name: "a.pdf", type: "application/pdf" }),
  );
  expect([sent.status, sent.location]).toEqual([303, `${PATH}?done=sent#notice`]);
  const page = await browser.open(`${PATH}?done=sent`);
  expect(page.text).toContain("Sent. Our team looks at it and emails you what they decide.");
  expect(page.text).toMatch(/License MP-1234 Waiting Georgia Plumbing Board/);
  expect(page.text).toContain("License: no current proof on file.");
  const [id = ""] = listPaperIds(page.html);

  const response = await fetch(`${site()}${PATH}/${id}/file`, { headers: person.headers });
  const image = Buffer.from(await response.arrayBuffer());
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": 'inline; filename="license.jpg"',
    "content-length": String(image.length),
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("sandbox"),
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(image.includes("SECRET")).toBe(false);
  expect((await sharp(image).metadata()).exif).toBeUndefined();
  expect(await sharp(image).metadata()).toMatchObject({ width: 300, height: 400 });

  // A first tap says what happens; the button is behind it.
  const hidden = /<details class="[^"]*"><summary[^>]*><span>Remove…(.*?)<\/details>/.exec(
    page.html,
  );
  expect(hidden?.[1]).toContain("This permanently deletes the document.");
  expect(hidden?.[1]).toContain(`value="${id}"`);
  const removed = await browser.submit(PATH, { remove: id });
  expect([removed.status, removed.location]).toEqual([303, `${PATH}?done=removed#notice`]);
  expect(await getStatus(`${PATH}/${id}/file`, person.headers)).toBe(404);
});

test("a PDF stays as it is, and is saved instead of shown", async ({ db }) => {
  const person = await createSignedInPerson(db);
  const browser = createVisitor({ headers: person.headers });
  const file = createPdf(50_000);
  await browser.submit(PATH, buildPaperForm({ file, name: "x.jpg", type: "image/jpeg" }));
  const [id = ""] = listPaperIds((await browser.open(PATH)).html);
  const staff = await createSignedInStaff(db, "staff");
  for (const [path, headers] of [
    [`${PATH}/${id}/file`, person.headers],
    [`/backyard/providers/${person.providerId}/documents/${id}/file`, staff.headers],
    [`/backyard/providers/${person.providerId}/portal/documents/${id}/file`, staff.headers],
  ] as const) {
    const response = await fetch(site() + path, { headers });
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="license.pdf"',
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  }
  const { rows } = await db.query(
    "select actor, changes from audit_log where action = 'view-paper' and entity = 'provider' and entity_id = $1",
    [person.providerId],
  );
  expect(rows).toEqual([{ actor: staff.userId, changes: { paperId: id } }]);
});

test("files that are no papers are refused with the reason, and what was typed stays", async ({
  db,
}) => {
  const person = await createSignedInPerson(db);
  const browser = createVisitor({ headers: person.headers });
  const jpeg = await createImage().jpeg().toBuffer();
  const refusals: [label: string, form: FormData, status: number, text: string][] = [
    ["no file", buildPaperForm({ file: null }), 400, "Choose a file."],
    [
      "a forged type",
      buildPaperForm({ file: Buffer.from("<script>alert(1)</script>"), type: "image/jpeg" }),
      400,
      "This is not a JPEG, PNG or WebP photo, and not a PDF.",
    ],
    ["a GIF", buildPaperForm({ file: await createImage().gif().toBuffer() }), 400, "This is not a"],
    ["half a photo", buildPaperForm({ file: jpeg.subarray(0, jpeg.length / 2) }), 400, "damaged"],
    ["half a PDF", buildPaperForm({ file: createPdf().subarray(0, 150) }), 400, "damaged"],
    ["a large PDF", buildPaperForm({ file: createPdf(5_300_000) }), 400, "larger than 5 MB"],
    ["a large form", buildPaperForm({ file: createPdf(11_000_000) }), 413, "too large"],
    [
      "an old paper",
      buildPaperForm({ fields: { valid_until: "2020-01-01" } }),
      400,
      "This day has passed.",
    ],
    [
      "a typing error",
      buildPaperForm({ fields: { valid_until: "2999-01-01" } }),
      400,
      "Enter a day within 10 years.",
    ],
    ["an empty number", buildPaperForm({ fields: { number: " " } }), 400, "Enter the number"],
  ];
  for (const [label, form, status, text] of refusals) {
    const page = await browser.submit(PATH, form);
    expect([page.status, page.text.includes(text)], label).toEqual([status, true]);
    if (status === 400) expect(page.html, label).toContain('value="Georgia Plumbing Board"');
  }
  const { rows } = await db.query("select id from provider_documents where provider_id = $1", [
    person.providerId,
  ]);
  expect(rows).toEqual([]);
});

test("a body that is larger than any paper is refused unread", async ({ db }) => {
  const { headers } = await createSignedInPerson(db);
  const response = await fetch(`${site()}${PATH}`, {
    method: "POST",
    headers: { ...headers, Origin: site(), "Content-Length": String(40 * 1024 * 1024) },
    body: buildPaperForm({ file: createPdf(40 * 1024 * 1024) }),
  }).catch(() => null);
  if (response) expect(response.status).toBe(413);
});

test("another company's paper answers like one that does not exist", async ({ db }) => {
  const [ours, theirs] = [await createSignedInPerson(db), await createSignedInPerson(db)];
  const browser = createVisitor({ headers: theirs.headers });
  await browser.submit(PATH, buildPaperForm());
  const [id = ""] = listPaperIds((await browser.open(PATH)).html);
  expect(await getStatus(`${PATH}/${id}/file`, theirs.headers)).toBe(200);
  for (const wrong of [id, randomUUID(), "nonsense"])
    expect(await getStatus(`${PATH}/${wrong}/file`, ours.headers), wrong).toBe(404);
  expect(await getStatus(`${PATH}/${id}/file`)).toBe(302);
  const removal = await createVisitor({ headers: ours.headers }).submit(PATH, { remove: id });
  expect(removal.status).toBe(404);
  const staff = await createSignedInStaff(db, "staff");
  for (const path of ["", "/portal"])
    expect(
      await getStatus(
        `/backyard/providers/${ours.providerId}${path}/documents/${id}/file`,
        staff.headers,
      ),
    ).toBe(404);
  expect(await getStatus(`${PATH}/${id}/file`, theirs.headers)).toBe(200);
});

test("papers that are sent very often are refused for an hour", async ({ db }) => {
  const { headers } = await createSignedInPerson(db);
  const browser = createVisitor({ headers });
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent += 1)
    statuses.push((await browser.submit(PATH, buildPaperForm({ file: null }))).status);
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([400]));
  expect(statuses.at(-1)).toBe(429);
});
