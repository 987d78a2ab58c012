import { randomUUID, randomUUIDv7 } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from "vitest";
import type { Database } from "#app/db/client.server.ts";
import { notifySecurity } from "#app/features/auth/notify-security.server.ts";
import {
  closeMailTransports,
  type MailContext,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { createStaffNotifier } from "#app/features/notifications/jobs.server.ts";
import { createOffer, recordProviderAnswer } from "#app/features/offers/mutations.server.ts";
import { ERASED_DELIVERY } from "#app/features/requests/erase-fields.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { createTestFolder } from "../setup/test-folder.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let smtp: SmtpFake;
let dataDir: string;
let clock: Date;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate service_requests, crm_attempts, crm_outbox, crm_targets, crm_connections, crm_reconciliations, crm_opt_outs, notifications, settings, staff_users cascade",
  );
  smtp = await startSmtp();
  dataDir = createTestFolder("mail");
  clock = new Date();
});
afterEach(async () => {
  vi.useRealTimers();
  closeMailTransports();
  await smtp.close();
});

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
function makeServices(options: { db?: Database; smtpUrl?: string | null } = {}): MailContext {
  const env = parseEnv({
    DATA_DIR: dataDir,
    PUBLIC_URL: "https://henry.example",
    ...(options.smtpUrl === null ? {} : { SMTP_URL: options.smtpUrl ?? smtp.url }),
  });
  return {
    db: options.db ?? context.db,
    env,
    log: createLogger("silent"),
    now: () => clock,
    settings: { get: async () => siteSettings, drop() {} },
  };
}
async function makePerson(role = "staff", isActive = true) {
  const id = randomUUID();
  const email = `${role}-${id.slice(0, 8)}@staff.example`;
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Person', $2, $3, $3)",
    [id, email, new Date(0)],
  );
  await context.db.$client.query(
    "insert into admin_users (user_id, role, is_active, created_at) values ($1, $2, $3, $4)",
    [id, role, isActive, new Date(0)],
  );
  return { id, email };
}
const turnOnMails = () =>
  context.db.$client.query(
    "insert into settings (key, value, updated_at) values ('newRequestMails', 'true', $1)",
    [new Date(clock.getTime() - 1)],
  );
async function store(values: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(context.db, { now: clock, ...values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const listNotifications = () =>
  queryRows<{ kind: string; recipient_id: string }>(
    context.db,
    "select kind, recipient_id from notifications order by sent_at, id",
  );
const listSubjects = () => smtp.mails.map((mail) => /^Subject: (.*)\r$/m.exec(mail.data)?.[1]);

describe("sending a mail", () => {
  const mail = {
    to: "ana@staff.example",
    subject: "Hello",
    text: ".A line\nAna María\n",
    kind: "test",
  };

  test("goes over one pooled connection and leaves a row", async () => {
    for (let n = 0; n < 3; n++)
      expect(await sendMail(makeServices(), { ...mail, recipientId: randomUUID() })).toEqual({
        ok: true,
        where: "smtp",
      });
    expect(smtp.mails).toHaveLength(3);
    expect(smtp.mails[0]).toMatchObject({ from: siteSettings.email, to: ["ana@staff.example"] });
    expect(smtp.mails[0]?.data).toContain("Subject: Hello");
    expect(smtp.connections()).toBeLessThan(3);
    expect(await listNotifications()).toHaveLength(3);
  });

  test.each([
    [{ step: "connect", code: 421 } as const, /^E[A-Z]+ 421$/],
    [{ step: "MAIL", code: 451 } as const, "ESENDER 451"],
    [{ step: "RCPT", code: 550, text: "<ana@staff.example> unknown" } as const, "EENVELOPE 550"],
    [{ step: "DATA", code: 452 } as const, /^E[A-Z]+ 452$/],
    [{ step: "END", code: 554 } as const, "EMESSAGE 554"],
    [{ step: "END", kind: "cut" } as const, /./],
  ])(
    "reports a failure by its code, and whether the mail may have arrived: %j",
    async (fault, code) => {
      smtp.fail(fault);
      const result = await sendMail(makeServices(), mail);
      expect(result).toEqual({
        ok: false,
        where: "smtp",
        error: expect.stringMatching(code),
        isUncertain: "kind" in fault,
      });
      expect(result.error).not.toContain("ana");
      expect(await listNotifications()).toEqual([]);
    },
  );

  test("certainly did not arrive where no server listens", async () => {
    await smtp.close();
    expect(await sendMail(makeServices(), mail)).toMatchObject({ ok: false, isUncertain: false });
  });

  test("gives up after ten seconds", async () => {
    const { promise: isConnected, resolve } = Promise.withResolvers<void>();
    smtp.fail((step) => {
      if (step !== "EHLO") return null;
      resolve();
      return { step, kind: "hang" };
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOver = false;
    const sending = sendMail(makeServices(), mail).finally(() => {
      isOver = true;
    });
    await isConnected;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sending).toEqual({
      ok: false,
      where: "smtp",
      error: "deadline",
      isUncertain: true,
    });
  });

  test("writes a file that only the owner reads where there is no mail server", async () => {
    expect(await sendMail(makeServices({ smtpUrl: null }), mail)).toEqual({
      ok: true,
      where: "file",
    });
    const [name = "", ...otherFiles] = readdirSync(join(dataDir, "outbox"));
    expect(otherFiles).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{12}\.eml$/);
    const file = join(dataDir, "outbox", name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toMatch(/^Subject: Hello\r$/m);
    expect(await listNotifications()).toEqual([{ kind: "test", recipient_id: null }]);
  });
});

describe("mails to staff", () => {
  test("cover new requests only while the setting is on, and none from before", async () => {
    await makePerson();
    await store();
    const runNotifier = createStaffNotifier(makeServices());
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    await turnOnMails();
    expect(await runNotifier()).toBe(0);
    await store({ values: { phone: "404 555 0177" } });
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
  });

  test("say that requests wait while nobody is on shift, once for each alarm", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const alarm = async (timeframe: string) => {
      const id = await store({ values: { phone: "404 555 0178", timeframe } });
      await context.db.$client.query(
        "insert into inbox_alarms (id, kind, request_id, raised_at) values ($1, 'emergency', $2, $3)",
        [randomUUIDv7(), id, clock],
      );
    };
    await alarm("emergency");
    expect(await runNotifier()).toBe(1);
    expect(listSubjects()).toEqual(["Nobody is on shift: 1 request waits"]);
    expect(smtp.mails[0]?.data).toContain("1 of them is an emergency.");
    await alarm("flexible");
    advanceClock(9 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    advanceClock(2 * MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    expect(await listNotifications()).toMatchObject(
      Array.from({ length: 2 }, () => ({ kind: "unattended-requests" })),
    );
  });

  test("go to everyone who may work on requests once, at most once a minute, with no personal data but the city", async () => {
    const recipients = [await makePerson(), await makePerson("superadmin")];
    await makePerson("reviewer");
    await makePerson("staff", false);
    await turnOnMails();
    const runNotifier = createStaffNotifier(makeServices());
    await store();
    advanceClock(30_000);
    expect(await runNotifier()).toBe(2);
    expect(smtp.mails.flatMap((mail) => mail.to).sort()).toEqual(
      recipients.map((person) => person.email).sort(),
    );
    const [mail] = smtp.mails;
    expect(mail?.data).toContain("- Plumbing, Atlanta");
    expect(mail?.data).toContain("https://henry.example/backyard/service-requests");
    for (const personal of ["Jordan", "555-0123", "5550123", "jordan@example.com", "Elm", "sink"])
      expect(mail?.data).not.toContain(personal);

    await store({ values: { phone: "404 555 0178" } });
    await store({ values: { phone: "404 555 0179" } });
    advanceClock(25_000);
    expect(await runNotifier()).toBe(0);
    advanceClock(40_000);
    // A restarted process knows which requests were already reported.
    expect(await createStaffNotifier(makeServices())()).toBe(2);
    expect(listSubjects().slice(2)).toEqual(["2 new service requests", "2 new service requests"]);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
  });

  test("two instances that run at the same time send one mail", async () => {
    await makePerson();
    await turnOnMails();
    await store();
    advanceClock(MINUTE_MS);
    const notifiers = Array.from({ length: 6 }, () => createStaffNotifier(makeServices()));
    const sentCounts = await Promise.all(notifiers.map((runNotifier) => runNotifier()));
    await Promise.all(notifiers.map((runNotifier) => runNotifier()));
    expect(sentCounts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(smtp.mails).toHaveLength(1);
    expect(await listNotifications()).toHaveLength(1);
    expect(
      await queryRows(
        context.db,
        "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      ),
    ).toEqual([]);
  });

  test("nothing counts as sent while the mail server is down; it is logged once and retried", async () => {
    await makePerson();
    await turnOnMails();
    await store();
    advanceClock(MINUTE_MS);
    const services = makeServices();
    const errors: string[] = [];
    services.log = Object.assign(createLogger("silent"), {
      error: (_fields: unknown, text: string) => errors.push(text),
    });
    const runNotifier = createStaffNotifier(services);
    const { port } = smtp;
    await smtp.close();
    expect(await runNotifier()).toBe(0);
    expect(await runNotifier()).toBe(0);
    advanceClock(2 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    expect(errors).toEqual(["alarm: mails to staff cannot be sent; they are tried again"]);
    expect(await listNotifications()).toEqual([]);
    smtp = await startSmtp({ port });
    advanceClock(10 * MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    expect(listSubjects()).toEqual(["1 new service request"]);
  });

  test("a refused address does not delay the mails to others", async () => {
    const recipients = [await makePerson(), await makePerson(), await makePerson()];
    await turnOnMails();
    await store();
    advanceClock(MINUTE_MS);
    const [refusedRecipient] = [...recipients].sort((a, b) => a.id.localeCompare(b.id));
    smtp.fail((step, argument) =>
      step === "RCPT" && argument === refusedRecipient?.email ? { step, code: 550 } : null,
    );
    const runNotifier = createStaffNotifier(makeServices());
    expect(await runNotifier()).toBe(2);
    expect(await runNotifier()).toBe(0);
    smtp.fail(null);
    advanceClock(2 * MINUTE_MS);
    expect(await runNotifier()).toBe(1);
  });

  test("a held request is reported once after an hour, unless somebody released it", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const releasedId = await store({ meta: { website: "x" } });
    await store({ meta: { website: "x" }, values: { phone: "404 555 0181" } });
    await context.db.$client.query(
      "update crm_outbox set state = 'waiting' where request_id = $1",
      [releasedId],
    );
    advanceClock(59 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    advanceClock(2 * MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    expect(listSubjects()).toEqual(["1 request held for more than an hour"]);
  });

  test("a failed delivery is reported each time it fails; one of an erased person is not", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const id = await store();
    const failDelivery = async (error: string) => {
      await context.db.$client.query(
        "insert into crm_attempts (id, outbox_id, started_at, finished_at, outcome, http_status) select uuidv7(), id, $2, $2, 'refused', 422 from crm_outbox where request_id = $1",
        [id, clock],
      );
      await context.db.$client.query(
        "update crm_outbox set state = 'dead', last_error = $2 where request_id = $1",
        [id, error],
      );
    };
    await failDelivery("sync error: status 422");
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    await failDelivery("sync error: status 422");
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    await failDelivery(ERASED_DELIVERY);
    await context.db.$client.query(
      "update service_requests set body_hash = 'erased' where id = $1",
      [id],
    );
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    expect(listSubjects()).toEqual([
      "1 request could not be delivered",
      "1 request could not be delivered",
    ]);
  });

  test("an opt-out that waited an hour for the CRM is reported once, and again when it has failed for good", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const addOptOut = (contact: string) =>
      context.db.$client.query(
        "insert into crm_opt_outs (id, contact_id, next_attempt_at, created_at) values (gen_random_uuid(), $1, $2, $2)",
        [contact, clock],
      );
    await addOptOut("c1");
    await addOptOut("c2");
    await context.db.$client.query(
      "update crm_opt_outs set state = 'delivered', finished_at = $1 where contact_id = 'c2'",
      [clock],
    );
    advanceClock(59 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    await context.db.$client.query(
      "update crm_opt_outs set state = 'dead', finished_at = $1 where contact_id = 'c1'",
      [clock],
    );
    expect(await runNotifier()).toBe(1);
    // An opt-out is not reported once the person has sent a newer request.
    await addOptOut("c3");
    advanceClock(MINUTE_MS);
    await context.db.$client.query(
      "update service_requests set ghl_contact_id = 'c3' where id = $1",
      [await store()],
    );
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    expect(listSubjects()).toEqual([
      "1 opt-out did not reach the CRM",
      "1 opt-out did not reach the CRM",
    ]);
    expect(smtp.mails[0]?.data).toMatch(/^- c1\r$/m);
  });

  test("an accepted offer is reported once, unless the customer was asked or the request closed by then", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const acceptOffer = async (request: string) => {
      const provider = randomUUID();
      await context.db.$client.query(
        "insert into providers (id, company_name, contact_name, phone, verification_status, service_area_zips, created_at) values ($1, 'Peach Plumbing', 'Pat', '4045550100', 'verified', '{30301}', now())",
        [provider],
      );
      const offer = await createOffer(
        { db: context.db, actor: "test", now: clock },
        { serviceRequestId: request, providerId: provider, cost: 0 },
      );
      if (!offer.ok) throw new Error(offer.reason);
      expect(
        await recordProviderAnswer(
          { db: context.db, now: clock },
          { token: offer.token, accept: true },
        ),
      ).toMatchObject({ state: "accepted" });
    };
    await acceptOffer(await store());
    expect(await runNotifier()).toBe(0);
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    for (const phone of ["404 555 0182", "404 555 0183"])
      await acceptOffer(await store({ values: { phone } }));
    const approvedId = await store({ values: { phone: "404 555 0184" } });
    await acceptOffer(approvedId);
    await context.db.$client.query(
      "update offers set customer_approved_at = $2, customer_approval_recorded_by = 'test' where request_id = $1",
      [approvedId, clock],
    );
    const closedId = await store({ values: { phone: "404 555 0185" } });
    await acceptOffer(closedId);
    await context.db.$client.query("update service_requests set status = 'closed' where id = $1", [
      closedId,
    ]);
    advanceClock(MINUTE_MS);
    expect(await runNotifier()).toBe(1);
    expect(listSubjects()).toEqual([
      "1 customer to call: a professional accepted",
      "2 customers to call: a professional accepted",
    ]);
    const [mail] = smtp.mails;
    expect(mail?.data.replaceAll("=\r\n", "")).toContain("what the customer wrote, but no name");
    for (const personal of ["Jordan", "555-0182", "5550182", "Elm", "Peach"])
      expect(mail?.data).not.toContain(personal);
  });

  test("an open circuit breaker is reported once each time it opens", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    await context.db.$client.query(
      "insert into crm_targets (target, state, reason, since) values ('contact-sync', 'paused', 'status 401', $1)",
      [clock],
    );
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    await context.db.$client.query("update crm_targets set state = 'closed', since = $1", [clock]);
    expect(await runNotifier()).toBe(0);
    advanceClock(HOUR_MS);
    await context.db.$client.query(
      "update crm_targets set state = 'open', reason = 'status 500', since = $1",
      [clock],
    );
    expect(await runNotifier()).toBe(1);
    expect(listSubjects()).toEqual([
      "Deliveries to contact-sync are paused",
      "Deliveries to contact-sync fail",
    ]);
  });

  test("a connection that expires soon is reported once per token pair, with the time", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    await context.db.$client.query(
      "insert into crm_connections (id, location_id, expires_at, connected_at, connected_by) values ('0190163d-8694-739b-aea5-966c26f8ad91', 'loc-1', $1, $2, 'test')",
      [new Date(clock.getTime() + 50 * MINUTE_MS), clock],
    );
    const failRefresh = () =>
      context.db.$client.query("update crm_connections set refresh_error = 'status 503'");
    advanceClock(10 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    await failRefresh();
    expect(await runNotifier()).toBe(1);
    advanceClock(11 * MINUTE_MS);
    expect(await runNotifier()).toBe(0);
    await context.db.$client.query(
      "update crm_connections set refresh_error = null, version = 2, expires_at = $1",
      [new Date(clock.getTime() + 30 * MINUTE_MS)],
    );
    expect(await runNotifier()).toBe(0);
    await failRefresh();
    expect(await runNotifier()).toBe(1);
    expect(listSubjects()).toEqual([
      "The connection to HighLevel ends soon",
      "The connection to HighLevel ends soon",
    ]);
    expect(smtp.mails[0]?.data).toContain("https://henry.example/backyard/settings/integrations");
  });

  test("a nightly comparison is reported once, with links to the requests, and only if it found something", async () => {
    await makePerson();
    const runNotifier = createStaffNotifier(makeServices());
    const addReport = (missing: number) =>
      context.db.$client.query(
        "insert into crm_reconciliations (id, at, not_queued, undelivered, sampled, missing, request_ids) values (gen_random_uuid(), $1, 0, 0, 5, $2, $3)",
        [
          clock,
          missing,
          JSON.stringify({
            notQueued: [],
            missing: missing ? ["0190163d-8694-739b-aea5-966c26f8ad91"] : [],
          }),
        ],
      );
    await addReport(0);
    expect(await runNotifier()).toBe(0);
    advanceClock(24 * HOUR_MS);
    await addReport(1);
    expect(await runNotifier()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await runNotifier()).toBe(0);
    expect(listSubjects()).toEqual(["Nightly check: 1 request needs a look"]);
    expect(smtp.mails[0]?.data).toContain("service-requests/0190163d-8694-739b-aea5-966c26f8ad91");
  });
});

test("the owner of an account gets a mail about a security event, and a failure does not throw", async () => {
  const person = await makePerson("reviewer");
  await notifySecurity(makeServices(), { userId: person.id, event: "new-browser" });
  expect(smtp.mails).toMatchObject([{ to: [person.email] }]);
  expect(listSubjects()).toEqual(["Sign-in from a new browser"]);
  expect(await listNotifications()).toEqual([
    { kind: "security:new-browser", recipient_id: person.id },
  ]);
  await notifySecurity(makeServices(), { userId: randomUUID(), event: "role-changed" });
  await notifySecurity(
    { ...makeServices(), settings: { get: () => Promise.reject(new Error("away")), drop() {} } },
    { userId: person.id, event: "role-changed" },
  );
  expect(smtp.mails).toHaveLength(1);
});
