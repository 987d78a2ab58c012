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
import { contactKey, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
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

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const store = async (changes: Parameters<typeof storeRequest>[1] = {}) => {
  const result = await storeRequest(context.db, { now: clock, ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
};
const outbox = async (id: string) =>
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
const target = async () =>
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
    expect(await outbox(id)).toEqual({ state: "waiting", attempts: 1, last_error: error });
    await deliverDue(options);
    expect(crm.calls).toHaveLength(1);
    pass(2 * MINUTE_MS);
    await deliverDue(options);
    expect(await outbox(id)).toMatchObject({ state: "delivered", attempts: 2 });
  });

  test.each([400, 413, 422])(
    "gives up on a row after status %i, and delivers the others",
    async (status) => {
      const bad = await store();
      crm.behave((call) => (call === 1 ? { kind: "status", status } : { kind: "ok" }));
      await deliverDue(options);
      const good = await store({ values: { phone: "404 555 0144" } });
      await deliverDue(options);
      expect((await outbox(bad))?.state).toBe("dead");
      expect((await outbox(good))?.state).toBe("delivered");
    },
  );

  test.each([401, 403, 404, 408, 425, 429])(
    "pauses the target on %i without spending attempts, and catches up after it",
    async (status) => {
      const ids = [await store(), await store({ values: { phone: "404 555 0145" } })];
      crm.behave({ kind: "status", status });
      await deliverDue(options);
      expect(await target()).toBe("paused");
      for (const id of ids)
        expect(await outbox(id)).toMatchObject({ state: "waiting", attempts: 0 });
      const before = crm.calls.length;
      pass(30_000);
      await deliverDue(options);
      expect(crm.calls).toHaveLength(before);
      crm.behave({ kind: "ok" });
      pass(MINUTE_MS);
      await deliverDue(options);
      for (const id of ids) expect((await outbox(id))?.state).toBe("delivered");
      expect(await target()).toBe("closed");
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
    pass(9 * MINUTE_MS);
    await deliverDue(options);
    expect(crm.calls).toHaveLength(1);
    pass(MINUTE_MS);
    await deliverDue(options);
    expect(crm.calls).toHaveLength(2);
  });

  test("opens its breaker after failures in a row, probes once a minute, and delivers all after the first success", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) ids.push(await store({ values: { phone: `40455501${10 + i}` } }));
    crm.behave({ kind: "status", status: 503 });
    await deliverDue(options);
    expect(await target()).toBe("open");
    const spent = crm.calls.length;
    expect(spent).toBeLessThan(30);
    for (let minute = 1; minute <= 60; minute++) {
      pass(MINUTE_MS);
      await deliverDue(options);
    }
    expect(crm.calls.length - spent).toBe(60);
    const [{ most } = { most: 0 }] = await queryRows<{ most: number }>(
      context.db,
      "select max(attempts) as most from crm_outbox",
    );
    expect(most).toBeLessThanOrEqual(1);
    crm.behave({ kind: "ok" });
    pass(MINUTE_MS);
    await deliverDue(options);
    for (const id of ids) expect((await outbox(id))?.state).toBe("delivered");
  });

  test("sends at most 100 in any ten seconds, with any number of workers", async () => {
    for (let i = 0; i < 330; i++) await store({ values: { phone: `404555${3000 + i}` } });
    const sentAt: number[] = [];
    // Few at first and then all at once, so that the limit is met in the middle of everybody's ten
    // seconds.
    for (let second = 0; second < 60 && sentAt.length < 330; second++) {
      if (second < 9) await deliverBatch();
      else await Promise.all([deliverDue(options), deliverDue(options), deliverDue(options)]);
      while (sentAt.length < crm.calls.length) sentAt.push(second);
      pass(1_000);
    }
    const busiest = Math.max(
      ...sentAt.map(
        (from) => sentAt.filter((second) => second >= from && second < from + 10).length,
      ),
    );
    expect(busiest).toBe(100);
    expect(crm.contacts.size).toBe(330);
  });

  test("creates one contact when a worker dies before, during or after the call", async () => {
    const before = await store({ values: { phone: "404 555 0151" } });
    await claimDeliveries(options); // Died before the call.
    await deliverDue(options);
    expect(crm.calls).toHaveLength(0);
    pass(MINUTE_MS);

    crm.behave((call) => (call === 1 ? { kind: "created-then-cut" } : { kind: "ok" })); // Killed during the call: the contact is created, but no response arrives.
    await deliverDue(options);
    pass(2 * MINUTE_MS);
    await deliverDue(options);
    expect((await outbox(before))?.state).toBe("delivered");

    const after = await store({ values: { phone: "404 555 0152" } });
    const { rows, probing } = await claimDeliveries(options);
    const [row] = rows;
    if (!row) throw new Error("nothing claimed");
    await deliverRow({ ...options, db: brokenAfterRead(context.db) }, row, probing).catch(() => {}); // Died after it, before it was written down.
    expect((await outbox(after))?.state).toBe("waiting");
    pass(MINUTE_MS);
    await deliverDue(options);
    expect((await outbox(after))?.state).toBe("delivered");
    expect(crm.contacts.size).toBe(2);
  });

  test.each([{ kind: "ok" } as const, { kind: "status", status: 500 } as const])(
    "a late worker does not change a row that another has claimed, whatever response it gets: %o",
    async (lateAnswer) => {
      const id = await store();
      const late = await claimDeliveries(options);
      pass(MINUTE_MS);
      const successor = await claimDeliveries(options);
      expect(successor.rows.map((row) => row.id)).toEqual(late.rows.map((row) => row.id));
      crm.behave(lateAnswer);
      await Promise.all(late.rows.map((row) => deliverRow(options, row, late.probing)));
      expect(await outbox(id)).toEqual({ state: "waiting", attempts: 0, last_error: null });
      expect((await claimDeliveries(options)).rows).toEqual([]);
      crm.behave({ kind: "ok" });
      await Promise.all(successor.rows.map((row) => deliverRow(options, row, successor.probing)));
      expect(await outbox(id)).toMatchObject({ state: "delivered", attempts: 1 });
      expect(crm.contacts.size).toBe(1);
    },
  );

  test("never sends a request from before its person's opt-out, by phone or e-mail; newer consent lifts it", async () => {
    const old = await store({ values: { phone: "+1 404 555 0160", email: "" } });
    const oldByMail = await store({ values: { phone: "404 555 0161", email: "Stop@Example.com" } });
    pass(1_000);
    await suppressContact(context.db, {
      phone: "(404) 555-0160",
      source: "test",
      now: clock,
      contactKey,
    });
    await suppressContact(context.db, {
      email: "stop@example.com ",
      source: "test",
      now: clock,
      contactKey,
    });
    pass(1_000);
    const fresh = await store({ values: { phone: "404-555-0160" } });
    await deliverDue(options);
    expect((await outbox(old))?.state).toBe("waiting");
    expect((await outbox(oldByMail))?.state).toBe("waiting");
    expect((await outbox(fresh))?.state).toBe("delivered");
  });
});

/** The same database, but nothing can be written to it any more. */
function brokenAfterRead(db: DeliveryOptions["db"]): DeliveryOptions["db"] {
  const client = Object.create(db.$client, {
    connect: { value: () => Promise.reject(new Error("the worker is gone")) },
  });
  return Object.create(db, { $client: { value: client } });
}
