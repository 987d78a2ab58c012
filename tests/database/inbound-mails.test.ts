import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { NO_ATTACHMENTS_MAIL } from "#app/features/messages/constants.ts";
import { receiveMail } from "#app/features/messages/inbound/receive-mail.server.ts";
import { pruneInboundMails } from "#app/features/messages/jobs.server.ts";
import { OPT_OUT_MAIL } from "#app/features/privacy/constants.ts";
import { addRequestKey, revokeRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
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

  test("changes nothing where the key is wrong or revoked, or somebody else sent it", async () => {
    const { id, keyId, to } = await startThread();
    const dropped = [
      { to: "reply@in.henry.example" },
      { to: `reply+${"a".repeat(39)}@in.henry.example` },
      { to: to.replace("in.henry", "in.other") },
      { to, from: "sam@example.com" },
      { to, from: "jordan@example.com <sam@example.com>" },
      { to, from: "" },
      { to, autoSubmitted: "auto-replied" },
    ];
    for (const mail of dropped)
      expect(await receive({ text: "stop", ...mail }), JSON.stringify(mail)).toEqual({ ok: true });
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

  test("that is too long is cut, and says so", async () => {
    const { to } = await startThread();
    await receive({ to, text: `${"Long. ".repeat(1_000)}` });
    const [text = ""] = await listTexts();
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toMatch(/Long\.\s+\[The mail was longer\. The rest was not kept\.\]$/);
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
    // One for the phone number and one for the e-mail address.
    expect(await countOptOuts()).toBe(2);
    expect(await countMails(OPT_OUT_MAIL)).toBe(1);
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
