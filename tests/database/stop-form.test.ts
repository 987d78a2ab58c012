import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { privacyMailKinds } from "#app/features/privacy/mail-kinds.server.ts";
import { submitStopForm } from "#app/features/privacy/stop-form.server.ts";
import { requestMailKinds } from "#app/features/requests/customer/mails/request-mail-kinds.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import {
  contactKeys,
  openTestDatabase,
  queryRows,
  siteSettings,
  storeRequest,
} from "../factories.ts";
import { startSmtp } from "../fakes/smtp.ts";

const PHONE = "(404) 555-0123";
const EMAIL = "jordan@example.com";
const start = new Date("2026-11-02T15:00:00Z");
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const send = (
  fields: { phone?: string; email?: string; scope?: string },
  { now = minutesLater(5), address = "203.0.113.7" } = {},
) =>
  submitStopForm(
    { db: db(), contactKeys, log: createLogger("silent"), now, httpRequestId: "r" },
    { phone: "", email: "", scope: "all", address, ...fields },
  );
const listQueued = () =>
  queryRows(
    db(),
    `select m.request_id, s.scope from customer_mails m join suppressions s on s.id = m.subject_id
     where m.kind = 'opt-out-confirmation'`,
  );
async function store(now = start, values: { email?: string } = {}) {
  const request = await storeRequest(db(), { now, values });
  if (!request.ok) throw new Error(request.reason);
  return request.id;
}

test("opts out a phone or an email, and confirms only to an address on file", async () => {
  await store();
  const newest = await store(minutesLater(1));
  expect(await send({ phone: PHONE })).toEqual({ ok: true, scope: "all" });
  await expect.poll(listQueued).toEqual([{ request_id: newest, scope: "all" }]);
  expect(await send({ phone: "404 555 0199" })).toEqual({ ok: true, scope: "all" });
  expect(await send({ email: "nobody@example.com" })).toEqual({ ok: true, scope: "all" });
  expect(await queryRows(db(), "select kind, source, scope from suppressions order by id")).toEqual(
    [
      { kind: "phone", source: "stop-form", scope: "all" },
      { kind: "phone", source: "stop-form", scope: "all" },
      { kind: "email", source: "stop-form", scope: "all" },
    ],
  );
  expect(await listQueued()).toHaveLength(1);
  const audit = await queryRows<{ changes: unknown }>(
    db(),
    "select actor, changes from audit_log where action = 'stop-contact'",
  );
  expect(audit).toHaveLength(3);
  expect(JSON.stringify(audit)).not.toMatch(/5550123|555-0123|nobody/);
});

test("the confirmation is one mail without a link, also to a person who was opted out before", async () => {
  const smtp = await startSmtp();
  await store();
  await send({ phone: PHONE, email: EMAIL, scope: "company" });
  await expect.poll(listQueued).toHaveLength(1);
  const app = {
    db: db(),
    env: parseEnv({ DATA_DIR: "/tmp/never-written", SMTP_URL: smtp.url }),
    log: createLogger("silent"),
    now: () => minutesLater(6),
    settings: { get: async () => siteSettings, drop() {} },
    contactKeys,
    random: () => 0.5,
  };
  const kinds = [...requestMailKinds, ...privacyMailKinds];
  expect(await sendDueMails(app, { kinds })).toBe(1);
  await send({ email: EMAIL });
  await expect.poll(listQueued).toHaveLength(2);
  expect(await sendDueMails(app, { kinds })).toBe(0);
  expect(smtp.mails.map(({ to }) => to)).toEqual([[EMAIL]]);
  const mail = smtp.mails[0]?.data ?? "";
  expect(mail).toContain("We stopped contact, as you asked");
  expect(mail).toContain("A professional you said yes to may still call you");
  expect(mail).not.toMatch(/https?:|Jordan|Elm/);
  closeMailTransports();
  await smtp.close();
});

test("says beside the field what is wrong, and stores nothing", async () => {
  expect(await send({})).toEqual({
    ok: false,
    reason: "fields",
    errors: { phone: "Enter your phone number, your email address, or both." },
  });
  expect(await send({ phone: "12", email: "nobody" })).toEqual({
    ok: false,
    reason: "fields",
    errors: {
      phone: "Enter a whole phone number, such as (404) 555-0123.",
      email: "Enter an email address, such as name@example.com.",
    },
  });
  expect(await queryRows(db(), "select 1 from suppressions")).toEqual([]);
});

test("one caller, and one contact, can be stopped twenty times an hour", async () => {
  const results = [];
  for (let n = 0; n < 21; n++)
    results.push((await send({ phone: `404555${String(1_000 + n)}` })).ok);
  expect(results).toEqual([...Array<boolean>(20).fill(true), false]);
  for (let n = 0; n < 20; n++) await send({ phone: PHONE }, { address: `198.51.${n}.1` });
  expect(await send({ phone: PHONE }, { address: "198.51.100.1" })).toEqual({
    ok: false,
    reason: "too-many",
  });
  expect(await send({ phone: PHONE }, { address: "198.51.100.2", now: minutesLater(120) })).toEqual(
    { ok: true, scope: "all" },
  );
});
