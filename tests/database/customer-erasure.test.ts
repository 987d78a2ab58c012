import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import type { CustomerContext } from "#app/features/my-request/form-handler.ts";
import { handleMyRequestForm } from "#app/features/my-request/handle-form.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { describeDone } from "#app/features/my-request/notices.ts";
import { listNotices } from "#app/features/notifications/list-notices.server.ts";
import { eraseByCode, sendErasureCode } from "#app/features/privacy/customer-erasure.server.ts";
import { privacyMailKinds } from "#app/features/privacy/mail-kinds.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
import { getPersonData } from "#app/features/privacy/queries.server.ts";
import {
  CORRECTABLE,
  type CorrectionValues,
} from "#app/features/requests/customer/corrections/constants.ts";
import { correctRequest } from "#app/features/requests/customer/corrections/correct-request.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import {
  buildQuote,
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const env = (smtpUrl?: string) =>
  parseEnv({ DATA_DIR: "/tmp/never-written", ...(smtpUrl && { SMTP_URL: smtpUrl }) });
const personContext = () => ({
  db: db(),
  env: env(),
  contactKeys,
  actor: "customer",
  now: clock,
});

async function mailCode(requestId: string): Promise<string> {
  expect(await askForCode(requestId)).toBe("sent");
  return sendCodes();
}
const askForCode = (requestId: string) => sendErasureCode(personContext(), { requestId });

/** Sends what is due. @returns the latest code of a mail; empty where none was sent */
async function sendCodes(): Promise<string> {
  const smtp = await startSmtp();
  const kinds = ["receipt", "address-changed"]
    .map((kind): CustomerMailKind => ({ kind, compose: () => null }))
    .concat(privacyMailKinds);
  await sendDueMails(buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url } }), {
    kinds,
  });
  const code = /Your code: (\d{6})/.exec(smtp.mails.at(-1)?.data ?? "")?.[1] ?? "";
  await smtp.close();
  return code;
}

/** Every table with a value that contains the text, in any column. */
async function findTablesWith(text: string): Promise<string[]> {
  const tables = await queryRows<{ name: string }>(
    db(),
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows(
      db(),
      `select 1 as found from "${name}" t where to_jsonb(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

const send = async (meta?: Record<string, unknown>) => {
  const request = await storeRequest(db(), {
    now: start,
    values: { name: "Erased Example", email: "erase-me@example.com", phone: "(404) 555-0188" },
    meta,
  });
  if (!request.ok || !request.key) throw new Error("no key");
  return { id: request.id, key: request.key };
};

async function changeAddress(requestId: string, email: string): Promise<void> {
  const opened = Object.fromEntries(
    CORRECTABLE.map((field) => [field, buildQuote({ email: "erase-me@example.com" })[field]]),
  ) as CorrectionValues;
  const values = { ...opened, email };
  expect(await correctRequest(personContext(), { requestId, values, opened })).toMatchObject({
    changed: ["email"],
  });
}

test("the mailed code deletes every request of the address, and the link then opens nothing", async () => {
  const { id, key } = await send();
  const second = await send();
  await db().$client.query(
    "insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, 'customer', 'Erased Example wrote this', 'page', $2)",
    [id, start],
  );
  await db().$client.query(
    "insert into request_photos (id, request_id, image, thumbnail, width, height, created_at) values (gen_random_uuid(), $1, 'image', 'image', 1, 1, $2)",
    [id, start],
  );
  const code = await mailCode(id);
  expect(code).toMatch(/^\d{6}$/);
  expect(await findTablesWith(code)).toEqual([]);
  const wrong = code === "000000" ? "000001" : "000000";
  expect(await eraseByCode(personContext(), { requestId: id, code: wrong })).toEqual({
    ok: false,
    reason: "wrong-code",
  });
  expect(await eraseByCode(personContext(), { requestId: id, code })).toEqual({ ok: true });
  // Sealed records of consent stay, by law.
  expect(await findTablesWith("Erased Example")).toEqual(["consent_records"]);
  expect(await findTablesWith("erase-me@example.com")).toEqual([]);
  expect(await findTablesWith("555-0188")).toEqual(["consent_records"]);
  for (const table of ["request_photos", "request_messages", "request_keys", "customer_codes"])
    expect(await queryRows(db(), `select 1 from ${table}`)).toEqual([]);
  for (const gone of [key, second.key])
    expect(await openRequestKey({ db: db(), contactKeys }, { key: gone, now: clock })).toBeNull();
});

test("a code works five times at most and for half an hour, and three are sent an hour", async () => {
  const { id } = await send();
  const code = await mailCode(id);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries += 1)
    expect(await eraseByCode(personContext(), { requestId: id, code: wrong })).toMatchObject({
      reason: "wrong-code",
    });
  expect(await eraseByCode(personContext(), { requestId: id, code })).toEqual({
    ok: false,
    reason: "no-code",
  });
  const second = await mailCode(id);
  clock = new Date(clock.getTime() + 31 * MINUTE_MS);
  expect(await eraseByCode(personContext(), { requestId: id, code: second })).toEqual({
    ok: false,
    reason: "no-code",
  });
  expect(await sendErasureCode(personContext(), { requestId: id })).toBe("sent");
  expect(await sendErasureCode(personContext(), { requestId: id })).toBe("too-many");
  clock = new Date(clock.getTime() + HOUR_MS);
  expect(await sendErasureCode(personContext(), { requestId: id })).toBe("sent");
});

test("three codes an hour and six a day go to one address, whichever requests have or had it", async () => {
  const [first, second] = [await send(), await send()];
  for (let count = 0; count < 3; count += 1) expect(await askForCode(first.id)).toBe("sent");
  expect(await askForCode(second.id)).toBe("too-many");
  await changeAddress(first.id, "other@example.com");
  expect(await askForCode(second.id)).toBe("too-many");
  clock = new Date(clock.getTime() + 2 * HOUR_MS);
  for (let count = 0; count < 3; count += 1) expect(await askForCode(second.id)).toBe("sent");
  clock = new Date(clock.getTime() + 2 * HOUR_MS);
  expect(await askForCode(second.id)).toBe("too-many");
  clock = new Date(clock.getTime() + DAY_MS);
  expect(await askForCode(second.id)).toBe("sent");
});

test("a code goes to no address that the request got after it was asked for", async () => {
  const { id } = await send();
  expect(await askForCode(id)).toBe("sent");
  await changeAddress(id, "thief@example.com");
  expect(await sendCodes()).toBe("");
});

test("staff erase the customer of a request that is held as spam, who gets no mails", async () => {
  const held = await send({ website: "spam" });
  const app = {
    db: db(),
    env: env("smtp://127.0.0.1:1"),
    settings: { get: async () => siteSettings, drop() {} },
    now: () => clock,
  };
  const getEraseState = async () => (await loadMyRequest(app, held.id))?.erase;
  expect(await getEraseState()).toBe("by-staff");
  expect(await askForCode(held.id)).toBe("held");
  await db().$client.query("update crm_outbox set state = 'waiting'");
  expect(await getEraseState()).toBe("ask");
  expect(await askForCode(held.id)).toBe("sent");
});

test("the contact in the CRM is set to do-not-disturb, and its id is kept for staff", async () => {
  const { id } = await send();
  await queryRows(db(), "update service_requests set ghl_contact_id = 'c1' where id = $1", [id]);
  const code = await mailCode(id);
  expect(await eraseByCode(personContext(), { requestId: id, code })).toEqual({ ok: true });
  expect(await queryRows(db(), "select contact_id, state from crm_opt_outs")).toEqual([
    { contact_id: "c1", state: "waiting" },
  ]);
  expect(
    await queryRows(
      db(),
      "select actor, changes -> 'crmContacts' as contacts from audit_log where action = 'erase-person'",
    ),
  ).toEqual([{ actor: "customer", contacts: ["c1"] }]);
});

test("staff get a mail with the contacts to delete in the CRM, each once", async () => {
  const addErasure = (actor: string, contacts: string[]) =>
    db().$client.query(
      "insert into audit_log (id, at, actor, action, entity, changes) values (uuidv7(), $1, $2, 'erase-person', 'person', $3)",
      [start, actor, { crmContacts: contacts }],
    );
  await addErasure("3f0f7c9e-9d5c-4f4e-8a53-0b1f5f6f7a11", ["staff-saw-it"]);
  await addErasure("customer", []);
  for (let n = 1; n <= 11; n += 1) await addErasure("customer", [`c${n}`]);
  clock = new Date(start.getTime() + HOUR_MS);
  const settings = { get: async () => siteSettings, drop() {} };
  const notices = await listNotices({ db: db(), env: env(), now: () => clock, settings });
  const notice = notices.find(({ kind }) => kind === "erased-contacts");
  const first = await notice?.find({ after: null, since: start });
  const second = await notice?.find({ after: first?.subjectId ?? null, since: start });
  expect([first?.subject, second?.subject]).toEqual([
    "10 contacts to delete in the CRM",
    "1 contact to delete in the CRM",
  ]);
  expect(first?.text).toMatch(/^- c1$/m);
  expect(first?.text).not.toContain("staff-saw-it");
  expect(second?.text).toMatch(/^- c11$/m);
  expect(await notice?.find({ after: second?.subjectId ?? null, since: start })).toBeNull();
});

test("for a week after a change of the address no code is sent, and none works that was", async () => {
  const { id } = await send();
  const own = await storeRequest(db(), {
    now: start,
    values: { email: "thief@example.com", phone: "(404) 555-0177" },
  });
  const ownId = (own.ok && own.id) || "";
  const [code, ownCode] = [await mailCode(id), await mailCode(ownId)];
  await changeAddress(id, "thief@example.com");
  expect(await eraseByCode(personContext(), { requestId: id, code })).toMatchObject({
    reason: "no-code",
  });
  // The request of somebody else has this address now.
  expect(await eraseByCode(personContext(), { requestId: ownId, code: ownCode })).toMatchObject({
    reason: "address-changed",
  });
  for (const requestId of [id, ownId])
    expect(await sendErasureCode(personContext(), { requestId })).toBe("address-changed");
  clock = new Date(clock.getTime() + 8 * DAY_MS);
  expect(await sendErasureCode(personContext(), { requestId: id })).toBe("sent");
});

test("the owner of a mistyped address is erased from the request's history, which stays with its customer", async () => {
  const { id } = await send();
  await changeAddress(id, "right@example.com");
  const stranger = { kind: "email", value: "erase-me@example.com" } as const;
  const { formerUses } = await getPersonData(personContext(), stranger);
  expect(formerUses).toMatchObject([{ requestId: id }]);
  expect(await erasePerson(personContext(), { person: stranger })).toMatchObject({ requests: 0 });
  expect(await findTablesWith(stranger.value)).toEqual([]);
  expect(await findTablesWith("right@example.com")).toEqual(["request_events", "service_requests"]);
});

test("a code of another request, and one that was never mailed, erase nothing", async () => {
  const { id } = await send();
  const other = await storeRequest(db(), { now: start });
  const code = await mailCode(id);
  const otherId = (other.ok && other.id) || "";
  expect(await eraseByCode(personContext(), { requestId: otherId, code })).toMatchObject({
    reason: "no-code",
  });
  expect(await sendErasureCode(personContext(), { requestId: otherId })).toBe("sent");
  for (const typed of ["", code])
    expect(await eraseByCode(personContext(), { requestId: otherId, code: typed })).toMatchObject({
      reason: "no-code",
    });
});

test("who asks our team for an erasure is called, except after a stop of all contact", async () => {
  const stored = await storeRequest(db(), { now: start, values: { email: "" } });
  const requestId = (stored.ok && stored.id) || "";
  const form = new FormData();
  form.set("intent", "erase-ask");
  const customer = {
    ...personContext(),
    settings: { get: async () => siteSettings, drop() {} },
    requestFeed: { publishChange() {} },
    caller: { address: "203.0.113.9" },
  } as unknown as CustomerContext;
  const ask = () => handleMyRequestForm(customer, { form, requestId });
  expect(await ask()).toEqual({ ok: true, done: "erase-asked" });
  await suppressContact(db(), {
    phone: "4045550123",
    source: "my-request",
    now: clock,
    contactKeys,
  });
  expect(await ask()).toEqual({ ok: true, done: "erase-asked-by-stopped" });
  expect(describeDone("erase-asked-by-stopped", siteSettings)).toContain(
    `Call ${siteSettings.phone}, so that`,
  );
  const messages = await queryRows<{ text: string }>(
    db(),
    "select text from request_messages order by id",
  );
  expect(messages.map(({ text }) => text.includes("do not call me"))).toEqual([false, true]);
});
