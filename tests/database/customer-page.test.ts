import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { renderCertificate } from "#app/features/privacy/certificate.server.ts";
import { NO_CONSENT_TEXT } from "#app/features/requests/customer/consent-title.ts";
import {
  addRequestKey,
  hashRequestKey,
  openRequestKey,
  revokeRequestKey,
} from "#app/features/requests/customer/keys.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const now = new Date("2026-11-02T15:00:00Z");
const open = (key: string) => openRequestKey({ db: db(), contactKeys }, { key, now });

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function sendRequest(options: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(db(), { now, ...options });
  if (!result.ok || !result.key) throw new Error("no key");
  return { id: result.id, key: result.key };
}

describe("a key", () => {
  test("of 192 bits comes with the stored request; the database has only its keyed hash", async () => {
    const { id, key } = await sendRequest();
    expect(Buffer.from(key, "base64url")).toHaveLength(24);
    expect(await open(key)).toMatchObject({ requestId: id });
    const rows = await queryRows(db(), "select * from request_keys");
    expect(rows).toMatchObject([{ key_hash: hashRequestKey(contactKeys, key), made_for: "form" }]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("opens nothing when it is wrong, cut, of another kind, revoked, or of an erased request", async () => {
    const { id, key } = await sendRequest();
    for (const wrong of ["", "x", key.slice(1), `${key}A`, key.toLowerCase(), "x".repeat(5_000)])
      expect(await open(wrong)).toBeNull();
    const reply = await addRequestKey(db(), contactKeys, {
      requestId: id,
      madeFor: "mail",
      purpose: "reply",
      now,
    });
    expect(await open(reply.key)).toBeNull();
    const second = await addRequestKey(db(), contactKeys, { requestId: id, madeFor: "staff", now });
    expect(await revokeRequestKey(db(), { requestId: id, keyId: second.id, now })).toBe(true);
    expect(await revokeRequestKey(db(), { requestId: id, keyId: second.id, now })).toBe(false);
    expect(await open(second.key)).toBeNull();
    // Older keys stay valid.
    expect(await open(key)).not.toBeNull();
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [id]));
    expect(await open(key)).toBeNull();
    expect(await queryRows(db(), "select id from request_keys")).toEqual([]);
  });

  test("is another one for the same form sent again, and a form makes at most twenty", async () => {
    const key = randomUUID();
    const first = await sendRequest({ key });
    const again = await sendRequest({ key });
    expect(again.id).toBe(first.id);
    expect(again.key).not.toBe(first.key);
    for (let count = 2; count < 20; count += 1) await sendRequest({ key });
    expect(await storeRequest(db(), { now, key })).toMatchObject({ ok: true, key: null });
    expect(await open(first.key)).not.toBeNull();
    expect(await open(again.key)).not.toBeNull();
  });
});

test("the page promises mail only with a mail server", async () => {
  const { id } = await sendRequest();
  const load = (env: Record<string, string>) =>
    loadMyRequest(
      {
        db: db(),
        env: parseEnv({ DATA_DIR: "/tmp/never-written", ...env }),
        settings: { get: async () => siteSettings, drop() {} },
        now: () => now,
      },
      id,
    );
  const mailed = await load({ SMTP_URL: "smtp://127.0.0.1:25" });
  expect(mailed).toMatchObject({ isMailed: true, erase: "ask" });
  expect(mailed?.next.join(" ")).toContain("we email and call you");
  const called = await load({});
  expect(called).toMatchObject({ isMailed: false, erase: "by-staff" });
  expect(called?.next.join(" ")).toContain("we call you to say who it is");
  expect(called?.next.join(" ")).not.toContain("we email");
});

test("the page shows a new request with its consent, and nobody has the details", async () => {
  const { id } = await sendRequest({ values: { description: "Water under the sink" } });
  const page = await loadMyRequest(
    {
      db: db(),
      env: parseEnv({ DATA_DIR: "/tmp/never-written" }),
      settings: { get: async () => siteSettings, drop() {} },
      now: () => now,
    },
    id,
  );
  expect(page).toMatchObject({
    stage: "received",
    recipients: [],
    asked: [],
    canCancel: true,
    consents: [{ title: "With your request", text: expect.stringContaining("By pressing Submit") }],
  });
  expect(page?.facts).toContainEqual({ label: "What is going on?", value: "Water under the sink" });
  await sealConsentRecords(db(), { now, sweep: true });
  expect((await verifyConsentChain(db())).damage).toBeNull();
});

test("the certificate says where no text was captured with a request", async () => {
  const { id } = await sendRequest({ meta: { consent_text_id: "never-shown" } });
  const options = { requestId: id, site: siteSettings, now };
  const certificate = await (await renderCertificate(db(), options))?.text();
  expect(certificate).toContain(NO_CONSENT_TEXT);
  expect(certificate).not.toContain("Agreed");
});
