import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { deleteOldMailFiles } from "#app/features/mail/mail-files.server.ts";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { privacyMailKinds } from "#app/features/privacy/mail-kinds.server.ts";
import { RECEIPT_MAIL } from "#app/features/requests/constants.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { requestMailKinds } from "#app/features/requests/customer/mails/request-mail-kinds.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { REPLY_MARKER } from "#app/features/requests/customer/reply-address.ts";
import { sendLostLink } from "#app/features/requests/customer/send-lost-link.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { resendRequest } from "#app/features/requests/inbox/mutations.server.ts";
import { getRequestDetail } from "#app/features/requests/inbox/request-detail.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");

beforeEach(async () => {
  clock = start;
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
});
afterEach(async () => {
  closeMailTransports();
  await smtp.close();
});
afterAll(() => context?.close());

const app = (env: Record<string, string> = { SMTP_URL: smtp.url }) =>
  buildMailApp({ db: db(), now: () => clock, env });
const send = (env?: Record<string, string>) => sendDueMails(app(env), { kinds: requestMailKinds });
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const listStates = () =>
  queryRows<{ kind: string; state: string; error: string | null }>(
    db(),
    "select kind, state, last_error as error from customer_mails order by created_at, id",
  );
async function addRequest(
  values: Record<string, string> = {},
  meta?: Record<string, unknown>,
): Promise<string> {
  const stored = await storeRequest(db(), { now: clock, values, meta });
  if (!stored.ok) throw new Error(stored.reason);
  return stored.id;
}
const countMailKeys = async () =>
  (await queryRows(db(), "select id from request_keys where made_for = 'mail'")).length;
const failing = (kind: string): CustomerMailKind => ({
  kind,
  compose() {
    throw new Error("cannot be composed");
  },
});
/** Receipts, with an act just before the first one is composed. */
function interrupt(act: () => Promise<unknown>): CustomerMailKind[] {
  let isFirst = true;
  return requestMailKinds.map((known) => ({
    ...known,
    async compose(input) {
      if (isFirst) {
        isFirst = false;
        await act();
      }
      return known.compose(input);
    },
  }));
}
const readLink = (data = "") => /\/r\/([\w-]{32})/.exec(data)?.[1] ?? "";

describe("a receipt", () => {
  test("goes once to the address in the request, with a link that opens it and nothing that was typed", async () => {
    const request = await storeRequest(db(), {
      now: start,
      values: { name: "Robin Example", description: "See https://spam.example", city: "Atlanta" },
    });
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(smtp.mails).toHaveLength(1);
    const { to, data } = smtp.mails[0] ?? {};
    expect(to).toEqual(["jordan@example.com"]);
    expect(data).toContain("Subject: We got your request: Plumbing");
    for (const typed of ["Robin", "spam.example", "12 Elm", "555-0123"])
      expect(data).not.toContain(typed);
    const opened = await openRequestKey(app(), { key: readLink(data), now: clock });
    expect(opened?.requestId).toBe(request.ok && request.id);
  });

  test("waits for a mail server that is down, and is sent when it is back", async () => {
    await storeRequest(db(), { now: start });
    smtp.fail(() => ({ step: "connect", code: 421 }));
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "waiting" }]);
    // The key of a mail that was not sent is gone.
    expect(await queryRows(db(), "select id from request_keys where made_for = 'mail'")).toEqual(
      [],
    );
    smtp.fail(() => null);
    expect(await send()).toBe(0);
    later(2 * MINUTE_MS);
    expect(await send()).toBe(1);
  });

  test("keeps the link where the connection was lost after the text: the mail may have arrived", async () => {
    await addRequest();
    smtp.fail({ step: "END", kind: "cut" });
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "waiting" }]);
    expect(await countMailKeys()).toBe(1);
  });

  test("that cannot be composed keeps no key, does not hold up others, and is given up", async () => {
    await addRequest();
    const kinds = [failing(RECEIPT_MAIL), ...requestMailKinds.slice(1)];
    await sendLostLink(app(), { email: "jordan@example.com", address: "203.0.113.7" });
    await expect.poll(async () => (await listStates()).length).toBe(2);
    expect(await sendDueMails(app(), { kinds })).toBe(1);
    expect(await countMailKeys()).toBe(1);
    for (let attempt = 0; attempt < 9; attempt += 1) {
      later(2 * DAY_MS);
      expect(await sendDueMails(app(), { kinds })).toBe(0);
    }
    expect(await listStates()).toMatchObject([{ state: "dead", error: "failed" }, {}]);
  });

  test("is given up for an address that the mail server refuses", async () => {
    await storeRequest(db(), { now: start });
    smtp.fail((step) => (step === "RCPT" ? { step, code: 550 } : null));
    await send();
    expect(await listStates()).toMatchObject([{ state: "dead", error: "EENVELOPE 550" }]);
  });

  test("waits where the server says later, or refuses us and not the customer; the others go out", async () => {
    await storeRequest(db(), { now: start, values: { email: "full@example.com" } });
    await storeRequest(db(), { now: start, values: { phone: "4045550177" } });
    smtp.fail((step, address) =>
      step === "RCPT" && address.startsWith("full@") ? { step, code: 452 } : null,
    );
    expect(await send()).toBe(1);
    expect((await listStates()).map(({ state }) => state).sort()).toEqual(["sent", "waiting"]);
    smtp.fail({ step: "MAIL", code: 553 });
    later(2 * MINUTE_MS);
    expect(await send()).toBe(0);
    expect((await listStates()).map(({ error }) => error)).toContain("ESENDER 553");
    smtp.fail(null);
    later(10 * MINUTE_MS);
    expect(await send()).toBe(1);
  });

  test("is not sent while a request is held as spam, and is when staff release it", async () => {
    const id = await addRequest({}, { website: "spam" });
    for (let run = 0; run < 2; run += 1) expect(await send()).toBe(0);
    // The search for due mails no longer finds it.
    expect(await listStates()).toMatchObject([{ state: "held" }]);
    later(DAY_MS);
    const staff = { db: db(), actor: randomUUID(), now: clock };
    expect(await resendRequest(staff, { id })).toEqual({ ok: true });
    expect(await send()).toBe(1);
  });

  test("is not sent to a person who opted out, or more than five times a day to one address", async () => {
    await storeRequest(db(), { now: start, values: { phone: "4045550177" } });
    await suppressContact(db(), { phone: "4045550177", source: "test", now: start, contactKeys });
    expect(await send()).toBe(0);
    expect(await listStates()).toMatchObject([{ state: "dropped", error: "opted-out" }]);
    for (let count = 0; count < 7; count += 1)
      await storeRequest(db(), {
        now: start,
        values: { phone: `404555020${count}`, email: "victim@example.com" },
      });
    expect(await send()).toBe(5);
    expect((await listStates()).filter(({ error }) => error === "too-many")).toHaveLength(2);
    // What the address got counts, also where the requests have another one by now.
    await db().$client.query("update service_requests set email_normalized = 'other@example.com'");
    await addRequest({ email: "victim@example.com" });
    expect(await send()).toBe(0);
  });

  test("is written to the outbox folder without a mail server, and deleted after a week", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mails-"));
    await storeRequest(db(), { now: start });
    expect(await send({ DATA_DIR: folder })).toBe(1);
    const [file = ""] = await readdir(join(folder, "outbox"));
    expect(await readFile(join(folder, "outbox", file), "utf8")).toMatch(/\/r\/[\w-]{32}/);
    const context = { env: parseEnv({ DATA_DIR: folder }), now: () => clock };
    later(7 * DAY_MS);
    expect(await deleteOldMailFiles(context)).toBe(0);
    later(MINUTE_MS);
    expect(await deleteOldMailFiles(context)).toBe(1);
    expect(await readdir(join(folder, "outbox"))).toEqual([]);
    await rm(folder, { recursive: true });
    expect(await deleteOldMailFiles(context)).toBe(0);
  });

  test("is not queued without an email address", async () => {
    await storeRequest(db(), { now: start, values: { email: "" } });
    expect(await listStates()).toEqual([]);
  });
});

test("only mails whose answers count have an address and a marker for an answer", async () => {
  const env = {
    SMTP_URL: smtp.url,
    INBOUND_MAIL_ADDRESS: "reply@in.henry.example",
    MAIL_WEBHOOK_SECRET: "s".repeat(32),
  };
  await storeRequest(db(), { now: start });
  await send(env);
  await sendLostLink(app(), { email: "jordan@example.com", address: "203.0.113.7" });
  await expect.poll(async () => (await listStates()).length).toBe(2);
  await send(env);
  const [receipt, lostLink] = smtp.mails.map(({ data }) => data);
  expect(receipt).toContain("Reply-To: reply+");
  expect(receipt).toContain(REPLY_MARKER);
  expect(lostLink).toContain("Subject: The link to your request");
  expect(lostLink).not.toContain("Reply-To");
  expect(lostLink).not.toContain(REPLY_MARKER);
  const unanswered = [...requestMailKinds, ...privacyMailKinds].filter((kind) => kind.takesNoReply);
  expect(unanswered.map(({ kind }) => kind)).toEqual([
    "lost-link",
    "opt-out-confirmation",
    "erase-code",
  ]);
});

test("twenty workers at once send each mail once", async () => {
  for (let count = 0; count < 5; count += 1)
    await storeRequest(db(), {
      now: start,
      values: { phone: `404555020${count}`, email: `${randomUUID()}@example.com` },
    });
  const sent = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(sent.reduce((sum, count) => sum + count)).toBe(5);
  expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(5);
  expect(smtp.mails).toHaveLength(5);
});

test("a mail whose worker was too slow is sent by another one, once", async () => {
  for (let count = 0; count < 3; count += 1) await addRequest({ phone: `404555020${count}` });
  const sentByOther = Promise.withResolvers<number>();
  const kinds = interrupt(async () => {
    later(2 * MINUTE_MS);
    sentByOther.resolve(await send());
  });
  expect(await sendDueMails(app(), { kinds })).toBe(0);
  expect(await sentByOther.promise).toBe(3);
  expect(smtp.mails).toHaveLength(3);
  expect(await countMailKeys()).toBe(3);
});

test("a mail goes to no former address, and no key of it does", async () => {
  const id = await addRequest();
  const kinds = interrupt(() =>
    db().$client.query(
      "update service_requests set email_normalized = 'new@example.com' where id = $1",
      [id],
    ),
  );
  expect(await sendDueMails(app(), { kinds })).toBe(1);
  expect(smtp.mails.map(({ to }) => to)).toEqual([["new@example.com"]]);
  expect(await countMailKeys()).toBe(1);
});

describe("fifty mails a day to one address", () => {
  const addSentMails = (requestId: string, count: number) =>
    db().$client.query(
      `insert into customer_mails (id, request_id, kind, subject_id, state, recipient_hash, next_attempt_at, created_at, finished_at)
       select gen_random_uuid(), $1, 'message', gen_random_uuid(), 'sent', $2, $3, $3, $3 from generate_series(1, $4)`,
      [requestId, hashContact(contactKeys, "jordan@example.com"), clock, count],
    );

  test("are enough: another one waits until the next day", async () => {
    const id = await addRequest();
    await addSentMails(id, 50);
    expect(await send()).toBe(0);
    expect(smtp.connections()).toBe(0);
    later(DAY_MS - MINUTE_MS);
    expect(await send()).toBe(0);
    later(MINUTE_MS);
    expect(await send()).toBe(1);
    expect(
      await queryRows(db(), "select attempts from customer_mails where kind = $1", [RECEIPT_MAIL]),
    ).toEqual([{ attempts: 1 }]);
  });

  test("keep back nothing below, or to another address", async () => {
    const id = await addRequest();
    await addSentMails(id, 49);
    await addRequest({ email: "other@example.com" });
    expect(await send()).toBe(2);
  });

  test("are forgotten with the person", async () => {
    const id = await addRequest();
    await send();
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [id]));
    expect(await queryRows(db(), "select state, recipient_hash from customer_mails")).toEqual([
      { state: "sent", recipient_hash: null },
    ]);
  });
});

test("an erased request gets no mail any more", async () => {
  const request = await storeRequest(db(), { now: start });
  await db().$client.query("update service_requests set body_hash = 'erased'");
  await queueCustomerMail(db(), {
    requestId: (request.ok && request.id) || "",
    kind: "lost-link",
    subjectId: randomUUID(),
    now: start,
  });
  expect(await send()).toBe(0);
  expect((await listStates()).every(({ state }) => state === "dropped")).toBe(true);
});

describe("a lost link", () => {
  const ask = (email: string, address = "203.0.113.7") => sendLostLink(app(), { email, address });

  test("is sent again to the address on file, in any spelling, and to no other", async () => {
    await storeRequest(db(), { now: start });
    await send();
    expect(await ask(" Jordan@Example.COM ")).toBe("sent");
    expect(await ask("nobody@example.com")).toBe("sent");
    expect(await ask("not an address")).toBe("invalid");
    await expect.poll(async () => (await listStates()).length).toBe(2);
    expect(await send()).toBe(1);
    const mail = smtp.mails.at(-1);
    expect(mail?.to).toEqual(["jordan@example.com"]);
    expect(await openRequestKey(app(), { key: readLink(mail?.data), now: clock })).not.toBeNull();
  });

  test("is not sent an hour later, which the timeline says", async () => {
    const id = await addRequest();
    await send();
    await ask("jordan@example.com");
    await expect.poll(async () => (await listStates()).length).toBe(2);
    smtp.fail({ step: "MAIL", code: 451 });
    for (let quarter = 0; quarter < 4; quarter += 1) {
      expect(await send()).toBe(0);
      later(15 * MINUTE_MS);
    }
    smtp.fail(null);
    expect(await send()).toBe(0);
    expect((await listStates()).at(-1)).toMatchObject({ state: "dropped", error: "lapsed" });
    const detail = await getRequestDetail(db(), { id, formatEvent: () => undefined });
    expect(detail?.timeline.map(({ text }) => text)).toContain(
      "An email with a new link could not be sent within an hour, so it was not sent",
    );
  });

  test("is limited by caller, and by address without saying so", async () => {
    await storeRequest(db(), { now: start });
    for (let count = 0; count < 5; count += 1)
      expect(await ask("jordan@example.com", `203.0.113.${count}`)).toBe("sent");
    await expect.poll(async () => (await listStates()).length).toBe(4);
    for (let count = 0; count < 10; count += 1)
      expect(await ask(`${count}@example.com`, "203.0.113.99")).toBe("sent");
    expect(await ask("one@example.com", "203.0.113.99")).toBe("too-many");
    later(DAY_MS);
    expect(await ask("one@example.com", "203.0.113.99")).toBe("sent");
  });
});
