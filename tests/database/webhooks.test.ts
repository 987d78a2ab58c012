import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { createStaffNotifier } from "#app/features/notifications/jobs.server.ts";
import { createOffer, withdrawOffer } from "#app/features/offers/mutations.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { addNote, updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { openContactKeys } from "#app/features/secrets/open-contact-keys.server.ts";
import { rotateSecret } from "#app/features/secrets/rotate-secret.server.ts";
import {
  LOG_DAYS,
  MAX_ENDPOINTS,
  PAUSE_AFTER_HOURS,
  RETRY_PAUSES_MS,
  ROTATION_HOURS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "#app/features/webhooks/constants.ts";
import { deleteOldEvents } from "#app/features/webhooks/deliveries.sql.ts";
import {
  createEndpoint,
  pauseEndpoint,
  removeEndpoint,
  replayDeliveries,
  resumeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "#app/features/webhooks/mutations.server.ts";
import { getEndpointPage } from "#app/features/webhooks/queries.server.ts";
import { sendDueMessages } from "#app/features/webhooks/send-due.server.ts";
import { sendTestMessage } from "#app/features/webhooks/send-test.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { deriveKeys } from "#app/lib/secret.server.ts";
import { createVault, type Vault } from "#app/lib/vault.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../fakes/webhook-receiver.ts";
import { buildMailApp } from "../mail-app.ts";
import { insertProvider } from "../providers.ts";

const PHONE = "(404) 555-0123";
let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let receiver: WebhookReceiver;
let vault: Vault;
let clock: Date;
let superadmin: string;
const db = () => (context as NonNullable<typeof context>).db;

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  receiver = await startWebhookReceiver();
  vault = createVault(Buffer.alloc(32, 9));
  // Triggers write the time of the database; the receiver compares messages with its own clock.
  clock = new Date(Date.now() + MINUTE_MS);
  vi.useFakeTimers({ toFake: ["Date"], now: clock });
  superadmin = await addMember("superadmin");
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
});
afterAll(() => context?.close());

async function addMember(role: string): Promise<string> {
  const id = randomUUID();
  await queryRows(
    db(),
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ana', $2, $3, $3)",
    [id, `${role}-${id.slice(0, 8)}@staff.example`, new Date(0)],
  );
  await queryRows(
    db(),
    "insert into admin_users (user_id, role, is_active, created_at) values ($1, $2, true, $3)",
    [id, role, new Date(0)],
  );
  return id;
}

const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  vi.setSystemTime(clock);
};
const app = () => ({
  ...buildMailApp({
    db: db(),
    now: () => clock,
    env: { WEBHOOK_PRIVATE_HOSTS: receiver.host },
  }),
  vault,
});
const act = () => ({ ...app(), actor: superadmin, now: clock });
const send = () => sendDueMessages(app());

async function addEndpoint(
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  url = receiver.url,
): Promise<string> {
  const values = {
    name: "Dispatch board",
    url,
    ...Object.fromEntries(events.map((event) => [`event:${event}`, "on"])),
  };
  const result = await createEndpoint(act(), { values });
  if (!result.ok) throw new Error(JSON.stringify(result));
  receiver.secrets.push(result.secret);
  return result.id;
}
async function store(phone = PHONE): Promise<string> {
  const result = await storeRequest(db(), { values: { phone } });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const setStatus = (id: string, status: "contacted" | "closed") =>
  updateStatuses(act(), { changes: [{ id, status }] });
const listTypes = () => receiver.messages.map(({ type }) => type);
const listDeliveries = () =>
  queryRows<{ state: string; attempts: number; error: string | null }>(
    db(),
    "select state, attempts, last_error as error from webhook_deliveries order by created_at, id",
  );
const getPage = async (id: string) => {
  const page = await getEndpointPage(db(), { id });
  if (!page) throw new Error("no endpoint");
  return page;
};

describe("what is sent", () => {
  test("a request, an offer, an opt-out and a review, each signed, without personal data", async () => {
    await addEndpoint();
    const requestId = await store();
    await setStatus(requestId, "contacted");
    const provider = await insertProvider(db().$client, {
      verification_status: "verified",
      service_area_zips: ["30301"],
    });
    const offer = await createOffer(act(), {
      serviceRequestId: requestId,
      providerId: provider.id,
      cost: 0,
    });
    if (!offer.ok) throw new Error(offer.reason);
    await withdrawOffer(act(), { offerId: offer.offerId });
    await queryRows(
      db(),
      "insert into reviews (id, request_id, offer_id, provider_id, rating, words, created_at) values (gen_random_uuid(), $1, $2, $3, 2, 'He never came', now())",
      [requestId, offer.offerId, provider.id],
    );
    await queryRows(db(), "update reviews set hidden_at = now(), hidden_reason = 'abuse'");
    await suppressContact(db(), { phone: PHONE, source: "test", now: clock, contactKeys });
    await send();
    expect(receiver.refused).toEqual([]);
    const byType = Object.groupBy(receiver.messages, ({ type }) => type);
    expect(Object.keys(byType).sort()).toEqual([...WEBHOOK_EVENTS].sort());
    expect(byType["request.created"]?.[0]?.data).toEqual({ id: requestId, version: 1 });
    expect(byType["offer.updated"]?.at(-1)?.data).toEqual({
      id: offer.offerId,
      request_id: requestId,
      provider_id: provider.id,
      state: "withdrawn",
      customer_approved: false,
    });
    expect(byType["review.updated"]?.[0]?.data).toMatchObject({ rating: 2, is_hidden: true });
    expect(byType["opt_out.created"]?.[0]?.data).toMatchObject({
      scope: "all",
      provider_id: null,
      request_ids: [requestId],
    });
    const sent = JSON.stringify(receiver.messages);
    for (const personal of ["Jordan", "555", "jordan@", "Elm", "Water under", "never came"])
      expect(sent).not.toContain(personal);
  });

  test("an opt-out of one provider names the provider", async () => {
    await addEndpoint(["opt_out.created"]);
    const requestId = await store();
    const provider = await insertProvider(db().$client, {});
    await queryRows(
      db(),
      "insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at) select gen_random_uuid(), $1, email_hash, 'test', $2 from service_requests",
      [provider.id, clock],
    );
    await send();
    expect(receiver.messages.map(({ data }) => data)).toEqual([
      {
        id: expect.any(String),
        scope: "provider",
        provider_id: provider.id,
        request_ids: [requestId],
      },
    ]);
  });

  test("an endpoint gets only the events that were chosen for it", async () => {
    await addEndpoint(["request.updated"]);
    await setStatus(await store(), "closed");
    await send();
    expect(listTypes()).toEqual(["request.updated"]);
  });

  test("what nobody wants is not stored", async () => {
    await store();
    await addEndpoint(["review.created"]);
    await setStatus(await store(), "closed");
    expect(await queryRows(db(), "select id from webhook_events")).toEqual([]);
  });

  test("several changes of one transaction are one event with the latest version", async () => {
    await addEndpoint(["request.updated"]);
    const id = await store();
    await withTransaction(db(), async (tx) => {
      for (const status of ["contacted", "new", "closed"])
        await tx.$client.query("update service_requests set status = $2 where id = $1", [
          id,
          status,
        ]);
    });
    await send();
    expect(receiver.messages.map(({ data }) => data)).toEqual([{ id, version: 4 }]);
  });

  test("a change that is rolled back is not sent", async () => {
    await addEndpoint();
    const id = await store();
    await send();
    await withTransaction(db(), async (tx) => {
      await tx.$client.query("update service_requests set status = 'closed' where id = $1", [id]);
      throw new Error("rolled back");
    }).catch(() => {});
    await send();
    expect(listTypes()).toEqual(["request.created"]);
  });

  test("a note and demo requests are not sent, an erased request is", async () => {
    const demo = await store("(404) 555-0124");
    await queryRows(db(), "update service_requests set is_demo = true");
    await addEndpoint();
    await setStatus(demo, "contacted");
    const id = await store();
    await send();
    await addNote(act(), { id, text: "Called, no answer" });
    await send();
    expect(listTypes()).toEqual(["request.created"]);
    await withTransaction(db(), (tx) => eraseRequestFields(tx, [id]));
    await send();
    expect(receiver.messages.at(-1)).toMatchObject({
      type: "request.updated",
      data: { id, version: 2 },
    });
  });

  test("restoring a backup tells nothing", async () => {
    await addEndpoint();
    const id = await store();
    await send();
    await withTransaction(db(), async (tx) => {
      await tx.$client.query("select set_config('henry.restoring', 'on', true)");
      await tx.$client.query("update service_requests set version = 9 where id = $1", [id]);
    });
    await send();
    expect(receiver.messages).toHaveLength(1);
  });
});

describe("a receiver that fails", () => {
  test("gets the same message again, later each time, until it takes it", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await store();
    receiver.fail({ status: 500 });
    for (const pause of RETRY_PAUSES_MS.slice(0, 3)) {
      await send();
      const attempts = receiver.paths.length;
      later(pause - 1);
      await send();
      expect(receiver.paths).toHaveLength(attempts);
      later(1);
    }
    expect((await getPage(endpoint)).endpoint.state).toBe("failing");
    receiver.fail(null);
    await send();
    await send();
    expect(receiver.messages).toHaveLength(1);
    expect(await listDeliveries()).toEqual([{ state: "delivered", attempts: 4, error: null }]);
    const { endpoint: working, deliveries } = await getPage(endpoint);
    expect(working.state).toBe("working");
    expect(deliveries[0]).toMatchObject({ lastStatus: 204, eventId: receiver.messages[0]?.id });
  });

  test.each([
    ["hang", "timeout"],
    ["cut", "ECONNRESET"],
    ["redirect", "307"],
    [{ status: 404 }, "404"],
  ] as const)("%j is tried again as %s, and its words are not kept", async (fault, error) => {
    await addEndpoint(["request.created"]);
    await store();
    receiver.fail(fault);
    await sendDueMessages({ ...app(), ...(fault === "hang" && { deadlineMs: 500 }) });
    expect(await listDeliveries()).toEqual([{ state: "waiting", attempts: 1, error }]);
    // A redirect is not followed.
    expect(receiver.paths).toEqual(["/hooks"]);
    expect(JSON.stringify(await queryRows(db(), "select * from webhook_deliveries"))).not.toContain(
      "Jordan",
    );
  });

  test("is asked again when it says so", async () => {
    await addEndpoint(["request.created"]);
    await store();
    receiver.fail({ status: 429, retryAfter: "3600" });
    await send();
    receiver.fail(null);
    later(HOUR_MS - 1);
    await send();
    expect(receiver.messages).toHaveLength(0);
    later(1);
    await send();
    expect(receiver.messages).toHaveLength(1);
  });

  test("gets one message at a time, seconds apart, and the others keep their attempts", async () => {
    await addEndpoint(["request.created"]);
    receiver.fail({ status: 503 });
    await store("(404) 555-0101");
    await send();
    for (const last of [2, 3, 4]) await store(`(404) 555-010${last}`);
    const countAttempts = async () =>
      (await listDeliveries()).reduce((sum, { attempts }) => sum + attempts, 0);
    await Promise.all([send(), send(), send()]);
    expect(await countAttempts()).toBe(1);
    later(RETRY_PAUSES_MS[0]);
    await Promise.all([send(), send(), send()]);
    expect(await countAttempts()).toBe(2);
    receiver.fail(null);
    later(HOUR_MS);
    await send();
    expect(receiver.messages).toHaveLength(4);
  });

  test("keeps a message of its last attempt, if that pauses it, until it is resumed", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await store();
    receiver.fail("cut");
    await send();
    for (const pause of RETRY_PAUSES_MS) {
      later(pause);
      await send();
    }
    expect(await getPage(endpoint)).toMatchObject({
      endpoint: { state: "paused" },
      counts: { waiting: 1, failed: 0 },
    });
    receiver.fail(null);
    await resumeEndpoint(act(), { id: endpoint });
    await send();
    expect(receiver.messages).toHaveLength(1);
  });

  test("is not blamed for the stop of this process", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await store();
    receiver.fail("hang");
    const stop = new AbortController();
    const sending = sendDueMessages(app(), stop.signal);
    await expect.poll(() => receiver.paths.length).toBe(1);
    stop.abort();
    await sending;
    expect(await listDeliveries()).toEqual([{ state: "waiting", attempts: 0, error: null }]);
    expect((await getPage(endpoint)).endpoint.state).toBe("working");
    receiver.fail(null);
    await send();
    expect(receiver.messages).toHaveLength(1);
  });

  test("that refuses one message takes the others, and that one is given up in the end", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    const poison = await store("(404) 555-0101");
    receiver.fail(({ data }) => (data.id === poison ? { status: 500 } : null));
    await send();
    for (const pause of RETRY_PAUSES_MS) {
      await store(`(404) 555-${2_000 + receiver.messages.length}`);
      later(pause);
      await send();
    }
    expect(receiver.messages).toHaveLength(RETRY_PAUSES_MS.length);
    const { counts, deliveries } = await getPage(endpoint);
    expect(counts).toEqual({ waiting: 0, failed: 1 });
    expect(deliveries.at(-1)).toMatchObject({ state: "failed", lastError: "500", attempts: 10 });
    receiver.fail(null);
    expect(await replayDeliveries(act(), { id: endpoint, delivery: null })).toMatchObject({
      count: 1,
    });
    later(RETRY_PAUSES_MS[0]);
    await send();
    expect(receiver.messages.at(-1)?.data.id).toBe(poison);
    expect((await getPage(endpoint)).endpoint.state).toBe("working");
  });

  test("for three days is paused, superadmins get one mail, and what waits goes out after resuming", async () => {
    const staff = await addMember("staff");
    const endpoint = await addEndpoint(["request.created"]);
    await store("(404) 555-0101");
    receiver.fail("cut");
    await send();
    later(PAUSE_AFTER_HOURS * HOUR_MS - 1);
    await send();
    expect((await getPage(endpoint)).endpoint.state).toBe("failing");
    later(20 * HOUR_MS);
    await send();
    expect((await getPage(endpoint)).endpoint).toMatchObject({
      state: "paused",
      pauseReason: "failures",
    });
    receiver.fail(null);
    await store("(404) 555-0102");
    later(DAY_MS);
    await send();
    expect(receiver.messages).toEqual([]);

    const notify = createStaffNotifier(app());
    await notify();
    later(HOUR_MS);
    await notify();
    expect(
      await queryRows(
        db(),
        "select recipient_id from notifications where kind like 'webhook-paused:%' and recipient_id in ($1, $2)",
        [staff, superadmin],
      ),
    ).toEqual([{ recipient_id: superadmin }]);

    await resumeEndpoint(act(), { id: endpoint });
    await send();
    expect(receiver.messages).toHaveLength(2);
    expect((await getPage(endpoint)).endpoint.state).toBe("working");
  });

  test("that answers 410 is paused at once", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await store();
    receiver.fail({ status: 410 });
    await send();
    expect((await getPage(endpoint)).endpoint).toMatchObject({
      state: "paused",
      pauseReason: "gone",
    });
  });

  test("keeps its messages while staff paused it", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await pauseEndpoint(act(), { id: endpoint });
    await store();
    await send();
    expect(receiver.paths).toEqual([]);
    expect((await getPage(endpoint)).counts.waiting).toBe(1);
    await resumeEndpoint(act(), { id: endpoint });
    await send();
    expect(receiver.messages).toHaveLength(1);
  });
});

describe("addresses", () => {
  const PRIVATE = [
    "https://127.0.0.1/hooks",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://2130706433/",
  ];
  test.each(PRIVATE)("%s is refused when it is entered", async (url) => {
    await expect(addEndpoint(["request.created"], url)).rejects.toThrow("public internet");
  });

  test.each([
    "http://example.com/",
    "ftp://example.com/",
    "https://user:pass@example.com/",
    "hooks",
  ])("%s is refused when it is entered", async (url) => {
    await expect(addEndpoint(["request.created"], url)).rejects.toThrow("fields");
  });

  test("a name that leads to this machine is never called", async () => {
    const { port } = new URL(receiver.url);
    await addEndpoint(["request.created"], `https://localhost:${port}/hooks`);
    await store();
    await send();
    expect(await listDeliveries()).toMatchObject([{ state: "waiting", error: "private-address" }]);
    expect(receiver.paths).toEqual([]);
  });

  test("a private address is not called either where it came into the table by another way", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    await queryRows(db(), "update webhook_endpoints set url = $1", [PRIVATE[0]]);
    expect(await sendTestMessage(act(), { id: endpoint })).toMatchObject({
      sent: { error: "private-address" },
    });
  });
});

describe("secrets", () => {
  test("the earlier one signs beside the new one for a day", async () => {
    const endpoint = await addEndpoint(["request.created"]);
    const rotated = await rotateEndpointSecret(act(), { id: endpoint });
    if (!rotated.ok) throw new Error(rotated.reason);
    const [earlier = ""] = receiver.secrets.splice(0, 1);
    const isTaken = async (secret: string) => {
      receiver.secrets.splice(0, receiver.secrets.length, secret);
      const result = await sendTestMessage(act(), { id: endpoint });
      return result.ok && result.sent.ok;
    };
    expect([await isTaken(earlier), await isTaken(rotated.secret)]).toEqual([true, true]);
    later(ROTATION_HOURS * HOUR_MS);
    expect([await isTaken(earlier), await isTaken(rotated.secret)]).toEqual([false, true]);
  });

  test("neither the database nor the audit log can be read as a secret or an address", async () => {
    const endpoint = await addEndpoint(["request.created"], `${receiver.url}?key=abc123`);
    await rotateEndpointSecret(act(), { id: endpoint });
    const [secret = ""] = receiver.secrets;
    const audit = JSON.stringify(await queryRows(db(), "select * from audit_log"));
    const stored = JSON.stringify(await queryRows(db(), "select * from webhook_endpoints"));
    expect(audit + stored).not.toContain(secret.slice("whsec_".length));
    expect(audit).toContain(receiver.host);
    expect(audit).not.toContain("abc123");
  });

  test("they survive a change of the application secret", async () => {
    const [oldSecret, newSecret] = ["o".repeat(40), "n".repeat(40)];
    await openContactKeys(db(), { secret: oldSecret, now: clock });
    vault = createVault(deriveKeys(oldSecret).vault);
    const endpoint = await addEndpoint(["request.created"]);
    await rotateEndpointSecret(act(), { id: endpoint });
    expect(
      await rotateSecret({ db: db(), actor: "command-line", now: clock }, { oldSecret, newSecret }),
    ).toMatchObject({ ok: true, changed: { webhooks: 1 } });
    vault = createVault(deriveKeys(newSecret).vault);
    expect(await sendTestMessage(act(), { id: endpoint })).toMatchObject({ sent: { ok: true } });
  });
});

test("workers at once send each message once, and no more than five at a time", async () => {
  await addEndpoint(["request.created"]);
  for (let last = 0; last < 20; last += 1) await store(`(404) 555-${3_000 + last}`);
  receiver.fail("hang");
  const stop = new AbortController();
  const sending = [1, 2, 3].map(() => sendDueMessages(app(), stop.signal));
  await expect.poll(() => receiver.paths.length).toBe(5);
  stop.abort();
  await Promise.all(sending);
  expect(receiver.paths).toHaveLength(5);
  receiver.fail(null);
  await Promise.all([send(), send()]);
  await send();
  expect(receiver.messages).toHaveLength(20);
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(20);
});

test("an endpoint that is removed at the same time fails no request, and one that is changed holds none up", async () => {
  const endpoint = await addEndpoint(["request.created"]);
  const { owner } = context as NonNullable<typeof context>;
  const remover = await owner.$client.connect();
  await remover.query("begin");
  await remover.query("select id from webhook_endpoints for no key update");
  await store("(404) 555-0101");
  await remover.query("delete from webhook_endpoints where id = $1", [endpoint]);
  const storing = store("(404) 555-0102");
  await expect
    .poll(
      async () =>
        (
          await queryRows(
            owner,
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length,
    )
    .toBe(1);
  await remover.query("commit");
  remover.release();
  expect(await storing).toEqual(expect.any(String));
  expect(await listDeliveries()).toEqual([]);
});

test("a message whose worker died is sent when its lease has run out", async () => {
  await addEndpoint(["request.created"]);
  await store();
  await queryRows(db(), "update webhook_deliveries set lease_until = $1", [
    new Date(clock.getTime() + MINUTE_MS),
  ]);
  await send();
  expect(receiver.messages).toHaveLength(0);
  later(MINUTE_MS);
  await send();
  expect(receiver.messages).toHaveLength(1);
});

test("a message is sent again with its id, a test message is in the log, and both are kept for a while", async () => {
  const endpoint = await addEndpoint(["request.created"]);
  await store();
  await send();
  const [delivery] = (await getPage(endpoint)).deliveries;
  await replayDeliveries(act(), { id: endpoint, delivery: delivery?.id ?? "" });
  await send();
  receiver.fail({ status: 500 });
  await sendTestMessage(act(), { id: endpoint });
  receiver.fail(null);
  expect((await getPage(endpoint)).counts.failed).toBe(0);
  expect(await replayDeliveries(act(), { id: endpoint, delivery: null })).toMatchObject({
    count: 0,
  });
  await queryRows(db(), "delete from webhook_events where type = 'webhook.test'");
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
  expect(receiver.messages).toHaveLength(2);
  expect(await sendTestMessage(act(), { id: endpoint })).toMatchObject({ sent: { ok: true } });
  expect((await getPage(endpoint)).deliveries.map(({ type }) => type)).toEqual([
    "webhook.test",
    "request.created",
  ]);
  const clean = (days: number) =>
    deleteOldEvents.run(db(), { before: new Date(clock.getTime() - days * DAY_MS), limit: 10 });
  expect(await clean(LOG_DAYS)).toBe(0);
  later((LOG_DAYS + 1) * DAY_MS);
  expect(await clean(LOG_DAYS)).toBe(2);
  expect(await listDeliveries()).toEqual([]);
});

test("an endpoint is changed and removed, with an audit row for each, and there are not many", async () => {
  const endpoint = await addEndpoint(["request.created"]);
  const values = { name: "Board", url: receiver.url, "event:review.created": "on" };
  expect(await updateEndpoint(act(), { id: endpoint, values })).toMatchObject({ name: "Board" });
  await store();
  expect(await listDeliveries()).toEqual([]);
  await removeEndpoint(act(), { id: endpoint });
  expect(await getEndpointPage(db(), { id: endpoint })).toBeNull();
  expect(
    await queryRows(
      db(),
      "select action from audit_log where entity = 'webhook' and entity_id = $1 order by at, id",
      [endpoint],
    ),
  ).toEqual(["create", "update", "remove"].map((action) => ({ action })));
  for (let count = 0; count < MAX_ENDPOINTS; count += 1) await addEndpoint();
  await expect(addEndpoint()).rejects.toThrow("too-many");
});
