import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import {
  type DeliveryOptions,
  deliverDue,
  deliverRow,
} from "#app/features/crm/outbox/deliver.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type ContactSyncFake, startContactSync } from "../fakes/contact-sync.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let crm: ContactSyncFake;
let clock: Date;
let options: DeliveryOptions;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate crm_attempts, crm_outbox, crm_targets, suppressions");
  crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  clock = new Date("2026-03-01T12:00:00Z");
  options = {
    db: context.db,
    target: createContactSyncTarget({ db: context.db, config: crm, now: () => clock }),
    log: createLogger("silent"),
    now: () => clock,
    random: () => 0.5,
  };
});
afterEach(() => crm.close());

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const store = async (changes: Parameters<typeof storeRequest>[1] = {}) => {
  const result = await storeRequest(context.db, { now: clock, ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
};
const getOutboxRow = async (id: string) =>
  (
    await queryRows<{ state: string; attempts: number; last_error: string | null }>(
      context.db,
      "select state, attempts, last_error from crm_outbox where request_id = $1",
      [id],
    )
  )[0];
const deliverBatch = async () => {
  const { rows, probing } = await claimDeliveries(options);
  await Promise.all(rows.map((row) => deliverRow(options, row, probing)));
};
const getTargetState = async () =>
  (await queryRows<{ state: string }>(context.db, "select state from crm_targets"))[0]?.state;

describe("delivery", () => {
  test("posts the record as specified, with key and secret, and stores the contact id", async () => {
    const id = await store({
      values: { description: "Leak <b>now</b>", isPropertyOwner: "No", isAuthorizedToHire: "Yes" },
    });
    await deliverDue(options);
    expect(crm.calls).toHaveLength(1);
    const [call] = crm.calls;
    expect(call?.body).toMatchObject({
      type: "INSERT",
      record: {
        id: `web_${clock.getTime()}`,
        customer_name: "Jordan Example",
        customer_phone: "(404) 555-0123",
        zip_code: "30301",
        service_type: "Plumbing",
        project_type: "General Service",
        description: "Leak <b>now</b>",
        is_property_owner: false,
        send_template: "",
        created_at: clock.toISOString(),
        additional_details: { is_authorized_to_hire: true },
      },
    });
    expect(call?.body).not.toHaveProperty("meta");
    const [row] = await queryRows(
      context.db,
      "select r.ghl_contact_id, r.synced_at is not null as synced, o.state from service_requests r join crm_outbox o on o.request_id = r.id where r.id = $1",
      [id],
    );
    expect(row).toEqual({ ghl_contact_id: "contact-1", synced: true, state: "delivered" });
    expect(await queryRows(context.db, "select outcome, http_status from crm_attempts")).toEqual([
      { outcome: "delivered", http_status: 200 },
    ]);
  });

  test("leaves flagged requests waiting for staff", async () => {
    await store({ meta: { website: "x" } });
    await deliverDue(options);
    expect(crm.calls).toHaveLength(0);
  });

  test.each([
    [{ kind: "status", status: 500 } as const, "sync error: status 500"],
    [{ kind: "cut" } as const, "no connection, or the answer broke off"],
    [{ kind: "not-json" } as const, "the answer is not the JSON that was agreed"],
    [{ kind: "refusal", error: "quota" } as const, "the function answered success: false"],
    [{ kind: "refusal" } as const, "Unknown error from Edge Function"],
  ])("retries after %o", async (fault, error) => {
    const id = await store();
    crm.behave((call) => (call === 1 ? fault : { kind: "ok" }));
    await deliverDue(options);
    expect(await getOutboxRow(id)).toEqual({ state: "waiting", attempts: 1, last_error: error });
    await deliverDue(options);
    expect(crm.calls).toHaveLength(1);
    advanceClock(2 * MINUTE_MS);
    await deliverDue(options);
    expect(await getOutboxRow(id)).toMatchObject({ state: "delivered", attempts: 2 });
  });

  test.each([400, 413, 422])(
    "gives up on a row after status %i, and delivers the others",
    async (status) => {
      const refusedId = await store();
      crm.behave((call) => (call === 1 ? { kind: "status", status } : { kind: "ok" }));
      await deliverDue(options);
      const deliveredId = await store({ values: { phone: "404 555 0144" } });
      await deliverDue(options);
      expect((await getOutboxRow(refusedId))?.state).toBe("dead");
      expect((await getOutboxRow(deliveredId))?.state).toBe("delivered");
    },
  );

  test.each([401, 403, 404, 408, 425, 429])(
    "pauses the target on %i without spending attempts, and catches up after it",
    async (status) => {
      const ids = [await store(), await store({ values: { phone: "404 555 0145" } })];
      crm.behave({ kind: "status", status });
      await deliverDue(options);
      expect(await getTargetState()).toBe("paused");
      for (const id of ids)
        expect(await getOutboxRow(id)).toMatchObject({ state: "waiting", attempts: 0 });
      const callsBefore = crm.calls.length;
      advanceClock(30_000);
      await deliverDue(options);
      expect(crm.calls).toHaveLength(callsBefore);
      crm.behave({ kind: "ok" });
      advanceClock(MINUTE_MS);
      await deliverDue(options);
      for (const id of ids) expect((await getOutboxRow(id))?.state).toBe("delivered");
      expect(await getTargetState()).toBe("closed");
    },
  );

  test("waits for the time in Retry-After before it calls a busy target again", async () => {
    await store();
    crm.behave((call) =>
      call === 1
        ? { kind: "status", status: 429, headers: { "Retry-After": "600" } }
        : { kind: "ok" },
    );
    await deliverDue(options);
    advanceClock(9 * MINUTE_MS);
    await deliverDue(options);
    expect(crm.calls).toHaveLength(1);
    advanceClock(MINUTE_MS);
    await deliverDue(options);
    expect(crm.calls).toHaveLength(2);
  });

  test("opens its breaker after failures in a row, probes once a minute, and delivers all after the first success", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) ids.push(await store({ values: { phone: `40455501${10 + i}` } }));
    crm.behave({ kind: "status", status: 503 });
    await deliverDue(options);
    expect(await getTargetState()).toBe("open");
    const callsBeforeProbes = crm.calls.length;
    expect(callsBeforeProbes).toBeLessThan(30);
    for (let minute = 1; minute <= 60; minute++) {
      advanceClock(MINUTE_MS);
      await deliverDue(options);
    }
    expect(crm.calls.length - callsBeforeProbes).toBe(60);
    const [{ most } = { most: 0 }] = await queryRows<{ most: number }>(
      context.db,
      "select max(attempts) as most from crm_outbox",
    );
    expect(most).toBeLessThanOrEqual(1);
    crm.behave({ kind: "ok" });
    advanceClock(MINUTE_MS);
    await deliverDue(options);
    for (const id of ids) expect((await getOutboxRow(id))?.state).toBe("delivered");
  });

  test("sends at most 100 in any ten seconds, with any number of workers", async () => {
    for (let i = 0; i < 330; i++) await store({ values: { phone: `404555${3000 + i}` } });
    const sentAt: number[] = [];
    // Few at first, then all at once, so that the limit is reached in the middle of a window.
    for (let second = 0; second < 60 && sentAt.length < 330; second++) {
      if (second < 9) await deliverBatch();
      else await Promise.all([deliverDue(options), deliverDue(options), deliverDue(options)]);
      while (sentAt.length < crm.calls.length) sentAt.push(second);
      advanceClock(1_000);
    }
    const busiest = Math.max(
      ...sentAt.map(
        (start) => sentAt.filter((second) => second >= start && second < start + 10).length,
      ),
    );
    expect(busiest).toBe(100);
    expect(crm.contacts.size).toBe(330);
  });

  test("creates one contact when a worker dies before, during or after the call", async () => {
    const firstId = await store({ values: { phone: "404 555 0151" } });
    await claimDeliveries(options); // Died before the call.
    await deliverDue(options);
    expect(crm.calls).toHaveLength(0);
    advanceClock(MINUTE_MS);

    crm.behave((call) => (call === 1 ? { kind: "created-then-cut" } : { kind: "ok" })); // Killed during the call: the contact is created, but no response arrives.
    await deliverDue(options);
    advanceClock(2 * MINUTE_MS);
    await deliverDue(options);
    expect((await getOutboxRow(firstId))?.state).toBe("delivered");

    const secondId = await store({ values: { phone: "404 555 0152" } });
    const { rows, probing } = await claimDeliveries(options);
    const [row] = rows;
    if (!row) throw new Error("nothing claimed");
    await deliverRow({ ...options, db: brokenAfterRead(context.db) }, row, probing).catch(() => {}); // Died after the call, before storing its result.
    expect((await getOutboxRow(secondId))?.state).toBe("waiting");
    advanceClock(MINUTE_MS);
    await deliverDue(options);
    expect((await getOutboxRow(secondId))?.state).toBe("delivered");
    expect(crm.contacts.size).toBe(2);
  });

  test.each([{ kind: "ok" } as const, { kind: "status", status: 500 } as const])(
    "a late worker does not change a row that another has claimed, whatever response it gets: %o",
    async (lateResponse) => {
      const id = await store();
      const lateClaim = await claimDeliveries(options);
      advanceClock(MINUTE_MS);
      const newClaim = await claimDeliveries(options);
      expect(newClaim.rows.map((row) => row.id)).toEqual(lateClaim.rows.map((row) => row.id));
      crm.behave(lateResponse);
      await Promise.all(lateClaim.rows.map((row) => deliverRow(options, row, lateClaim.probing)));
      expect(await getOutboxRow(id)).toEqual({ state: "waiting", attempts: 0, last_error: null });
      expect((await claimDeliveries(options)).rows).toEqual([]);
      crm.behave({ kind: "ok" });
      await Promise.all(newClaim.rows.map((row) => deliverRow(options, row, newClaim.probing)));
      expect(await getOutboxRow(id)).toMatchObject({ state: "delivered", attempts: 1 });
      expect(crm.contacts.size).toBe(1);
    },
  );

  test("never sends a request from before its person's opt-out, by phone or email; newer consent lifts it", async () => {
    const oldByPhone = await store({ values: { phone: "+1 404 555 0160", email: "" } });
    const oldByMail = await store({ values: { phone: "404 555 0161", email: "Stop@Example.com" } });
    advanceClock(1_000);
    await suppressContact(context.db, {
      phone: "(404) 555-0160",
      source: "test",
      now: clock,
      contactKeys,
    });
    await suppressContact(context.db, {
      email: "stop@example.com ",
      source: "test",
      now: clock,
      contactKeys,
    });
    advanceClock(1_000);
    const newId = await store({ values: { phone: "404-555-0160" } });
    await deliverDue(options);
    expect((await getOutboxRow(oldByPhone))?.state).toBe("waiting");
    expect((await getOutboxRow(oldByMail))?.state).toBe("waiting");
    expect((await getOutboxRow(newId))?.state).toBe("delivered");
  });
});

/** The same database, but no transaction can be opened to write to it. */
function brokenAfterRead(db: DeliveryOptions["db"]): DeliveryOptions["db"] {
  const client = Object.create(db.$client, {
    connect: { value: () => Promise.reject(new Error("the worker is gone")) },
  });
  return Object.create(db, { $client: { value: client } });
}
