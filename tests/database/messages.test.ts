import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import {
  handleMessageForm,
  writeAsCustomer,
  writeAsProvider,
} from "#app/features/messages/actions.server.ts";
import {
  getCannedReplies,
  saveCannedReplies,
} from "#app/features/messages/canned-replies.server.ts";
import { MESSAGES_A_DAY } from "#app/features/messages/constants.ts";
import { messageMailKinds } from "#app/features/messages/mail-kinds.server.ts";
import { mailProviders } from "#app/features/messages/mail-providers.server.ts";
import { loadCustomerThread, loadProviderThread } from "#app/features/messages/threads.server.ts";
import { createStaffNotifier } from "#app/features/notifications/jobs.server.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { recordCustomerAnswer } from "#app/features/offers/record-customer-answer.server.ts";
import { getPersonData } from "#app/features/privacy/queries.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const ana = randomUUID();

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  await db().$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', 'ana@staff.example', $2, $2)",
    [ana, start],
  );
  await db().$client.query(
    "insert into admin_users (user_id, role, is_active, display_name, created_at) values ($1, 'staff', true, 'Ana', $2)",
    [ana, start],
  );
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const later = (ms = MINUTE_MS) => {
  clock = new Date(clock.getTime() + ms);
};
const app = (env: Record<string, string> = {}) =>
  buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url, ...env } });
const published: string[] = [];
const act = (actor: string = ana) => {
  later();
  const requestFeed = { publishChange: (id: string) => void published.push(id) };
  return { db: db(), actor, now: clock, requestFeed: requestFeed as never, notifyOutbox() {} };
};
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

async function sendRequest(values: Record<string, string> = {}): Promise<string> {
  const request = await storeRequest(db(), { now: start, values });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}

async function addProvider(company: string, email: string | null): Promise<string> {
  const id = randomUUID();
  await db().$client.query(
    `insert into providers (id, company_name, contact_name, contact_email, phone, verification_status, service_area_zips, created_at)
     values ($1, $2, 'Pat', $3, '4045550100', 'verified', '{30301}', $4)`,
    [id, company, email, start],
  );
  return id;
}

/** Offers the request to a new provider, who accepts; `yes` of the customer connects them. */
async function acceptOffer(
  requestId: string,
  { company = "Peach Plumbing", email = "pat@provider.example" as string | null } = {},
) {
  const providerId = await addProvider(company, email);
  const offer = await createOffer(act(), { serviceRequestId: requestId, providerId, cost: 0 });
  if (!offer.ok) throw new Error(offer.reason);
  const { offerId, token } = offer;
  const accepted = await recordProviderAnswer(act(), { token, accept: true });
  expect(accepted).toMatchObject({ ok: true });
  return { offerId, token, providerId };
}
async function connect(requestId: string, options?: Parameters<typeof acceptOffer>[1]) {
  const offer = await acceptOffer(requestId, options);
  const answered = await recordCustomerAnswer(act(), { offerId: offer.offerId, answer: "yes" });
  expect(answered).toEqual({ ok: true });
  return offer;
}

const asCustomer = (requestId: string, text: string, offerId = "") =>
  writeAsCustomer(act("customer"), { requestId, form: formOf({ text, offerId }) });
const asProvider = (token: string, text: string) =>
  writeAsProvider(act("provider"), { token, form: formOf({ text }), address: "198.51.100.7" });
const asStaff = (id: string, text: string, offerId = "") =>
  handleMessageForm(act(), { form: formOf({ intent: "message", id, text, offerId }) });
const readCustomerThread = async (requestId: string) =>
  (
    await loadCustomerThread({ db: db(), now: clock }, { requestId, timeZone: "America/New_York" })
  ).messages.map(({ from, to, text }) => [from, to, text]);
const readProviderThread = async (token: string) =>
  (await loadProviderThread(app(), { token }))?.messages.map(({ from, text }) => [from, text]) ??
  null;

describe("the thread", () => {
  test("is between customer and staff before a yes, in the order in which they wrote", async () => {
    const requestId = await sendRequest();
    const { offerId, token } = await acceptOffer(requestId);
    expect(await asCustomer(requestId, " When?\r\nToday? ")).toMatchObject({ ok: true });
    expect(await asStaff(requestId, "Tomorrow.")).toEqual({ ok: true, intent: "message" });
    expect(await readCustomerThread(requestId)).toEqual([
      ["You", null, "When?\nToday?"],
      ["Our team", null, "Tomorrow."],
    ]);
    // The company has accepted, and the customer has not answered.
    expect(await readProviderThread(token)).toBeNull();
    expect(await asProvider(token, "Hello")).toMatchObject({ ok: false, status: 409 });
    for (const write of [asCustomer, asStaff])
      expect(await write(requestId, "Psst", offerId)).toMatchObject({ ok: false });
    expect(await readCustomerThread(requestId)).toHaveLength(2);
    expect(published).toContain(requestId);
  });

  test("shows a connected company only what is written to it", async () => {
    const requestId = await sendRequest();
    await asCustomer(requestId, "The gate code is 1234");
    const { offerId, token } = await connect(requestId);
    await asCustomer(requestId, "Only for you");
    await asCustomer(requestId, "Come at nine", offerId);
    await asStaff(requestId, "We check on Friday", offerId);
    await asStaff(requestId, "They are reliable");
    expect(await asProvider(token, "See you then")).toEqual({ ok: true });
    expect(await readProviderThread(token)).toEqual([
      ["Jordan Example", "Come at nine"],
      [siteSettings.brand, "We check on Friday"],
      ["You", "See you then"],
    ]);
    expect((await readCustomerThread(requestId)).slice(2)).toEqual([
      ["You", "Peach Plumbing", "Come at nine"],
      ["Our team", "Peach Plumbing", "We check on Friday"],
      ["Our team", null, "They are reliable"],
      ["Peach Plumbing", null, "See you then"],
    ]);
  });

  test("is closed to a company whose customer canceled, said stop or was connected long ago", async () => {
    const ends: ((requestId: string, phone: string) => Promise<unknown>)[] = [
      (requestId) => cancelRequest(act("customer"), { requestId }),
      (_id, phone) => suppressContact(db(), { phone, source: "test", now: clock, contactKeys }),
      async () => later(31 * DAY_MS),
    ];
    for (const [index, end] of ends.entries()) {
      const phone = `404555020${index}`;
      const requestId = await sendRequest({ phone, email: `c${index}@example.com` });
      const { token, offerId } = await connect(requestId);
      await asCustomer(requestId, "Come at nine", offerId);
      await end(requestId, phone);
      expect(await readProviderThread(token)).toBeNull();
      expect(await asProvider(token, "Hello?")).toMatchObject({ ok: false, status: 409 });
      expect(await asCustomer(requestId, "Hello?", offerId)).toMatchObject({ ok: false });
      // Customers may always write to us.
      expect(await asCustomer(requestId, "Hello?")).toMatchObject({ ok: true });
      clock = start;
    }
  });

  test("stays open to a company where the customer stopped only our own messages", async () => {
    const requestId = await sendRequest({ phone: "4045550210" });
    const { token, offerId } = await connect(requestId);
    const stop = { phone: "4045550210", source: "test", now: clock, contactKeys };
    await suppressContact(db(), { ...stop, scope: "company" });
    expect(await asCustomer(requestId, "Come at nine", offerId)).toMatchObject({ ok: true });
    expect(await asProvider(token, "Yes")).toEqual({ ok: true });
  });

  test("stops all contact where the customer writes so, even to the company", async () => {
    const requestId = await sendRequest({ phone: "4045550266" });
    const { token, offerId } = await connect(requestId);
    expect(await asCustomer(requestId, "The leak does not stop.")).toMatchObject({ isStop: false });
    expect(await asCustomer(requestId, "Cancel")).toMatchObject({ isStop: false });
    expect(await readProviderThread(token)).toEqual([]);
    const stop = await asCustomer(requestId, "Stop calling me", offerId);
    expect(stop).toEqual({ ok: true, isStop: true });
    expect(await asCustomer(requestId, "STOP")).toEqual({ ok: true, isStop: true });
    expect(await readProviderThread(token)).toBeNull();
    // One for the phone number and one for the email address.
    expect(await queryRows(db(), "select id from suppressions")).toHaveLength(2);
    expect(await readCustomerThread(requestId)).toHaveLength(4);
  });

  test("refuses nothing, too much and too often, with one sentence", async () => {
    const requestId = await sendRequest();
    expect(await asCustomer(requestId, " \n ")).toMatchObject({
      status: 400,
      message: "Write a message first.",
    });
    expect(await asCustomer(requestId, "x".repeat(4_001))).toMatchObject({ status: 400 });
    expect(await asCustomer(requestId, "x".repeat(4_000))).toMatchObject({ ok: true });
    for (let count = 1; count < MESSAGES_A_DAY.customer; count += 1)
      await asCustomer(requestId, "More");
    expect(await asCustomer(requestId, "More")).toMatchObject({ status: 429 });
    expect(await asStaff(requestId, "Please call us.")).toMatchObject({ ok: true });
    later(DAY_MS);
    expect(await asCustomer(requestId, "Another day")).toMatchObject({ ok: true });
  });

  test("has no text in the audit log or the timeline, is in the person's export, and is erased", async () => {
    const requestId = await sendRequest({ email: "robin@example.com" });
    await asCustomer(requestId, "The gate code is 1234");
    const stored = await queryRows(
      db(),
      "select a::text from audit_log a union all select e::text from request_events e",
    );
    expect(JSON.stringify(stored)).toContain("message");
    expect(JSON.stringify(stored)).not.toContain("1234");
    const person = { kind: "email", value: "robin@example.com" } as const;
    const { requests } = await getPersonData(app(), person);
    expect(requests[0]?.messages).toMatchObject([{ text: "The gate code is 1234" }]);
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [requestId]));
    expect(await queryRows(db(), "select id from request_messages")).toEqual([]);
    expect(await asCustomer(requestId, "Hello?")).toMatchObject({ ok: false, status: 409 });
  });
});

describe("a new message", () => {
  const listNew = async (view = "messages") => {
    const filters = parseFilters(new URLSearchParams({ view }));
    const { rows } = await listRequests(db(), { filters, userId: ana, now: new Date() });
    return rows.filter(({ hasNewMessage }) => hasNewMessage).map(({ id }) => id);
  };

  test("stands out in the list until staff answer or mark it as read", async () => {
    const [first, second] = [await sendRequest(), await sendRequest({ phone: "4045550222" })];
    await asStaff(second, "Hello");
    expect(await listNew("all")).toEqual([]);
    await asCustomer(first, "Hello?");
    expect(await listNew("all")).toEqual([first]);
    expect(await listNew()).toEqual([first]);
    await asStaff(first, "Hello!");
    expect(await listNew()).toEqual([]);
    const { token } = await connect(second);
    await asProvider(token, "I am on the way");
    expect(await listNew()).toEqual([second]);
    const read = formOf({ intent: "messages-read", id: second });
    expect(await handleMessageForm(act(), { form: read })).toMatchObject({ ok: true });
    expect(await listNew()).toEqual([]);
    await asCustomer(second, "Thanks");
    expect(await listNew()).toEqual([second]);
  });

  test("is reported to staff by mail without its text, at most every ten minutes", async () => {
    const requestId = await sendRequest();
    await asCustomer(requestId, "The gate code is 1234");
    const notify = createStaffNotifier(app());
    later();
    expect(await notify()).toBe(1);
    await asCustomer(requestId, "Hello?");
    later();
    expect(await notify()).toBe(0);
    later(10 * MINUTE_MS);
    expect(await notify()).toBe(1);
    await asStaff(requestId, "Hello!");
    later(10 * MINUTE_MS);
    expect(await notify()).toBe(0);
    const [mail] = smtp.mails;
    expect(mail?.data).toContain("Subject: 1 request with a new message");
    expect(mail?.data).toContain("/backyard/service-requests?view=messages");
    expect(mail?.data).not.toContain("1234");
  });
});

describe("mails", () => {
  const sendMails = (env?: Record<string, string>) =>
    sendDueMails(app(env), { kinds: messageMailKinds });
  const onlyMessages = () =>
    db().$client.query("delete from customer_mails where kind <> 'message'");
  const inbound = {
    INBOUND_MAIL_ADDRESS: "Reply@in.henry.example",
    MAIL_WEBHOOK_SECRET: randomBytes(24).toString("base64"),
  };

  test("bring the customer what staff and the company wrote, once, with a link", async () => {
    const requestId = await sendRequest();
    const { token } = await connect(requestId);
    await onlyMessages();
    await asCustomer(requestId, "My own words");
    await asStaff(requestId, "Tomorrow at nine.");
    await asProvider(token, "I bring the part.");
    expect(await sendMails()).toBe(2);
    expect(await sendMails()).toBe(0);
    const findMail = (text: string) => smtp.mails.find(({ data }) => data.includes(text))?.data;
    const fromStaff = findMail("Tomorrow at nine.");
    expect(fromStaff).toContain("Subject: A message about your request: Plumbing");
    expect(fromStaff).toMatch(/https:\/\/henry\.example\/r\/[\w-]{32}/);
    expect(fromStaff).not.toContain("Reply-To");
    expect(findMail("I bring the part.")).toContain("Peach Plumbing wrote about your request");
  });

  test("can be answered where an inbound address is set, with a key in small letters", async () => {
    const requestId = await sendRequest();
    await onlyMessages();
    await asStaff(requestId, "Tomorrow at nine.");
    expect(await sendMails(inbound)).toBe(1);
    const data = smtp.mails[0]?.data ?? "";
    expect(data).toMatch(/^Reply-To: Reply\+[a-z2-7]{39}@in\.henry\.example/m);
    expect(data).toContain("--- Please write your answer above this line ---");
    const keys = await queryRows(db(), "select id from request_keys where purpose = 'reply'");
    expect(keys).toHaveLength(1);
  });

  test("are not sent to a person who opted out, who still sees the message", async () => {
    const requestId = await sendRequest({ phone: "4045550233" });
    await onlyMessages();
    await suppressContact(db(), { phone: "4045550233", source: "test", now: clock, contactKeys });
    await asStaff(requestId, "Tomorrow at nine.");
    expect(await sendMails()).toBe(0);
    expect(await readCustomerThread(requestId)).toHaveLength(1);
  });

  test("bring a provider what was written to them, once, without a link or the person", async () => {
    const requestId = await sendRequest();
    const { offerId, token } = await connect(requestId);
    await asCustomer(requestId, "Not for them");
    await asCustomer(requestId, "Come at nine", offerId);
    await asProvider(token, "My own words");
    expect(await mailProviders(app())).toBe(1);
    expect(await mailProviders(app())).toBe(0);
    await asStaff(requestId, "Thank you both", offerId);
    expect(await mailProviders(app())).toBe(1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(["pat@provider.example"]);
    expect(mail?.data).toContain("Come at nine");
    for (const hidden of ["Jordan", "555-0123", "jordan@", "Elm", token, "Not for them"])
      expect(mail?.data).not.toContain(hidden);
  });

  test("to providers wait for a mail server that is down, and skip providers without an address", async () => {
    const silent = await sendRequest();
    const { offerId } = await connect(silent, { email: null });
    await asCustomer(silent, "Come at nine", offerId);
    expect(await mailProviders(app())).toBe(0);
    const requestId = await sendRequest({ phone: "4045550244" });
    const second = await connect(requestId);
    await asCustomer(requestId, "Come at ten", second.offerId);
    smtp.fail(() => ({ step: "connect", code: 421 }));
    expect(await mailProviders(app())).toBe(0);
    smtp.fail(() => null);
    later();
    expect(await mailProviders(app())).toBe(1);
  });

  test("to a provider whose address is refused are left to staff, and hold up no others", async () => {
    const [full, other] = [await sendRequest(), await sendRequest({ phone: "4045550244" })];
    const refused = await connect(full, { email: "gone@provider.example" });
    const reached = await connect(other);
    await asCustomer(full, "Come at nine", refused.offerId);
    await asCustomer(other, "Come at ten", reached.offerId);
    let refusals = 0;
    smtp.fail((step, address) => {
      if (step !== "RCPT" || !address.startsWith("gone")) return null;
      refusals += 1;
      return { step, code: 550 };
    });
    expect(await mailProviders(app())).toBe(1);
    later(DAY_MS / 2);
    expect(await mailProviders(app())).toBe(0);
    expect(refusals).toBe(1);
    const left = await queryRows(
      db(),
      "select request_id, detail ->> 'company' as company from request_events where kind = 'message-untold'",
    );
    expect(left).toEqual([{ request_id: full, company: "Peach Plumbing" }]);
  });
});

describe("canned replies", () => {
  test("have defaults, are saved as they are shown, and name the wrong field", async () => {
    expect((await getCannedReplies(db())).length).toBeGreaterThan(0);
    const form = formOf({
      "title-0": "",
      "text-0": "",
      "title-1": " Hours ",
      "text-1": "We are open until nine.",
    });
    expect(await saveCannedReplies(act(), { form })).toMatchObject({ ok: true });
    expect(await getCannedReplies(db())).toEqual([
      { title: "Hours", text: "We are open until nine." },
    ]);
    form.set("title-3", "No text");
    expect(await saveCannedReplies(act(), { form })).toMatchObject({
      errors: { "text-3": "Write a message first." },
    });
  });
});
