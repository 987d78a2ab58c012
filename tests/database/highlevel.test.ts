import { randomBytes, randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import {
  disconnectHighLevel,
  getConnection,
  saveConnection,
} from "#app/features/crm/highlevel/connections.server.ts";
import {
  createOAuthState,
  exchangeCode,
} from "#app/features/crm/highlevel/exchange-code.server.ts";
import { getLastReport, reconcileNightly } from "#app/features/crm/highlevel/reconcile.server.ts";
import {
  type HighLevelContext,
  refreshExpiringTokens,
} from "#app/features/crm/highlevel/refresh-tokens.server.ts";
import { createHighLevelTarget } from "#app/features/crm/highlevel/target.server.ts";
import { deliverOptOuts } from "#app/features/crm/opt-outs/deliver-opt-outs.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import {
  type DeliveryOptions,
  deliverDue,
  deliverRow,
} from "#app/features/crm/outbox/deliver.server.ts";
import { composeTargetTrouble } from "#app/features/notifications/compose-mails.ts";
import {
  findEndingConnection,
  listOpenTargets,
} from "#app/features/notifications/queries.server.ts";
import { createStopLink, optOutByLink } from "#app/features/privacy/stop-link.server.ts";
import { eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { resendRequest } from "#app/features/requests/inbox/mutations.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { contactKey, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { startContactSync } from "../fakes/contact-sync.ts";
import {
  type HighLevelBehavior,
  type HighLevelCall,
  type HighLevelDouble,
  startHighLevel,
} from "../fakes/highlevel.ts";

const START = new Date("2026-03-01T12:00:00Z");
const vault = createVault(Buffer.alloc(32, 9));
const log = createLogger("silent");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let crm: HighLevelDouble;
let clock: Date;
let services: HighLevelContext;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate service_requests, crm_attempts, crm_outbox, crm_targets, crm_connections, crm_opt_outs, crm_reconciliations, suppressions, request_events, rate_limits cascade",
  );
  clock = START;
  crm = await startHighLevel({
    clientId: "app",
    clientSecret: "app-secret",
    locationId: "loc-1",
    now: () => clock.getTime(),
  });
  services = servicesOf(context.db);
  await connect();
});
afterEach(() => crm.close());

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const config = () => ({
  baseUrl: crm.url,
  authorizeUrl: "https://crm.example/choose",
  clientId: crm.clientId,
  clientSecret: crm.clientSecret,
  redirectUri: "http://localhost/oauth/callback",
});
const servicesOf = (db: typeof context.db): HighLevelContext => ({
  db,
  vault,
  config: config(),
  log,
  now: () => clock,
});
const optionsOf = (its: HighLevelContext): DeliveryOptions => ({
  db: its.db,
  target: createHighLevelTarget(its),
  log,
  now: () => clock,
  random: () => 0.5,
});
const deliver = () => deliverDue(optionsOf(services));
function connect(locationId = "loc-1") {
  const { access_token, refresh_token } = crm.issueTokens();
  const tokens = {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresInMs: 24 * HOUR_MS,
    locationId,
  };
  return saveConnection(
    { ...services, actor: "test", now: clock },
    { tokens, locationId, withoutState: false },
  );
}
async function store(changes: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(context.db, { now: clock, target: "highlevel", ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
type OutboxRow = {
  state: string;
  attempts: number;
  last_error: string | null;
  target: string;
  progress: { differences?: string[] };
};
const outbox = async (id: string) =>
  (
    await queryRows<OutboxRow>(
      context.db,
      "select state, attempts, last_error, target, progress from crm_outbox where request_id = $1",
      [id],
    )
  )[0];
const breaker = async () =>
  (
    await queryRows<{ state: string; reason: string | null }>(
      context.db,
      "select state, reason from crm_targets where target = 'highlevel'",
    )
  )[0];
const contactOf = async (id: string) => {
  const [row] = await queryRows<{ ghl_contact_id: string }>(
    context.db,
    "select ghl_contact_id from service_requests where id = $1",
    [id],
  );
  return crm.contacts.get(row?.ghl_contact_id ?? "");
};
/** A fault for the n-th call to a path, and nothing for the others. */
const faultAt = (path: RegExp, act: HighLevelBehavior, times = 1) => {
  let left = times;
  crm.behave((call) => {
    if (!path.test(call.path) || left === 0) return { kind: "ok" };
    left -= 1;
    return act;
  });
};
/** No clock of ten seconds has more than a hundred calls in it. */
const busiest = (calls: HighLevelCall[]) =>
  Math.max(
    ...calls.map(
      ({ at: from }) => calls.filter(({ at }) => at >= from && at < from + 10_000).length,
    ),
  );

describe("a request for HighLevel", () => {
  test("becomes a contact with tags and one note, and keeps what the contact had", async () => {
    const old = crm.addContact({ email: "jordan@example.com", tags: ["customer"] });
    const id = await store({ values: { description: "Leak <b>now</b>" } });
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect([...crm.contacts.keys()]).toEqual([old.id]);
    expect(await contactOf(id)).toMatchObject({
      phone: "+14045550123",
      tags: ["customer", "website lead", "plumbing"],
      fields: { firstName: "Jordan", lastName: "Example", city: "Atlanta" },
    });
    expect(crm.notes()).toHaveLength(1);
    expect(crm.notes()[0]).toContain(`Request ${id}`);
    expect(crm.notes()[0]).toContain("Leak <b>now</b>");
    expect(crm.calls).toHaveLength(3);
    const [row] = await queryRows(
      context.db,
      "select synced_at is not null as synced from service_requests where id = $1",
      [id],
    );
    expect(row).toEqual({ synced: true });
  });

  test("names the fields that the CRM did not store, where e-mail and phone belong to two contacts", async () => {
    crm.addContact({ email: "jordan@example.com" });
    crm.addContact({ phone: "+14045550123" });
    const id = await store();
    await deliver();
    expect((await outbox(id))?.progress.differences).toEqual(["phone"]);
    expect(crm.notes()[0]).toContain("(404) 555-0123");
  });

  test("puts quiz answers into custom fields, and creates missing fields once", async () => {
    crm.customFields.push({ id: "old", name: "Question 1", fieldKey: "contact.question_1" });
    const answers = [
      { id: "1", questionText: "Does it hum?", answer: "Yes", ghlField: "question_1" },
      { id: "2", questionText: "How old?", answer: "Ten years", ghlField: "Question 2!" },
    ];
    const ids = [
      await store(),
      await store({ values: { phone: "404 555 0177", email: "b@example.com" } }),
    ];
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [JSON.stringify({ quiz_answers: answers })],
    );
    await deliver();
    for (const id of ids)
      expect((await contactOf(id))?.customFields).toEqual({ old: "Yes", f2: "Ten years" });
    expect(crm.customFields.map((field) => field.fieldKey)).toEqual([
      "contact.question_1",
      "contact.question_2",
    ]);
  });

  test("a location that refuses custom fields still gets the contact", async () => {
    const id = await store();
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [
        JSON.stringify({
          quiz_answers: [
            {
              id: "1",
              questionText: "Does it hum?",
              answer: "Yes, loudly",
              ghlField: "question_1",
            },
          ],
        }),
      ],
    );
    faultAt(/customFields/, { kind: "status", status: 403 }, 9);
    await deliver();
    expect(await outbox(id)).toMatchObject({
      state: "delivered",
      progress: { differences: ["quiz answers"] },
    });
    expect(crm.notes()[0]).toContain("Yes, loudly");
  });

  test("is dead at once without a phone number and an e-mail address", async () => {
    const id = await store({ values: { phone: "call me", email: "" } });
    await deliver();
    expect(await outbox(id)).toMatchObject({ state: "dead", attempts: 1 });
    expect(crm.calls).toEqual([]);
  });
});

test("requests of one person are sent one at a time, even by several workers", async () => {
  const first = await store();
  pass(1);
  const byPhone = await store({ values: { email: "other@example.com" } });
  const byMail = await store({ values: { phone: "404 555 0190" } });
  const stranger = await store({ values: { phone: "404 555 0191", email: "s@example.com" } });
  const options = optionsOf(services);
  const { rows, probing } = await claimDeliveries(options);
  expect(rows.map((row) => row.requestId).sort()).toEqual([first, stranger].sort());
  expect((await claimDeliveries(options)).rows).toEqual([]);
  await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
  await deliver();
  for (const id of [first, byPhone, byMail, stranger])
    expect((await outbox(id))?.state).toBe("delivered");
});

test("an erased request keeps no trace of its contact", async () => {
  const id = await store();
  await deliver();
  await suppressContact(context.db, {
    phone: "404 555 0123",
    source: "test",
    now: clock,
    contactKey,
  });
  await deliverOptOuts({ ...services, random: () => 0.5 });
  await withTransaction(context.db, (tx) => eraseRequestFields(tx, [id]));
  expect((await outbox(id))?.progress).toEqual({});
  expect(await queryRows(context.db, "select 1 from crm_opt_outs")).toEqual([]);
});

describe("faults", () => {
  test("a contact that a 422 created anyway is found by searching; without one the row is dead at once", async () => {
    const made = await store();
    faultAt(/upsert/, { kind: "status", status: 422, did: true });
    await deliver();
    expect((await outbox(made))?.state).toBe("delivered");
    expect(crm.contacts.size).toBe(1);
    const not = await store({ values: { phone: "404 555 0188", email: "c@example.com" } });
    faultAt(/upsert/, { kind: "status", status: 422 });
    await deliver();
    expect((await outbox(not))?.state).toBe("dead");
    expect(crm.contacts.size).toBe(1);
  });

  test.each([
    ["the contact", /upsert/],
    ["the search after a refusal", /search/],
  ])(
    "success with an empty body, or a page, as the answer about %s is a failure that is tried again",
    async (_what, path) => {
      const id = await store();
      for (const [round, text] of ["", "<html>Welcome</html>", "{}"]
        .slice(0, path.test("upsert") ? 3 : 2)
        .entries()) {
        let refused = path.test("upsert");
        crm.behave((call) => {
          if (path.test(call.path)) return { kind: "status", status: 200, text };
          if (refused || !/upsert/.test(call.path)) return { kind: "ok" };
          refused = true;
          return { kind: "status", status: 422, did: true };
        });
        await deliver();
        expect(await outbox(id)).toMatchObject({
          state: "waiting",
          attempts: round + 1,
          last_error: "the answer is not what its documentation says",
        });
        pass(HOUR_MS);
      }
      crm.behave({ kind: "ok" });
      await deliver();
      expect((await outbox(id))?.state).toBe("delivered");
      expect(crm.contacts.size).toBe(1);
      expect(crm.notes()).toHaveLength(1);
    },
  );

  test("success with an empty body everywhere, also for new tokens, opens the breaker; there is one probe a minute and no attempt is lost", async () => {
    const id = await store();
    crm.behave({ kind: "status", status: 200, text: "" });
    for (let hour = 0; hour < 100; hour++) {
      await deliver();
      await refreshExpiringTokens(services);
      pass(HOUR_MS);
    }
    expect((await outbox(id))?.state).toBe("waiting");
    expect((await outbox(id))?.attempts).toBeLessThan(10);
    expect((await breaker())?.state).not.toBe("closed");
    expect(crm.calls.length).toBeLessThanOrEqual(200);
    const before = crm.calls.length;
    for (let second = 0; second < 120; second++) {
      await deliver();
      pass(1_000);
    }
    expect(crm.calls.length - before).toBeLessThanOrEqual(2);
    crm.behave({ kind: "ok" });
    pass(MINUTE_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });

  test("a phone number or e-mail address that the CRM refuses is left out, and staff see it", async () => {
    for (const [key, message, left] of [
      ["phone", ["phone must be a valid phone number"], "phone"],
      ["email", ["email must be an email"], "e-mail"],
    ] as const) {
      const id = await store({
        values: { phone: `404 555 01${key.length}4`, email: `${key}@example.com` },
      });
      crm.behave((call) =>
        call.body[key] ? { kind: "status", status: 422, message: [...message] } : { kind: "ok" },
      );
      await deliver();
      expect(await outbox(id)).toMatchObject({
        state: "delivered",
        progress: { differences: [left] },
      });
      expect(await contactOf(id)).toMatchObject({ [key]: null });
      expect(crm.notes().at(-1)).toContain(`${key}@example.com`);
    }
  });

  test("a refused phone number without an e-mail address is dead at once, and the reason names it", async () => {
    const id = await store({ values: { email: "" } });
    crm.behave((call) =>
      /upsert/.test(call.path)
        ? { kind: "status", status: 422, message: "+14045550123 is not a valid phone" }
        : { kind: "ok" },
    );
    await deliver();
    expect(await outbox(id)).toMatchObject({
      state: "dead",
      attempts: 1,
      last_error: "status 422, about phone",
    });
    expect(crm.calls.map((call) => call.path)).toEqual([
      "/contacts/upsert",
      "/contacts/search/duplicate",
    ]);
  });

  test("refused quiz answers are only in the note", async () => {
    const id = await store();
    const answers = [
      { id: "1", questionText: "Does it hum?", answer: "Yes, loudly", ghlField: "question_1" },
    ];
    await context.db.$client.query(
      "update service_requests set additional_details = additional_details || $1",
      [JSON.stringify({ quiz_answers: answers })],
    );
    crm.behave((call) =>
      call.body.customFields
        ? { kind: "status", status: 422, message: "customFields value is invalid" }
        : { kind: "ok" },
    );
    await deliver();
    expect(await outbox(id)).toMatchObject({
      state: "delivered",
      progress: { differences: ["quiz answers"] },
    });
    expect(crm.notes()[0]).toContain("Yes, loudly");
  });

  test("an existing contact is found and used where the location allows no duplicates", async () => {
    const old = crm.addContact({
      phone: "+14045550123",
      email: "old@example.com",
      tags: ["customer"],
    });
    const id = await store();
    faultAt(/upsert/, {
      kind: "status",
      status: 400,
      message: "This location does not allow duplicated contacts.",
    });
    await deliver();
    expect(await outbox(id)).toMatchObject({
      state: "delivered",
      progress: { contactId: old.id, differences: ["e-mail"] },
    });
    expect(crm.contacts.size).toBe(1);
    expect(old.tags).toContain("customer");
    expect(old.notes).toHaveLength(1);
  });

  test("a 429 without Retry-After is retried once a minute, and staff see one attempt", async () => {
    const id = await store();
    crm.behave({ kind: "status", status: 429 });
    for (let second = 0; second < 600; second += 10) {
      await deliver();
      pass(10_000);
    }
    expect(crm.calls).toHaveLength(10);
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await queryRows(context.db, "select outcome, http_status from crm_attempts")).toEqual([
      { outcome: "paused", http_status: 429 },
    ]);
    crm.behave({ kind: "ok" });
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
  });

  test("tokens that are refused right after a refresh are not refreshed again each minute", async () => {
    const id = await store();
    crm.behave((call) =>
      call.path === "/oauth/token" ? { kind: "ok" } : { kind: "status", status: 401 },
    );
    for (let minute = 0; minute < 60; minute++) {
      await deliver();
      pass(MINUTE_MS);
    }
    expect(await outbox(id)).toMatchObject({
      state: "waiting",
      attempts: 0,
      last_error: "the new tokens are refused too, connect HighLevel again",
    });
    expect(await breaker()).toMatchObject({ state: "paused" });
    expect(crm.calls.filter((call) => call.path === "/oauth/token").length).toBeLessThanOrEqual(12);
    expect(crm.calls.length).toBeLessThan(150);
    crm.behave({ kind: "ok" });
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
  });

  test("a rate limit that delays the token refresh raises no alarm: the row waits", async () => {
    const id = await store();
    crm.expireAccessToken();
    faultAt(/upsert/, { kind: "status", status: 401 });
    const { rows, probing } = await claimDeliveries(optionsOf(services));
    await context.db.$client.query(
      "update crm_targets set recent_calls = array_fill($1::timestamptz, array[99])",
      [clock],
    );
    await Promise.all(rows.map((row) => deliverRow(optionsOf(services), row, probing)));
    expect(crm.calls).toHaveLength(1);
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0, last_error: null });
    expect(await breaker()).toMatchObject({ state: "closed" });
    pass(12_000);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.refreshes()).toBe(1);
  });

  test.each([
    ["upsert", { kind: "cut", when: "after" }],
    ["tags", { kind: "status", status: 500 }],
    ["notes", { kind: "cut", when: "after" }],
    ["notes", { kind: "cut", when: "before" }],
    ["notes", { kind: "status", status: 502, did: true }],
  ] as [string, HighLevelBehavior][])(
    "after a failure at %s (%o) it goes on with one contact and one note",
    async (path, act) => {
      const id = await store();
      faultAt(new RegExp(path), act);
      await deliver();
      expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 1 });
      pass(2 * MINUTE_MS);
      await deliver();
      expect(await outbox(id)).toMatchObject({ state: "delivered", attempts: 2 });
      expect(crm.contacts.size).toBe(1);
      expect(crm.notes()).toHaveLength(1);
    },
  );

  test("no answer within the deadline counts as a failure", async () => {
    const id = await store();
    faultAt(/notes/, { kind: "hang" });
    await deliver();
    expect(await outbox(id)).toMatchObject({
      state: "waiting",
      attempts: 1,
      last_error: "no answer within 15 s",
    });
    pass(2 * MINUTE_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  }, 40_000);

  test("after a 429 the row waits for Retry-After, spends no attempt, and its contact stays known", async () => {
    const id = await store();
    faultAt(/tags/, { kind: "status", status: 429, headers: { "Retry-After": "600" } });
    await deliver();
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await breaker()).toMatchObject({ state: "paused" });
    const before = crm.calls.length;
    pass(9 * MINUTE_MS);
    await deliver();
    expect(crm.calls).toHaveLength(before);
    pass(MINUTE_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.calls.filter((call) => call.path.endsWith("upsert"))).toHaveLength(1);
  });

  test("a contact that was deleted meanwhile is created again", async () => {
    const id = await store();
    faultAt(/tags/, { kind: "status", status: 500 });
    await deliver();
    crm.contacts.clear();
    pass(2 * MINUTE_MS);
    await deliver();
    pass(10 * MINUTE_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });

  test("after a day of downtime nothing is lost, and everything is delivered within ten minutes", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n++)
      ids.push(await store({ values: { phone: `404555${2000 + n}`, email: `p${n}@example.com` } }));
    crm.behave({ kind: "status", status: 503 });
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      await deliver();
      pass(10 * MINUTE_MS);
    }
    crm.behave({ kind: "ok" });
    const back = crm.calls.length;
    let seconds = 0;
    for (; seconds < 600 && crm.notes().length < ids.length; seconds += 2) {
      await deliver();
      pass(2_000);
    }
    expect(crm.contacts.size).toBe(ids.length);
    expect(crm.notes()).toHaveLength(ids.length);
    expect(seconds).toBeLessThan(600);
    expect(busiest(crm.calls.slice(back))).toBeLessThanOrEqual(100);
  }, 60_000);

  test("several workers together make at most a hundred calls in any ten seconds, counting every call", async () => {
    for (let n = 0; n < 150; n++)
      await store({ values: { phone: `404555${4000 + n}`, email: `q${n}@example.com` } });
    const workers = [services, servicesOf(context.db), servicesOf(context.db)].map(optionsOf);
    for (let second = 0; second < 120 && crm.notes().length < 150; second++) {
      await Promise.all(workers.map((worker) => deliverDue(worker)));
      pass(1_000);
    }
    expect(crm.notes()).toHaveLength(150);
    expect(crm.contacts.size).toBe(150);
    expect(busiest(crm.calls)).toBe(100);
  }, 60_000);

  test("the daily limit holds, and the row continues the next day", async () => {
    const id = await store();
    await context.db.$client.query(
      "insert into crm_targets (target, since, day_started_at, day_calls) values ('highlevel', $1, $1, 199999) on conflict (target) do update set day_started_at = $1, day_calls = 199999",
      [clock],
    );
    await deliver();
    expect(crm.calls).toHaveLength(1);
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
    pass(24 * HOUR_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });
});

describe("a worker that is killed", () => {
  /** The database of a worker that is dead from one moment on. */
  const dying = (isDead: () => boolean) => {
    const { $client } = context.db;
    const gone = () => Promise.reject(new Error("the worker is gone"));
    const client: pg.Pool = Object.create($client, {
      connect: { value: () => (isDead() ? gone() : $client.connect()) },
      query: {
        value: (...args: unknown[]) =>
          isDead() ? gone() : Reflect.apply($client.query, $client, args),
      },
    });
    return drizzle(client);
  };

  for (const when of ["before", "during", "after"] as const) {
    for (const step of [1, 2, 3]) {
      test(`${when} call ${step}, fifty times: one contact and one note a request`, async () => {
        const rounds = 50;
        for (let round = 0; round < rounds; round++) {
          const id = await store({
            values: { phone: `404555${1000 + round}`, email: `k${round}@example.com` },
          });
          let dead = false;
          const from = crm.calls.length;
          crm.behave((call) => {
            if (call.number - from !== step || dead) return { kind: "ok" };
            dead = true;
            return when === "after"
              ? { kind: "ok" }
              : { kind: "cut", when: when === "before" ? "before" : "after" };
          });
          const worker = optionsOf(servicesOf(dying(() => dead)));
          const { rows, probing } = await claimDeliveries(worker);
          await Promise.all(rows.map((row) => deliverRow(worker, row, probing).catch(() => {})));
          expect(dead).toBe(true);
          expect((await outbox(id))?.state).toBe("waiting");
          crm.behave({ kind: "ok" });
          await deliver(); // Its lease still holds.
          expect((await outbox(id))?.state).toBe("waiting");
          pass(MINUTE_MS);
          await deliver();
          expect((await outbox(id))?.state).toBe("delivered");
        }
        expect(crm.contacts.size).toBe(rounds);
        expect([...crm.contacts.values()].map((contact) => contact.notes.length)).toEqual(
          Array(rounds).fill(1),
        );
      }, 60_000);
    }
  }

  test("one that resumes after its lease ran out leaves the row alone", async () => {
    const id = await store();
    const slow = optionsOf(services);
    const { rows, probing } = await claimDeliveries(slow);
    pass(MINUTE_MS);
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    const calls = crm.calls.length;
    await Promise.all(rows.map((row) => deliverRow(slow, row, probing)));
    expect(crm.calls).toHaveLength(calls);
    expect((await outbox(id))?.state).toBe("delivered");
  });
});

describe("tokens", () => {
  test("twenty jobs on two instances meet an expired token: one refresh, and no job fails", async () => {
    for (let n = 0; n < 20; n++)
      await store({ values: { phone: `404555${5000 + n}`, email: `t${n}@example.com` } });
    crm.expireAccessToken();
    // Another object for the same database: the process shares nothing, the lock in the database
    // counts.
    await Promise.all([
      deliverDue(optionsOf(services)),
      deliverDue(optionsOf(servicesOf(Object.create(context.db) as typeof context.db))),
    ]);
    expect(crm.refreshes()).toBe(1);
    expect(crm.notes()).toHaveLength(20);
    expect(
      await queryRows(context.db, "select 1 from crm_attempts where outcome <> 'delivered'"),
    ).toEqual([]);
  });

  test("are refreshed before they expire, and the new pair is stored encrypted", async () => {
    await refreshExpiringTokens(services);
    expect(crm.refreshes()).toBe(0);
    pass(23.5 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(crm.refreshes()).toBe(1);
    await store();
    await deliver();
    expect(crm.refreshes()).toBe(1);
    const connection = await getConnection(services);
    expect(connection).toMatchObject({ version: 2, refreshedAt: clock });
    const [stored] = await queryRows<{ text: string }>(
      context.db,
      "select c::text as text from crm_connections c where disconnected_at is null",
    );
    expect(stored?.text).not.toContain(connection?.tokens?.access);
    expect(stored?.text).not.toContain(connection?.tokens?.refresh);
    expect(
      await getConnection({ db: context.db, vault: createVault(randomBytes(32)) }),
    ).toMatchObject({ tokens: null });
  });

  test("that are refused pause the target and alert staff; after a new connection the rows are delivered", async () => {
    const id = await store();
    crm.revokeTokens();
    await deliver();
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await breaker()).toEqual({
      state: "paused",
      reason: "the tokens are refused, connect HighLevel again",
    });
    expect((await getConnection(services))?.refreshError).toContain("status 400");
    const [trouble] = await listOpenTargets(context.db);
    if (!trouble) throw new Error("nobody is told");
    const mail = composeTargetTrouble(trouble, {
      brand: "Henry",
      portal: "https://henry.example/backyard",
    });
    expect(mail.subject).toBe("Deliveries to HighLevel are paused");
    expect(mail.text).toContain("(the tokens are refused, connect HighLevel again)");
    await connect();
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(await breaker()).toEqual({ state: "closed", reason: null });
  });

  test("that cannot be refreshed alert staff before they expire and work until then; then the target is paused, even with nothing to deliver", async () => {
    crm.behave((call) =>
      call.path === "/oauth/token" ? { kind: "status", status: 503 } : { kind: "ok" },
    );
    const ending = () => findEndingConnection(context.db, clock);
    pass(23.2 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await ending()).toBeNull();
    pass(0.1 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await ending()).toMatchObject({ endsAt: new Date(START.getTime() + 24 * HOUR_MS) });
    const id = await store();
    await deliver();
    expect((await outbox(id))?.state).toBe("delivered");
    expect(await breaker()).toMatchObject({ state: "closed" });
    pass(0.7 * HOUR_MS);
    await refreshExpiringTokens(services);
    expect(await breaker()).toMatchObject({
      state: "paused",
      reason: "no new tokens could be fetched",
    });
    expect(await ending()).toBeNull();
    crm.behave({ kind: "ok" });
    await refreshExpiringTokens(services);
    expect(await breaker()).toMatchObject({ state: "closed" });
    expect(await ending()).toBeNull();
  });

  test("without a connection rows wait, and the tokens of an ended one are deleted", async () => {
    const id = await store();
    expect(await disconnectHighLevel({ db: context.db, actor: "test", now: clock })).toBe(true);
    await deliver();
    expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(crm.calls).toEqual([]);
    expect(
      await queryRows(
        context.db,
        "select 1 from crm_connections where access_token is not null or refresh_token is not null",
      ),
    ).toEqual([]);
  });
});

describe("targets", () => {
  test("a row keeps its target when the setting changes, even when it is sent again", async () => {
    const other = await startContactSync({ key: "k", secret: "s" });
    const sync = {
      ...optionsOf(services),
      target: createContactSyncTarget({ db: context.db, config: other, now: () => clock }),
    };
    const mine = await store();
    const its = await store({ target: "contact-sync", values: { phone: "404 555 0199" } });
    await deliverDue(sync);
    expect((await outbox(mine))?.state).toBe("waiting");
    await deliver();
    expect(other.calls).toHaveLength(1);
    expect(crm.contacts.size).toBe(1);
    expect((await outbox(its))?.target).toBe("contact-sync");

    await context.db.$client.query("update crm_outbox set state = 'dead' where request_id = $1", [
      mine,
    ]);
    await resendRequest(
      { db: context.db, actor: randomUUID(), httpRequestId: "test", now: clock },
      { id: mine },
    );
    await Promise.all([deliverDue(sync), deliver()]);
    expect(await outbox(mine)).toMatchObject({ state: "delivered", target: "highlevel" });
    expect(other.calls).toHaveLength(1);
    expect(crm.notes()).toHaveLength(1);
    await other.close();
  });

  test("a failing target does not affect the other", async () => {
    const other = await startContactSync({ key: "k", secret: "s" });
    const sync = {
      ...optionsOf(services),
      target: createContactSyncTarget({ db: context.db, config: other, now: () => clock }),
    };
    for (let n = 0; n < 8; n++)
      await store({ values: { phone: `404555${6000 + n}`, email: `u${n}@example.com` } });
    const its = await store({ target: "contact-sync", values: { phone: "404 555 0198" } });
    crm.behave({ kind: "status", status: 500 });
    await deliver();
    await deliverDue(sync);
    expect(await breaker()).toMatchObject({ state: "open" });
    expect((await outbox(its))?.state).toBe("delivered");
    await other.close();
  });
});

describe("opt-outs", () => {
  const stop = (phone: string) =>
    suppressContact(context.db, { phone, source: "test", now: clock, contactKey });
  const stops = () =>
    queryRows<{ state: string; attempts: number }>(
      context.db,
      "select state, attempts from crm_opt_outs order by created_at",
    );
  const tell = () => deliverOptOuts({ ...services, random: () => 0.5 });

  test("reach the contacts that the CRM has, after a failure too, and each once", async () => {
    const id = await store();
    await deliver();
    pass(MINUTE_MS);
    await stop("404-555-0123");
    await stop("404-555-0123");
    faultAt(/contacts/, { kind: "status", status: 500 });
    await tell();
    expect((await contactOf(id))?.dnd).toBe(false);
    pass(2 * MINUTE_MS);
    await tell();
    expect((await contactOf(id))?.dnd).toBe(true);
    expect(await stops()).toEqual([{ state: "delivered", attempts: 2 }]);
    const before = crm.calls.length;
    await tell();
    expect(crm.calls).toHaveLength(before);
  });

  test("come from the opt-out page as from staff", async () => {
    const id = await store();
    await deliver();
    pass(MINUTE_MS);
    const at = { db: context.db, contactKey, now: () => clock, env: parseEnv({}) };
    const link = createStopLink(at, { email: "jordan@example.com" }) ?? "";
    expect(
      await optOutByLink({ ...at, now: clock }, { token: link.split("/").at(-1) ?? "" }),
    ).toEqual({ ok: true });
    await tell();
    expect((await contactOf(id))?.dnd).toBe(true);
    expect(
      await queryRows(context.db, "select kind from request_events where request_id = $1", [id]),
    ).toEqual([{ kind: "crm-stopped" }]);
  });

  test("during a delivery still reach the contact", async () => {
    const id = await store();
    const options = optionsOf(services);
    const { rows, probing } = await claimDeliveries(options);
    pass(1_000);
    await stop("404-555-0123");
    await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
    await tell();
    expect((await contactOf(id))?.dnd).toBe(true);
  });

  test("are lifted where the person sent a new request before they were delivered", async () => {
    const id = await store();
    await deliver();
    pass(1_000);
    await stop("404-555-0123");
    pass(1_000);
    await store();
    await deliver();
    await tell();
    expect((await contactOf(id))?.dnd).toBe(false);
    expect(await stops()).toMatchObject([{ state: "lifted" }]);
  });

  test("for a contact of a previously connected location end on their own, and block no delivery", async () => {
    await store();
    await deliver();
    pass(MINUTE_MS);
    await stop("404-555-0123");
    crm.behave((call) =>
      call.method === "PUT"
        ? {
            kind: "status",
            status: 403,
            message: "The token does not have access to this location.",
          }
        : { kind: "ok" },
    );
    await tell();
    expect(await breaker()).toMatchObject({ state: "closed" });
    expect(await stops()).toEqual([{ state: "waiting", attempts: 1 }]);
    const other = await store({ values: { phone: "404 555 0133", email: "other@example.com" } });
    await deliver();
    expect((await outbox(other))?.state).toBe("delivered");
    for (let hour = 0; hour < 120; hour++) {
      pass(HOUR_MS);
      await tell();
    }
    expect(await stops()).toEqual([{ state: "dead", attempts: 10 }]);
    expect(crm.calls.filter((call) => call.method === "PUT")).toHaveLength(10);
  });

  test("wait without a connection, and end where the contact was deleted", async () => {
    await store();
    await deliver();
    await stop("404-555-0123");
    await disconnectHighLevel({ db: context.db, actor: "test", now: clock });
    await tell();
    expect(await stops()).toEqual([{ state: "waiting", attempts: 0 }]);
    await connect();
    crm.contacts.clear();
    await tell();
    expect(await stops()).toMatchObject([{ state: "dead" }]);
  });
});

test("after a change of location the new one gets the waiting rows, and the old one's contacts do not count as missing", async () => {
  const first = await store();
  await deliver();
  const half = await store({ values: { phone: "404 555 0111", email: "half@example.com" } });
  faultAt(/tags/, { kind: "status", status: 500 });
  await deliver();
  expect((await outbox(half))?.state).toBe("waiting");
  await crm.close();
  crm = await startHighLevel({
    clientId: "app",
    clientSecret: "app-secret",
    locationId: "loc-2",
    now: () => clock.getTime(),
  });
  services = servicesOf(context.db);
  await connect("loc-2");
  pass(2 * MINUTE_MS);
  await deliver();
  expect(await outbox(half)).toMatchObject({
    state: "delivered",
    progress: { locationId: "loc-2" },
  });
  expect((await contactOf(half))?.notes).toHaveLength(1);
  expect(crm.contacts.size).toBe(1);
  expect(await contactOf(first)).toBeUndefined();
  pass(HOUR_MS + MINUTE_MS);
  const report = await reconcileNightly({
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  });
  expect(report).toMatchObject({ notQueued: 0, undelivered: 0, sampled: 1, missing: 0 });
});

test("an unreadable answer does not count as a missing contact in the nightly comparison", async () => {
  await store();
  await deliver();
  pass(HOUR_MS + MINUTE_MS);
  crm.behave({ kind: "status", status: 200, text: "" });
  const report = await reconcileNightly({
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  });
  expect(report).toMatchObject({ sampled: 0, missing: 0 });
});

test("the nightly comparison finds requests without a delivery, and deleted contacts", async () => {
  const orphan = await store();
  const late = await store({ values: { phone: "404 555 0111", email: "l@example.com" } });
  const gone = await store({ values: { phone: "404 555 0112", email: "g@example.com" } });
  const there = await store({ values: { phone: "404 555 0113", email: "h@example.com" } });
  await context.db.$client.query("delete from crm_outbox where request_id = $1", [orphan]);
  await context.db.$client.query(
    "update crm_outbox set next_attempt_at = $2 where request_id = $1",
    [late, new Date(clock.getTime() + 90 * MINUTE_MS)],
  );
  await deliver();
  crm.contacts.delete((await contactOf(gone))?.id ?? "");
  pass(61 * MINUTE_MS);
  // Somebody who said stop is not delivered on purpose.
  await store({ values: { phone: "404 555 0114", email: "i@example.com" } });
  await suppressContact(context.db, {
    phone: "404 555 0114",
    source: "test",
    now: clock,
    contactKey,
  });
  pass(61 * MINUTE_MS);
  const night = {
    db: context.db,
    log,
    now: clock,
    timeZone: "America/New_York",
    highLevel: services,
  };
  const report = await reconcileNightly(night);
  expect(report).toMatchObject({
    notQueued: 1,
    undelivered: 1,
    sampled: 2,
    missing: 1,
    requestIds: { notQueued: [orphan], missing: [gone] },
  });
  expect((await outbox(there))?.state).toBe("delivered");
  expect(await reconcileNightly(night)).toBeNull();
  expect(await getLastReport(context.db)).toEqual(report);
});

test("a code without a state is exchanged only right after the person entered the password; one with a wrong state never", async () => {
  await context.db.$client.query("delete from crm_connections");
  const env = parseEnv({
    CRM_CLIENT_ID: crm.clientId,
    CRM_CLIENT_SECRET: crm.clientSecret,
    CRM_API_BASE_URL: crm.url,
  });
  const exchange = (body: Record<string, unknown>, hasRecentPassword: boolean) =>
    exchangeCode({ ...services, env, actor: "boss", now: clock }, { body, hasRecentPassword });
  const refused = await exchange({ code: crm.issueCode() }, false);
  expect(refused).toMatchObject({
    status: 403,
    response: { success: false, error: "Please sign in again to connect without a state" },
  });
  expect((await exchange({ code: crm.issueCode(), state: "forged" }, true)).status).toBe(400);
  expect(
    (
      await exchange(
        {
          code: crm.issueCode(),
          state: createOAuthState(vault, { userId: "somebody else", now: clock }),
        },
        true,
      )
    ).status,
  ).toBe(400);
  expect(await queryRows(context.db, "select 1 from crm_connections")).toEqual([]);
  expect(crm.calls).toEqual([]);
  expect(
    (
      await exchange(
        { code: crm.issueCode(), state: createOAuthState(vault, { userId: "boss", now: clock }) },
        false,
      )
    ).status,
  ).toBe(200);
  expect(await exchange({ code: crm.issueCode() }, true)).toMatchObject({
    status: 200,
    response: { location_id: "loc-1" },
  });
});
