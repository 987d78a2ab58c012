import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { recordCall } from "#app/features/calls/record-call.server.ts";
import { callEventSchema } from "#app/features/calls/schema.ts";
import { receiveEvent } from "#app/features/crm/highlevel/receive-event.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";

const START = new Date("2026-03-01T12:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let clock: Date;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query(
    "truncate service_requests, crm_outbox, crm_opt_outs, crm_events, crm_connections, suppressions, request_events, call_attributions cascade",
  );
  clock = START;
});

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const warnings: unknown[] = [];
const log = Object.assign(createLogger("silent"), {
  warn: (...args: unknown[]) => warnings.push(args),
});
const services = (CRM_LOCATION_ID?: string) => ({
  db: context.db,
  contactKeys,
  log,
  env: { CRM_LOCATION_ID },
  now: () => clock,
});
const calls = () => ({ db: context.db, contactKeys, findLabel: () => null });
const receive = (event: Record<string, unknown>, locationId: string | undefined = "loc-1") =>
  receiveEvent(services(locationId), JSON.stringify({ locationId: "loc-1", id: "c1", ...event }));
const connect = (locationId: string) =>
  context.db.$client.query(
    "insert into crm_connections (id, location_id, expires_at, connected_at, connected_by) values (gen_random_uuid(), $2, $1, $1, 'test')",
    [clock, locationId],
  );
async function storeSyncedRequest(values: Record<string, string> = {}) {
  const result = await storeRequest(context.db, { now: clock, values });
  if (!result.ok) throw new Error(result.reason);
  await context.db.$client.query(
    "update service_requests set ghl_contact_id = 'c1', synced_at = $2 where id = $1",
    [result.id, clock],
  );
  return result.id;
}
const listEvents = async (id: string) =>
  (
    await queryRows<{ kind: string }>(
      context.db,
      "select kind from request_events where request_id = $1 order by at",
      [id],
    )
  ).map((row) => row.kind);
const listSuppressions = () =>
  queryRows<{ kind: string; source: string; opted_out_at: Date }>(
    context.db,
    "select kind, source, opted_out_at from suppressions order by kind",
  );

describe("events of the CRM", () => {
  test("a change adds one entry to the timeline of the latest request, once per event", async () => {
    const older = await storeSyncedRequest();
    advanceClock(HOUR_MS);
    const latest = await storeSyncedRequest();
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactUpdate", webhookId: "w1" })).toEqual({
      ok: true,
      done: "recorded",
    });
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactUpdate", webhookId: "w1" })).toEqual({
      ok: true,
      done: "duplicate",
    });
    expect(await listEvents(latest)).toEqual(["crm-updated"]);
    expect(await listEvents(older)).toEqual([]);
  });

  test("changes by our own delivery are ignored", async () => {
    const id = await storeSyncedRequest();
    advanceClock(60_000);
    expect(await receive({ type: "ContactUpdate", webhookId: "w1" })).toEqual({
      ok: true,
      done: "duplicate",
    });
    expect(await listEvents(id)).toEqual([]);
  });

  test("do-not-disturb opts out phone and email from its own time, and is not sent back to the CRM", async () => {
    const id = await storeSyncedRequest();
    advanceClock(HOUR_MS);
    const optedOutAt = clock;
    advanceClock(HOUR_MS);
    expect(
      await receive({
        type: "ContactDndUpdate",
        webhookId: "w2",
        dnd: true,
        timestamp: optedOutAt.toISOString(),
      }),
    ).toEqual({ ok: true, done: "opted-out" });
    expect(await listSuppressions()).toEqual([
      { kind: "email", source: "crm", opted_out_at: optedOutAt },
      { kind: "phone", source: "crm", opted_out_at: optedOutAt },
    ]);
    expect(await queryRows(context.db, "select 1 from crm_opt_outs")).toEqual([]);
    expect(await listEvents(id)).toEqual(["crm-stop"]);
    await receive({ type: "ContactDndUpdate", webhookId: "w2", dnd: true });
    expect(await listSuppressions()).toHaveLength(2);
  });

  test("do-not-disturb for texts opts out only the phone; ending do-not-disturb opts out nothing", async () => {
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    await receive({
      type: "ContactDndUpdate",
      webhookId: "w3",
      dnd: false,
      dndSettings: { SMS: { status: "inactive" } },
    });
    expect(await listSuppressions()).toEqual([]);
    await receive({
      type: "ContactDndUpdate",
      webhookId: "w4",
      dnd: false,
      dndSettings: { SMS: { status: "active" } },
    });
    expect((await listSuppressions()).map((row) => row.kind)).toEqual(["phone"]);
  });

  test("the event caused by our own opt-out does not opt out a person who has sent a newer request", async () => {
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    await context.db.$client.query(
      "insert into crm_opt_outs (id, contact_id, state, next_attempt_at, created_at, finished_at) values (gen_random_uuid(), 'c1', 'delivered', $1, $1, $1)",
      [clock],
    );
    advanceClock(30_000);
    expect(await receive({ type: "ContactDndUpdate", webhookId: "w5", dnd: true })).toEqual({
      ok: true,
      done: "duplicate",
    });
    expect(await listSuppressions()).toEqual([]);
  });

  test("an opt-out event is new if ours was never sent, or was lifted by a newer request", async () => {
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    await suppressContact(context.db, {
      phone: "404-555-0123",
      source: "test",
      now: clock,
      contactKeys,
    });
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactDndUpdate", webhookId: "w9", dnd: true })).toEqual({
      ok: true,
      done: "opted-out",
    });
    await context.db.$client.query("update crm_opt_outs set attempts = 1");
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactDndUpdate", webhookId: "w10", dnd: true })).toEqual({
      ok: true,
      done: "duplicate",
    });
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactDndUpdate", webhookId: "w11", dnd: true })).toEqual({
      ok: true,
      done: "opted-out",
    });
    expect((await listSuppressions()).map((row) => row.opted_out_at)).toContainEqual(clock);
  });

  test.each([
    ["the phone", { phone: "+1 (404) 555-0123" }],
    ["the email", { email: " Jordan@Example.com" }],
  ])(
    "do-not-disturb of an unknown contact opts the person out by %s; other changes of it are ignored",
    async (_, contact) => {
      const id = await storeSyncedRequest();
      await context.db.$client.query("update service_requests set ghl_contact_id = null");
      advanceClock(HOUR_MS);
      expect(
        await receive({ type: "ContactUpdate", id: "c9", webhookId: "w12", ...contact }),
      ).toEqual({ ok: true, done: "ignored" });
      expect(
        await receive({
          type: "ContactDndUpdate",
          id: "c9",
          webhookId: "w13",
          dnd: true,
          phone: "404-555-0199",
          email: "other@example.com",
        }),
      ).toEqual({
        ok: true,
        done: "ignored",
      });
      expect(
        await receive({
          type: "ContactDndUpdate",
          id: "c9",
          webhookId: "w14",
          dnd: true,
          ...contact,
        }),
      ).toEqual({ ok: true, done: "opted-out" });
      expect((await listSuppressions()).map((row) => row.kind)).toEqual(["email", "phone"]);
      expect(await listEvents(id)).toEqual(["crm-stop"]);
      expect(
        await receive({
          type: "ContactDndUpdate",
          id: "c9",
          webhookId: "w14",
          dnd: true,
          ...contact,
        }),
      ).toEqual({ ok: true, done: "duplicate" });
    },
  );

  test("a waiting opt-out keeps its time when an older one arrives later", async () => {
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    const [earlierOptOut, laterOptOut] = [clock, new Date(clock.getTime() + HOUR_MS)];
    await suppressContact(context.db, {
      phone: "404-555-0123",
      source: "test",
      now: laterOptOut,
      contactKeys,
    });
    await suppressContact(context.db, {
      phone: "404-555-0123",
      source: "test",
      now: earlierOptOut,
      contactKeys,
    });
    expect(await queryRows(context.db, "select created_at from crm_opt_outs")).toEqual([
      { created_at: laterOptOut },
    ]);
  });

  test("other contacts, other locations and other events are ignored; what is not JSON is refused", async () => {
    const id = await storeSyncedRequest();
    advanceClock(HOUR_MS);
    await connect("loc-1");
    expect(await receive({ type: "ContactUpdate", id: "stranger", webhookId: "w6" })).toEqual({
      ok: true,
      done: "ignored",
    });
    expect(
      await receive({ type: "ContactDndUpdate", dnd: true, locationId: "loc-2", webhookId: "w7" }),
    ).toEqual({ ok: true, done: "ignored" });
    expect(await receive({ type: "InvoicePaid", webhookId: "w8" })).toEqual({
      ok: true,
      done: "ignored",
    });
    expect(await receiveEvent(services("loc-1"), "<html>")).toEqual({
      ok: false,
      reason: "unreadable",
    });
    expect(await queryRows(context.db, "select 1 from crm_events")).toEqual([]);
    expect(await listEvents(id)).toEqual([]);
  });

  test("only events of our own location are accepted: the connected one, or CRM_LOCATION_ID", async () => {
    const id = await storeSyncedRequest();
    advanceClock(HOUR_MS);
    const receiveOptOut = (values: Record<string, unknown>, configuredLocationId?: string) =>
      receiveEvent(
        services(configuredLocationId),
        JSON.stringify({
          type: "ContactDndUpdate",
          id: "c1",
          dnd: true,
          phone: "404-555-0123",
          ...values,
        }),
      );
    warnings.length = 0;
    expect(await receiveOptOut({ locationId: "loc-1", webhookId: "n1" })).toEqual({
      ok: true,
      done: "ignored",
    });
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain("555");
    expect(await receiveOptOut({ webhookId: "n2" }, "loc-1")).toEqual({
      ok: true,
      done: "ignored",
    });
    expect(await receiveOptOut({ locationId: "loc-2", webhookId: "n3" }, "loc-1")).toEqual({
      ok: true,
      done: "ignored",
    });
    await connect("loc-1");
    expect(await receiveOptOut({ webhookId: "n4" })).toEqual({ ok: true, done: "ignored" });
    expect(await receiveOptOut({ locationId: "", webhookId: "n5" })).toEqual({
      ok: true,
      done: "ignored",
    });
    expect([await listSuppressions(), await listEvents(id), warnings.length]).toEqual([[], [], 1]);
    expect(await receiveOptOut({ locationId: "loc-1", webhookId: "n6" })).toEqual({
      ok: true,
      done: "opted-out",
    });
  });

  test("CRM_LOCATION_ID is enough if deliveries use contact-sync", async () => {
    await storeSyncedRequest();
    advanceClock(HOUR_MS);
    expect(await receive({ type: "ContactUpdate", webhookId: "w20" }, "loc-1")).toEqual({
      ok: true,
      done: "recorded",
    });
  });
});

test("damaged events break nothing", async () => {
  await storeSyncedRequest();
  advanceClock(HOUR_MS);
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("\0", "\ud800", "c1", "ContactDndUpdate", true),
  );
  const event = fc.record({
    type: fc.oneof(anyValue, fc.constantFrom("ContactUpdate", "ContactDndUpdate")),
    id: anyValue,
    contactId: anyValue,
    webhookId: anyValue,
    timestamp: anyValue,
    phone: anyValue,
    email: anyValue,
    dnd: anyValue,
    dndSettings: anyValue,
    locationId: anyValue,
  });
  await fc.assert(
    fc.asyncProperty(event, async (values) => {
      const result = await receiveEvent(services("loc-1"), JSON.stringify(values));
      expect(result).toHaveProperty("ok");
      const call = callEventSchema.safeParse({
        type: "call.started",
        id: values.id,
        at: "2026-03-01T12:00:00Z",
        source: values.phone,
      });
      if (call.success) await recordCall(calls(), call.data);
    }),
    { numRuns: 300, seed: 20_260_504 },
  );
});

test("the events of a call create one row, in any order and even if repeated", async () => {
  const callEvents = [
    { type: "call.ended", id: "call-1", at: "2026-03-01T12:05:00Z" },
    { type: "call.connected", id: "call-1", at: "2026-03-01T12:00:20Z" },
    {
      type: "call.started",
      id: "call-1",
      at: "2026-03-01T12:00:00Z",
      source: "/home-services/plumbing",
    },
  ].map((event) => callEventSchema.parse(event));
  for (const event of [...callEvents, ...callEvents.toReversed()]) await recordCall(calls(), event);
  expect(
    await queryRows(
      context.db,
      "select external_id, source, started_at, connected_at, ended_at from call_attributions",
    ),
  ).toEqual([
    {
      external_id: "call-1",
      source: "/home-services/plumbing",
      started_at: new Date("2026-03-01T12:00:00Z"),
      connected_at: new Date("2026-03-01T12:00:20Z"),
      ended_at: new Date("2026-03-01T12:05:00Z"),
    },
  ]);
  expect(
    callEventSchema.safeParse({ type: "call.began", id: "1", at: "2026-03-01T12:00:00Z" }).success,
  ).toBe(false);
  expect(callEventSchema.safeParse({ type: "call.ended", id: "1", at: "yesterday" }).success).toBe(
    false,
  );
});
