import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { renderCertificate } from "#app/features/privacy/certificate.server.ts";
import { renderConsentProof } from "#app/features/privacy/consent-proof.server.ts";
import {
  changePhone,
  getTextMark,
} from "#app/features/requests/customer/corrections/change-phone.server.ts";
import {
  CORRECTABLE,
  type CorrectionValues,
} from "#app/features/requests/customer/corrections/constants.ts";
import { correctRequest } from "#app/features/requests/customer/corrections/correct-request.server.ts";
import { formatCorrection } from "#app/features/requests/customer/corrections/format-correction.server.ts";
import { addRequestKey, openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { requestMailKinds } from "#app/features/requests/customer/mails/request-mail-kinds.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import {
  buildQuote,
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { startSmtp } from "../fakes/smtp.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const now = new Date(start.getTime() + MINUTE_MS);

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const app = () => ({
  db: db(),
  actor: "customer",
  now,
  httpRequestId: "r",
  env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
  settings: { get: async () => siteSettings, drop() {} },
  consentTexts: createConsentTexts(db(), () => now),
  contactKeys,
  caller: { address: "203.0.113.9", userAgent: "test", gpc: false },
});
const opened = Object.fromEntries(
  CORRECTABLE.map((field) => [field, buildQuote()[field]]),
) as CorrectionValues;
async function addRequest() {
  const stored = await storeRequest(db(), { now: start });
  if (!stored.ok) throw new Error(stored.reason);
  return stored.id;
}
const correct = (requestId: string, changes: Partial<CorrectionValues>, from = opened) =>
  correctRequest(app(), { requestId, values: { ...from, ...changes }, opened: from });
const readRequest = async (id: string) =>
  (await queryRows(db(), "select * from service_requests where id = $1", [id]))[0] ?? {};
const listTimeline = async () =>
  (
    await queryRows<{ kind: string; detail: Record<string, unknown> }>(
      db(),
      "select kind, detail from request_events order by at, id",
    )
  ).map(({ kind, detail }) => formatCorrection(kind, detail));

describe("a correction", () => {
  test("is stored with its normalized copies and hashes, and staff see what changed", async () => {
    const id = await addRequest();
    const changes = { email: " New@Example.com ", zipCode: "10001", address: "9 Oak Street" };
    expect(await correct(id, changes)).toEqual({
      ok: true,
      changed: ["address", "zipCode", "email"],
    });
    expect(await readRequest(id)).toMatchObject({
      address: "9 Oak Street",
      zip_code: "10001",
      zip_valid: "10001",
      customer_email: " New@Example.com ",
      email_normalized: "new@example.com",
      email_hash: hashContact(contactKeys, "new@example.com"),
      phone_hash: hashContact(contactKeys, "+14045550123"),
      city: "Atlanta",
    });
    expect(await listTimeline()).toEqual([
      "The customer corrected the request: Email from “jordan@example.com” to “ New@Example.com ”; Address from “12 Elm Street” to “9 Oak Street”; ZIP from “30301” to “10001”.",
    ]);
    expect(
      await queryRows(db(), "select actor, changes from audit_log where action = 'correct'"),
    ).toEqual([{ actor: "customer", changes: { fields: ["address", "zipCode", "email"] } }]);
  });

  test("to a ZIP code in another time zone keeps the hours that were wished", async () => {
    const id = await addRequest();
    await db().$client.query(
      `insert into request_windows (id, request_id, starts_at, ends_at, created_at)
       select gen_random_uuid(), $1, t::timestamptz, t::timestamptz + interval '2 hours', $2
       from unnest(array['2026-11-05 08:00-05', '2026-11-05 10:00-05']) t`,
      [id, start],
    );
    const listWindows = () =>
      queryRows<{ id: string; startsAt: Date }>(
        db(),
        'select id, starts_at as "startsAt", ends_at - starts_at as length from request_windows order by starts_at',
      );
    const before = await listWindows();
    // Atlanta is two hours ahead of Denver, so the first window becomes the former second one.
    await correct(id, { zipCode: "80202" });
    const after = await listWindows();
    expect(after.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      "2026-11-05T15:00:00.000Z",
      "2026-11-05T17:00:00.000Z",
    ]);
    expect(after.map((window) => ({ ...window, startsAt: null }))).toEqual(
      before.map((window) => ({ ...window, startsAt: null })),
    );
  });

  test("of the email address ends the links that were mailed, and tells the former address alone", async () => {
    const id = await addRequest();
    const keyOptions = { requestId: id, now: start } as const;
    const mailed = await addRequestKey(db(), contactKeys, { ...keyOptions, madeFor: "mail" });
    const used = await addRequestKey(db(), contactKeys, { ...keyOptions, madeFor: "mail" });
    const given = await addRequestKey(db(), contactKeys, { ...keyOptions, madeFor: "staff" });
    const purpose = "reply";
    const reply = await addRequestKey(db(), contactKeys, {
      ...keyOptions,
      madeFor: "mail",
      purpose,
    });
    const open = ({ key }: { key: string }, of?: "reply") =>
      openRequestKey(app(), { key, purpose: of, now });
    await correct(id, { address: "9 Oak Street" });
    expect(await open(mailed)).not.toBeNull();
    const values = { ...opened, email: "new@example.com" };
    await correctRequest(app(), { requestId: id, values, opened, keyId: used.id });
    expect([await open(mailed), await open(reply, purpose)]).toEqual([null, null]);
    expect([await open(used), await open(given)]).not.toContain(null);

    await db().$client.query("delete from customer_mails where kind = 'receipt'");
    const keys = () => queryRows(db(), "select id from request_keys order by id");
    const before = await keys();
    const smtp = await startSmtp();
    const env = parseEnv({
      SMTP_URL: smtp.url,
      PUBLIC_URL: "https://henry.example",
      INBOUND_MAIL_ADDRESS: "reply@henry.example",
      MAIL_WEBHOOK_SECRET: `whsec_${"A".repeat(32)}`,
    });
    const mailApp = { ...app(), env, log: createLogger("silent"), now: () => now, random: () => 0 };
    // Whoever took over a request cannot silence this mail.
    await suppressContact(db(), {
      email: "new@example.com",
      source: "my-request",
      now,
      contactKeys,
    });
    await sendDueMails(mailApp, { kinds: requestMailKinds });
    await sendDueMails(mailApp, { kinds: requestMailKinds });
    const about = smtp.mails.filter(({ data }) => data.includes("was changed"));
    expect(about.map(({ to }) => to)).toEqual([["jordan@example.com"]]);
    expect(about[0]?.data).toContain(`Was it not you? Call ${siteSettings.phone}.`);
    expect(about[0]?.data).not.toMatch(/\/r\/|Reply-To|new@example/);
    expect(await keys()).toEqual(before);
    closeMailTransports();
    await smtp.close();
  });

  test("of the email address is taken three times a day, whatever it was to", async () => {
    const id = await addRequest();
    const write = (email: string, from: string, at = now) =>
      correctRequest(
        { ...app(), now: at },
        { requestId: id, values: { ...opened, email }, opened: { ...opened, email: from } },
      );
    const addresses = [opened.email, "a@example.com", "b@example.com", opened.email] as const;
    for (const [index, email] of addresses.slice(1).entries())
      expect(await write(email, addresses[index] ?? "")).toMatchObject({ ok: true });
    for (const email of ["c@example.com", ""])
      expect(await write(email, opened.email)).toMatchObject({
        reason: "fields",
        errors: {
          email: expect.stringMatching(/3 times in the last 24 hours\. Call us, or write/),
        },
      });
    expect(await readRequest(id)).toMatchObject({ email_normalized: opened.email });
    // Another spelling is no other address, and the rest can be corrected.
    expect(await write("Jordan@Example.com", opened.email)).toMatchObject({ ok: true });
    expect(await correct(id, { city: "Decatur" })).toMatchObject({ ok: true });
    const nextDay = new Date(now.getTime() + DAY_MS);
    expect(await write("c@example.com", "Jordan@Example.com", nextDay)).toMatchObject({ ok: true });
  });

  test("keeps to the rules of the form, and stores nothing of a wrong form", async () => {
    const id = await addRequest();
    expect(
      await correct(id, { address: " ", state: "Georgia", description: "x".repeat(4_001) }),
    ).toEqual({
      ok: false,
      reason: "fields",
      errors: {
        address: "Enter the street address of the property.",
        state: "Please keep this to 2 characters.",
        description: "Please keep this to 4000 characters.",
      },
    });
    expect(await readRequest(id)).toMatchObject({ address: "12 Elm Street", state: "GA" });
    expect(await correct(id, { email: "", zipCode: "3030" })).toMatchObject({ ok: true });
    expect(await readRequest(id)).toMatchObject({
      customer_email: null,
      email_normalized: null,
      email_hash: null,
      zip_code: "3030",
      zip_valid: null,
    });
  });

  test("from an old page leaves what it did not change", async () => {
    const id = await addRequest();
    await correct(id, { city: "Decatur" });
    // Opened before that, with another field changed.
    await correct(id, { description: "Two leaks\r\nin the bath" });
    expect(await readRequest(id)).toMatchObject({
      city: "Decatur",
      description: "Two leaks\nin the bath",
    });
    // The line break is not a change of its own.
    const present = { ...opened, city: "Decatur", description: "Two leaks\r\nin the bath" };
    expect(await correct(id, {}, present)).toEqual({ ok: true, changed: [] });
    expect(await listTimeline()).toHaveLength(2);
  });

  test("is marked where the CRM has the old values, or a provider had accepted", async () => {
    const id = await addRequest();
    const providerId = randomUUID();
    await db().$client.query(
      "insert into providers (id, company_name, contact_name, phone, created_at) values ($1, 'Peach', 'Pat', '4045550100', $2)",
      [providerId, start],
    );
    await db().$client.query(
      "insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at) values (gen_random_uuid(), $1, $2, 'accepted', 'h', 0, 'x', $3, $3)",
      [id, providerId, start],
    );
    await db().$client.query("update service_requests set synced_at = $2 where id = $1", [id, now]);
    await correct(id, { zipCode: "10001" });
    expect((await listTimeline())[0]).toMatch(
      /A provider had accepted before: check that they serve the new ZIP\. The CRM has the old values: change them there\.$/,
    );
  });

  test("is refused for a closed request, after a stop, and to an address that was stopped", async () => {
    const id = await addRequest();
    await suppressContact(db(), { email: "gone@example.com", source: "test", now, contactKeys });
    expect(await correct(id, { email: "GONE@example.com" })).toMatchObject({
      errors: { email: expect.stringContaining("not to write to this address") },
    });
    await suppressContact(db(), { phone: "+14045550123", source: "test", now, contactKeys });
    expect(await correct(id, { city: "Decatur" })).toEqual({ ok: false, reason: "opted-out" });
    await db().$client.query("delete from suppressions");
    await db().$client.query("update service_requests set status = 'closed', closed_at = $1", [
      now,
    ]);
    expect(await correct(id, { city: "Decatur" })).toEqual({ ok: false, reason: "closed" });
  });

  test("is no longer in the timeline of an erased person", async () => {
    const id = await addRequest();
    await correct(id, { address: "9 Oak Street" });
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [id]));
    expect(await listTimeline()).toEqual(["The customer corrected the request"]);
    expect(await correct(id, { city: "Decatur" })).toEqual({ ok: false, reason: "closed" });
  });
});

describe("another phone number", () => {
  const change = (
    requestId: string,
    phone: string,
    shownText = getTextMark(siteSettings, null),
    findConnected = async (): Promise<string | null> => null,
  ) => changePhone(app(), { requestId, phone, shownText, shownAt: start, findConnected });

  test("is agreed to for the connected company too, in a text that names it", async () => {
    const id = await addRequest();
    const peach = async () => "Peach";
    const refused = { ok: false, reason: "text-changed" };
    expect(await change(id, "(212) 555-0147", undefined, peach)).toEqual(refused);
    const mark = getTextMark(siteSettings, "Peach");
    expect(await change(id, "(212) 555-0147", mark, async () => null)).toEqual(refused);
    // A yes to a company that comes between the check and the lock.
    const answers = [null, "Peach"];
    const late = async () => answers.shift() ?? null;
    expect(await change(id, "(212) 555-0147", undefined, late)).toEqual(refused);
    expect(await readRequest(id)).toMatchObject({ phone_e164: "+14045550123" });
    expect(await change(id, "(212) 555-0147", mark, peach)).toEqual({ ok: true });
    const [record] = await queryRows(
      db(),
      "select rendered_text, text_id from consent_records where kind = 'phone'",
    );
    expect(record?.rendered_text).toMatch(
      /^By pressing Submit.+ I agree that Peach may call me, by hand, about this request at this new number\.$/s,
    );
    expect(record?.text_id).toMatch(/^phone-change-v/);
  });

  test("comes with a consent record of its own, which is sealed and in the proof", async () => {
    const id = await addRequest();
    expect(await change(id, "(212) 555-0147")).toEqual({ ok: true });
    expect(await readRequest(id)).toMatchObject({
      customer_phone: "(212) 555-0147",
      phone_e164: "+12125550147",
      phone_hash: hashContact(contactKeys, "+12125550147"),
      email_hash: hashContact(contactKeys, "jordan@example.com"),
    });
    expect(
      await queryRows(
        db(),
        "select kind, purpose, phone_e164, page_url, ip from consent_records order by created_at",
      ),
    ).toMatchObject([
      { kind: "request", phone_e164: "+14045550123" },
      {
        kind: "phone",
        purpose: "phone-change",
        phone_e164: "+12125550147",
        page_url: "https://henry.example/r/…",
        ip: "203.0.113.9",
      },
    ]);
    await sealConsentRecords(db(), { now, sweep: true });
    expect(await verifyConsentChain(db())).toMatchObject({ checked: 2, damage: null, unsealed: 0 });
    const proof = await (await renderConsentProof(db(), { id, now }))?.text();
    expect(proof).toContain("Another phone number");
    expect(proof).toContain("+12125550147");
    expect(proof).toMatch(/link 2, sealed at/);
    expect(proof).not.toContain("DOES NOT FIT");
    await db().$client.query("update service_requests set customer_name = 'Somebody Else'");
    const options = { requestId: id, site: siteSettings, now };
    const certificate = await (await renderCertificate(db(), options))?.text();
    expect(certificate).toMatch(
      /With your request.+Jordan Example.+\(404\) 555-0123.+With your new phone number.+Jordan Example.+\(212\) 555-0147/s,
    );
    expect(certificate).not.toContain("Somebody Else");
    expect(await listTimeline()).toEqual([
      "The customer changed the phone number, with a new consent: Phone from “(404) 555-0123” to “(212) 555-0147”.",
    ]);
    expect(
      await queryRows(db(), "select changes from audit_log where action = 'change-phone'"),
    ).toEqual([{ changes: { fields: ["phone"] } }]);
  });

  test.each([
    ["no number", "call me", "not-a-number"],
    ["too few digits", "555-0123", "not-a-number"],
    ["a number of another country", "+44 20 7946 0958", "not-a-number"],
    ["the number that we have", "404.555.0123", "same"],
    ["a number that asked us to stop", "212 555 0199", "stopped"],
  ])("is refused for %s", async (_what, phone, reason) => {
    const id = await addRequest();
    await suppressContact(db(), { phone: "+12125550199", source: "test", now, contactKeys });
    expect(await change(id, phone)).toEqual({ ok: false, reason });
    expect(await readRequest(id)).toMatchObject({ phone_e164: "+14045550123" });
    expect(await queryRows(db(), "select id from consent_records")).toHaveLength(1);
  });

  test("is asked for again where the page was open for more than a day", async () => {
    const id = await addRequest();
    const shownAt = new Date(now.getTime() - DAY_MS - MINUTE_MS);
    const shownText = getTextMark(siteSettings, null);
    const findConnected = async () => null;
    const phone = "212 555 0147";
    expect(
      await changePhone(app(), { requestId: id, phone, shownText, shownAt, findConnected }),
    ).toEqual({ ok: false, reason: "shown-long-ago" });
    expect(await queryRows(db(), "select id from consent_records")).toHaveLength(1);
  });

  test("may be one that said stop before the request, since a newer consent lifts that", async () => {
    const before = new Date(start.getTime() - MINUTE_MS);
    await suppressContact(db(), {
      phone: "+12125550199",
      source: "test",
      now: before,
      contactKeys,
    });
    expect(await change(await addRequest(), "212 555 0199")).toEqual({ ok: true });
  });

  test("keeps a provider stopped whom the customer had told to stop", async () => {
    const id = await addRequest();
    const providerId = randomUUID();
    await db().$client.query(
      "insert into providers (id, company_name, contact_name, phone, created_at) values ($1, 'Peach', 'Pat', '4045550100', $2)",
      [providerId, start],
    );
    await db().$client.query(
      "insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at) select gen_random_uuid(), $1, phone_hash, 'test', $2 from service_requests",
      [providerId, start],
    );
    expect(await change(id, "212 555 0147")).toEqual({ ok: true });
    await correct(id, { email: "new@example.com" });
    const hashes = ["+14045550123", "+12125550147", "new@example.com"];
    expect(
      await queryRows(
        db(),
        "select provider_id from provider_opt_outs where contact_hash = any($1) group by provider_id having count(*) = 3",
        [hashes.map((contact) => hashContact(contactKeys, contact))],
      ),
    ).toEqual([{ provider_id: providerId }]);
  });

  test("is refused where the text changed since the page was opened, and after a stop", async () => {
    const id = await addRequest();
    expect(await change(id, "212 555 0147", "another")).toEqual({
      ok: false,
      reason: "text-changed",
    });
    await suppressContact(db(), { phone: "+14045550123", source: "test", now, contactKeys });
    expect(await change(id, "212 555 0147")).toEqual({ ok: false, reason: "opted-out" });
  });
});
