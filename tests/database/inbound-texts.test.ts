import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { formatMessageEvent } from "#app/features/messages/format-message-event.ts";
import { listNotices } from "#app/features/notifications/list-notices.server.ts";
import { receiveText } from "#app/features/texts/inbound/receive-text.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { buildInboundText } from "../fakes/twilio.ts";
import { buildMailApp } from "../mail-app.ts";

const PHONE = "+14045550123";
const URL = "https://henry.example/webhooks/texts";
const env = {
  TWILIO_ACCOUNT_SID: `AC${"a".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "b".repeat(32),
  TWILIO_FROM_NUMBER: "+14045550100",
};
const now = new Date("2026-11-02T15:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

type Text = Parameters<typeof buildInboundText>[0];
const app = (variables: Record<string, string> = env) => ({
  ...buildMailApp({ db: db(), now: () => now, env: variables }),
  notifyOutbox() {},
  requestFeed: { publishChange() {} } as never,
});
type Changes = {
  authToken?: string;
  url?: string;
  variables?: Record<string, string>;
  signature?: null;
  change?: (body: string) => string;
};
async function receive(
  text: Partial<Text>,
  { authToken = env.TWILIO_AUTH_TOKEN, url = URL, variables, signature, change }: Changes = {},
) {
  const { body, headers } = buildInboundText(
    { from: PHONE, body: "Tuesday is fine", ...text },
    { url, authToken },
  );
  return receiveText(app(variables), {
    // Behind a proxy, the application sees another address than Twilio called.
    url: "http://10.0.0.1:3000/webhooks/texts",
    body: new TextEncoder().encode(change ? change(body) : body),
    signature: signature === null ? null : headers["X-Twilio-Signature"],
    address: "10.1.1.1",
  });
}
async function addRequest(values: Record<string, string> = {}) {
  const request = await storeRequest(db(), { now, values });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}
const listMessages = () =>
  queryRows<{ text: string }>(
    db(),
    "select text, author, channel from request_messages order by created_at, id",
  );
const listOptOuts = () =>
  queryRows(db(), "select kind, scope, source from suppressions order by kind");
const taken = { ok: true, reply: null };

describe("a text that arrives", () => {
  test("is for the one request of a number that is not merged into another", async () => {
    const [sourceId, targetId] = [await addRequest(), await addRequest()];
    expect(await receive({})).toEqual(taken);
    expect(await listMessages()).toEqual([]);
    await db().$client.query("update service_requests set merged_into_id = $2 where id = $1", [
      sourceId,
      targetId,
    ]);
    const listIds = async () =>
      (await queryRows<{ id: string }>(db(), "select request_id as id from request_messages")).map(
        ({ id }) => id,
      );
    await receive({ sid: `SM${"d".repeat(32)}` });
    expect(await listIds()).toEqual([targetId]);
    // The other one has another number, or is closed: the thread of the merged one is shown in it.
    await db().$client.query("update service_requests set status = 'closed' where id = $1", [
      targetId,
    ]);
    await receive({ sid: `SM${"e".repeat(32)}` });
    expect(await listIds()).toEqual([targetId, sourceId]);
  });

  test("becomes one message of the customer to our team, however often it is sent at once", async () => {
    await addRequest();
    const sid = `SM${"c".repeat(32)}`;
    const results = await Promise.all(Array.from({ length: 10 }, () => receive({ sid })));
    expect(results).toEqual(Array.from({ length: 10 }, () => taken));
    expect(await listMessages()).toEqual([
      { text: "Tuesday is fine", author: "customer", channel: "text" },
    ]);
    const [event] = await queryRows<{ kind: string; detail: Record<string, unknown> }>(
      db(),
      "select kind, detail from request_events where kind = 'message'",
    );
    expect(formatMessageEvent(event?.kind ?? "", event?.detail ?? {})).toMatch(/ by text$/);
    expect(await listOptOuts()).toEqual([]);
  });

  test("has no words, number or id of it in its own row", async () => {
    await addRequest();
    const sid = `SM${"c".repeat(32)}`;
    await receive({ sid });
    const rows = JSON.stringify(await queryRows(db(), "select * from inbound_texts"));
    for (const personal of ["Tuesday", "555", sid]) expect(rows).not.toContain(personal);
  });

  test("with a picture is kept without it, and says so", async () => {
    await addRequest();
    await receive({ body: "", fields: { NumMedia: "1" } });
    expect(await listMessages()).toMatchObject([
      { text: "[This text had a picture or a file. We do not keep those.]" },
    ]);
  });

  test("that is too long for a message ends in a note", async () => {
    await addRequest();
    await receive({ body: "a".repeat(9_000) });
    const [message] = await listMessages();
    expect(message?.text).toMatch(/a\n\n\[The text was longer. The rest was not kept.\]$/);
    expect(message?.text.length).toBeLessThanOrEqual(4_000);
  });

  test("that fits no single open request is reported to staff once, without its words", async () => {
    await receive({ body: "Who is this?" });
    await addRequest();
    await addRequest();
    await receive({ body: "About the heater" });
    expect(await listMessages()).toEqual([]);
    const notices = await listNotices({ ...app(), now: () => new Date(now.getTime() + HOUR_MS) });
    const notice = notices.find(({ kind }) => kind === "unmatched-texts");
    const found = await notice?.find({ after: null, since: now });
    expect(found?.subject).toBe("2 texts that fit no single request");
    expect(found?.text).not.toContain("heater");
    expect(await notice?.find({ after: found?.subjectId ?? null, since: now })).toBeNull();
  });

  test.each([
    ["another token", { authToken: "x".repeat(32) }],
    ["another URL", { url: "https://evil.example/webhooks/texts" }],
    ["changed words", { change: (body: string) => body.replace("STOP", "STOPALL") }],
    ["no signature", { signature: null }],
  ])("is refused with %s, and changes nothing", async (_, options) => {
    await addRequest();
    expect(await receive({ body: "STOP" }, options)).toMatchObject({
      ok: false,
      status: 403,
      isForged: true,
    });
    expect(await listMessages()).toEqual([]);
    expect(await listOptOuts()).toEqual([]);
  });

  test("is refused where texts are not set up", async () => {
    expect(await receive({}, { variables: {} })).toMatchObject({ ok: false, status: 401 });
  });
});

describe("a stop by text", () => {
  test.each(["STOP", " stop ", "Unsubscribe", "QUIT"])(
    "with a keyword that Twilio confirms itself gets no second answer: %s",
    async (body) => {
      const id = await addRequest();
      expect(await receive({ body })).toEqual(taken);
      expect(await listOptOuts()).toEqual([
        { kind: "email", scope: "all", source: "text" },
        { kind: "phone", scope: "all", source: "text" },
      ]);
      expect(await queryRows(db(), "select request_id from request_messages")).toEqual([
        { request_id: id },
      ]);
    },
  );

  test("in the customer's own words is confirmed once", async () => {
    await addRequest();
    const body = "Please stop texting me";
    expect(await receive({ body })).toEqual({
      ok: true,
      reply: expect.stringMatching(/^You opted out\. .+ will not call, text or email you/),
    });
    expect(await receive({ body })).toEqual(taken);
    expect(await listOptOuts()).toHaveLength(2);
  });

  test("counts for every request with the number, and without one", async () => {
    await addRequest({ email: "one@example.com" });
    await addRequest({ email: "two@example.com" });
    await receive({ body: "STOP" });
    expect(await listOptOuts()).toHaveLength(4);
    await receive({ from: "+14045550177", body: "STOP" });
    expect(await listOptOuts()).toHaveLength(5);
  });

  test("as Twilio's keyword in another language is one", async () => {
    await addRequest();
    await receive({ body: "ALTO", fields: { OptOutType: "STOP" } });
    expect(await listOptOuts()).toHaveLength(2);
  });

  test("is not what HELP asks for, which Twilio answers", async () => {
    await addRequest();
    expect(await receive({ body: "HELP" })).toEqual(taken);
    expect(await listOptOuts()).toEqual([]);
    expect(await listMessages()).toEqual([]);
  });
});
