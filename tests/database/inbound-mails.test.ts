import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { NO_ATTACHMENTS_MAIL } from "#app/features/messages/constants.ts";
import { formatMessageEvent } from "#app/features/messages/format-message-event.ts";
import { receiveMail } from "#app/features/messages/inbound/receive-mail.server.ts";
import { pruneInboundMails } from "#app/features/messages/jobs.server.ts";
import { loadMessagePanel } from "#app/features/messages/loaders.server.ts";
import { loadCustomerThread } from "#app/features/messages/threads.server.ts";
import { OPT_OUT_MAIL } from "#app/features/privacy/constants.ts";
import { getCustomerRequest } from "#app/features/requests/customer/customer-request.server.ts";
import { addRequestKey, revokeRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { signMail, type TestMail } from "../mail-webhook.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
const secret = `whsec_${randomBytes(24).toString("base64")}`;

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const app = () => ({
  db: db(),
  env: parseEnv({
    INBOUND_MAIL_ADDRESS: "reply@in.henry.example",
    MAIL_WEBHOOK_SECRET: secret,
  }),
  log: createLogger("silent"),
  now: () => clock,
  contactKeys,
  requestFeed: { publishChange() {} } as never,
  notifyOutbox() {},
});

const settings = { get: async () => siteSettings, drop() {} };

/** Stores a request, and makes the address that one of its mails was sent with. */
async function startThread(values: Record<string, string> = {}) {
  const request = await storeRequest(db(), { now: start, values });
  if (!request.ok) throw new Error(request.reason);
  const options = { requestId: request.id, madeFor: "mail", purpose: "reply", now: start } as const;
  const key = await addRequestKey(db(), contactKeys, options);
  return { id: request.id, keyId: key.id, to: `reply+${key.key}@in.henry.example` };
}
async function receive(mail: Partial<TestMail> & Pick<TestMail, "to">) {
  const signed = signMail({ from: "jordan@example.com", ...mail }, { secret, at: clock });
  const [headers, body] = [new Headers(signed.headers), new TextEncoder().encode(signed.body)];
  return receiveMail(app(), { headers, body });
}
const listTexts = async () =>
  (
    await queryRows<{ text: string }>(
      db(),
      "select text from request_messages order by created_at, id",
    )
  ).map(({ text }) => text);
const countMails = async (kind: string) =>
  (await queryRows(db(), "select id from customer_mails where kind = $1", [kind])).length;
const countOptOuts = async () => (await queryRows(db(), "select id from suppressions")).length;

describe("a mail that arrives", () => {
  test("becomes one message of the customer to our team, however often it is sent at once", async () => {
    const { to } = await startThread();
    const mail = { id: "<one@mail.example>", to: `Henry <${to.toUpperCase()}>`, text: "Tuesday." };
    const results = await Promise.all(Array.from({ length: 10 }, () => receive(mail)));
    expect(results).toEqual(Array.from({ length: 10 }, () => ({ ok: true })));
    expect(await queryRows(db(), "select author, channel, offer_id from request_messages")).toEqual(
      [{ author: "customer", channel: "mail", offer_id: null }],
    );
    expect(await listTexts()).toEqual(["Tuesday."]);
  });

  test("is found among other recipients", async () => {
    const { to } = await startThread();
    await receive({
      to: ["office@example.com, x@y.example", `"Henry, us" <${to}>`],
      text: "Hello",
    });
    expect(await listTexts()).toEqual(["Hello"]);
  });

  test("changes nothing where the key is wrong or revoked, or a program sent it", async () => {
    const { id, keyId, to } = await startThread();
    const dropped = [
      { to: "reply@in.henry.example" },
      { to: `reply+${"a".repeat(39)}@in.henry.example` },
      { to: to.replace("in.henry", "in.other") },
      { to, autoSubmitted: "auto-replied" },
    ];
    for (const mail of dropped)
      expect(await receive({ text: "Hi", ...mail }), JSON.stringify(mail)).toEqual({ ok: true });
    expect(await receive({ to, text: "stop", autoSubmitted: "auto-replied" })).toEqual({
      ok: true,
    });
    await revokeRequestKey(db(), { requestId: id, keyId, now: clock });
    expect(await receive({ to, text: "Hello" })).toEqual({ ok: true });
    expect(await listTexts()).toEqual([]);
    expect(await countOptOuts()).toBe(0);
  });

  test("from the address as the customer's program writes it is theirs", async () => {
    const { to } = await startThread();
    await receive({ to, from: '"Jordan <3" <Jordan@Example.com>', text: "Hello" });
    expect(await listTexts()).toEqual(["Hello"]);
  });

  test.each(["sam@example.com", "jordan@example.com <sam@example.com>", ""])(
    "from another address is shown to staff alone, as such: %s",
    async (from) => {
      const { id, to } = await startThread();
      await receive({ to, from, text: "Tuesday.", attachments: 1 });
      const staff = await loadMessagePanel({ ...app(), settings }, id);
      expect(staff.messages).toMatchObject([
        { author: "unknown", channel: "mail", text: "Tuesday.", company: null },
      ]);
      const thread = { requestId: id, timeZone: "America/New_York" };
      expect((await loadCustomerThread({ db: db(), now: clock }, thread)).messages).toEqual([]);
      expect(await queryRows(db(), "select offer_id from request_messages")).toEqual([
        { offer_id: null },
      ]);
      const [event] = await queryRows<{ kind: string; detail: Record<string, unknown> }>(
        db(),
        "select kind, detail from request_events",
      );
      expect(formatMessageEvent(event?.kind ?? "", event?.detail ?? {})).toBe(
        "Somebody with an address we don't have on file wrote by email",
      );
      // The customer is mailed about neither the message nor the file.
      expect(await queryRows(db(), "select kind from customer_mails")).toEqual([
        { kind: "receipt" },
      ]);
    },
  );

  test("that is too long is cut, and says so", async () => {
    const { to } = await startThread();
    await receive({ to, text: `${"Long. ".repeat(1_000)}` });
    const [text = ""] = await listTexts();
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toMatch(/Long.*\n\n\[The email was longer\. The rest was not kept\.\]$/);
  });
});

describe("a stop in a mail", () => {
  test.each([
    ["in its text", { text: "STOP", subject: "Re: A message about your request" }],
    ["above a quote", { text: "Please stop contacting me.\n\n> Which day suits you?" }],
    ["in its subject alone", { subject: "unsubscribe" }],
  ])("%s opts the customer out, with one confirmation", async (_where, mail) => {
    const { to } = await startThread({ phone: "4045550255" });
    for (let count = 0; count < 3; count += 1) await receive({ to, ...mail });
    // One for the phone number and one for the email address.
    expect(await countOptOuts()).toBe(2);
    expect(await countMails(OPT_OUT_MAIL)).toBe(1);
  });

  test("from another address stops that address and the customer, with one confirmation to the customer", async () => {
    const { id, to } = await startThread({ phone: "4045550255" });
    const other = await startThread({ phone: "4045550256", email: "sam@example.com" });
    for (let count = 0; count < 3; count += 1)
      await receive({ to, from: "Sam <Sam@Example.com>", text: "STOP" });
    expect(
      await queryRows(db(), "select count(*)::int, kind from suppressions group by 2 order by 2"),
    ).toEqual([
      { count: 2, kind: "email" },
      { count: 1, kind: "phone" },
    ]);
    const now = clock;
    for (const requestId of [id, other.id])
      expect(
        await getCustomerRequest(db(), { requestId, fallbackZone: "America/New_York" }),
      ).toMatchObject({ isStopped: true });
    expect(
      await queryRows(db(), "select request_id from customer_mails where kind = $1", [
        OPT_OUT_MAIL,
      ]),
    ).toEqual([{ request_id: id }]);
    // A newer request of that address is a new consent, which a new stop ends.
    clock = new Date(now.getTime() + DAY_MS);
    const newer = await storeRequest(db(), { now: clock, values: { email: "sam@example.com" } });
    await receive({ to, from: "sam@example.com", text: "STOP" });
    expect(
      await getCustomerRequest(db(), {
        requestId: (newer.ok && newer.id) || "",
        fallbackZone: "America/New_York",
      }),
    ).toMatchObject({ isStopped: true });
  });

  test.each([
    ["without a key", () => "reply@in.henry.example"],
    ["with a key that was revoked", (to: string) => to],
  ])("%s stops its sender, who may have a request", async (_, getRecipient) => {
    const { id, keyId, to } = await startThread({ phone: "4045550255" });
    await revokeRequestKey(db(), { requestId: id, keyId, now: clock });
    for (let count = 0; count < 3; count += 1)
      await receive({ to: getRecipient(to), from: "Jordan <Jordan@Example.com>", text: "STOP" });
    expect(await queryRows(db(), "select kind, scope, source from suppressions")).toEqual([
      { kind: "email", scope: "all", source: "mail" },
    ]);
    expect(
      await getCustomerRequest(db(), { requestId: id, fallbackZone: "America/New_York" }),
    ).toMatchObject({ isStopped: true });
    expect(await listTexts()).toEqual([]);
  });

  test("from nobody in particular stops the customer", async () => {
    const { to } = await startThread({ phone: "4045550255" });
    await receive({ to, from: "", text: "STOP" });
    expect(await countOptOuts()).toBe(2);
  });

  test("that is ours and only quoted is none", async () => {
    const { to } = await startThread();
    await receive({
      to,
      subject: "Re: Stop all contact",
      text: "On Nov 24, 2026, Henry wrote:\n> cancel it, or stop all contact:\n\nThe leak does not stop.",
    });
    expect(await countOptOuts()).toBe(0);
    expect(await listTexts()).toEqual(["The leak does not stop."]);
  });
});

describe("files in a mail", () => {
  test("are refused by mail, once a day; the words are kept", async () => {
    const { to } = await startThread();
    await receive({ to, text: "See the photo", attachments: ["leak.jpg"] });
    await receive({ to, attachments: 2 });
    expect(await listTexts()).toEqual(["See the photo"]);
    expect(await countMails(NO_ATTACHMENTS_MAIL)).toBe(1);
    clock = new Date(start.getTime() + 2 * DAY_MS);
    await receive({ to, attachments: 1 });
    expect(await countMails(NO_ATTACHMENTS_MAIL)).toBe(2);
  });
});

test("ids of mails are forgotten after 30 days", async () => {
  const { to } = await startThread();
  await receive({ to, text: "Hello" });
  clock = new Date(start.getTime() + 29 * DAY_MS);
  expect(await pruneInboundMails(app())).toBe(0);
  clock = new Date(start.getTime() + 31 * DAY_MS);
  expect(await pruneInboundMails(app())).toBe(1);
});
