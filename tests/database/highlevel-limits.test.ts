import { describe, expect, test } from "vitest";
import { getHighLevelConfig } from "#app/features/crm/highlevel/oauth-client.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { deliverDue, deliverRow } from "#app/features/crm/outbox/deliver.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { queryRows } from "../factories.ts";
import type { HighLevelBehavior } from "../fakes/highlevel.ts";
import {
  buildContext,
  buildDeliveryOptions,
  busiest,
  clock,
  context,
  crm,
  deliver,
  faultAt,
  getBreaker,
  getDelivery,
  pass,
  services,
  setUpHighLevel,
  store,
} from "../highlevel.ts";

setUpHighLevel();

describe("faults that last", () => {
  test("a 429 without Retry-After is retried once a minute, and staff see one attempt", async () => {
    const id = await store();
    crm.behave({ kind: "status", status: 429 });
    for (let second = 0; second < 600; second += 10) {
      await deliver();
      pass(10_000);
    }
    expect(crm.calls).toHaveLength(10);
    expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await queryRows(context.db, "select outcome, http_status from crm_attempts")).toEqual([
      { outcome: "paused", http_status: 429 },
    ]);
    crm.behave({ kind: "ok" });
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
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
    expect(await getDelivery(id)).toMatchObject({
      state: "waiting",
      attempts: 0,
      last_error: "the new tokens are refused too, connect HighLevel again",
    });
    expect(await getBreaker()).toMatchObject({ state: "paused" });
    expect(crm.calls.filter((call) => call.path === "/oauth/token").length).toBeLessThanOrEqual(12);
    expect(crm.calls.length).toBeLessThan(150);
    crm.behave({ kind: "ok" });
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
  });

  test("a rate limit that delays the token refresh raises no alarm: the row waits", async () => {
    const id = await store();
    crm.expireAccessToken();
    faultAt(/upsert/, { kind: "status", status: 401 });
    const { rows, probing } = await claimDeliveries(buildDeliveryOptions(services));
    await context.db.$client.query(
      "update crm_targets set recent_calls = array_fill($1::timestamptz, array[99])",
      [clock],
    );
    await Promise.all(rows.map((row) => deliverRow(buildDeliveryOptions(services), row, probing)));
    expect(crm.calls).toHaveLength(1);
    expect(await getDelivery(id)).toMatchObject({
      state: "waiting",
      attempts: 0,
      last_error: null,
    });
    expect(await getBreaker()).toMatchObject({ state: "closed" });
    pass(12_000);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(crm.refreshes()).toBe(1);
  });

  test.each([
    ["upsert", { kind: "cut", when: "after" }],
    ["tags", { kind: "status", status: 500 }],
    ["notes", { kind: "cut", when: "after" }],
    ["notes", { kind: "cut", when: "before" }],
    ["notes", { kind: "status", status: 502, isHandled: true }],
  ] as [string, HighLevelBehavior][])(
    "continues after a failure at %s (%o) with one contact and one note",
    async (path, behavior) => {
      const id = await store();
      faultAt(new RegExp(path), behavior);
      await deliver();
      expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 1 });
      pass(2 * MINUTE_MS);
      await deliver();
      expect(await getDelivery(id)).toMatchObject({ state: "delivered", attempts: 2 });
      expect(crm.contacts.size).toBe(1);
      expect(crm.notes()).toHaveLength(1);
    },
  );

  test("no answer within the deadline counts as a failure", async () => {
    const id = await store();
    faultAt(/notes/, { kind: "hang" });
    const config = { ...services.config, timeoutMs: 250 };
    await deliverDue(buildDeliveryOptions({ ...services, config }));
    expect(await getDelivery(id)).toMatchObject({
      state: "waiting",
      attempts: 1,
      last_error: "no answer within 0.25 s",
    });
    pass(2 * MINUTE_MS);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });

  test("the deadline of a call is fifteen seconds", () => {
    const env = parseEnv({ CRM_CLIENT_ID: crm.clientId, CRM_CLIENT_SECRET: crm.clientSecret });
    expect(getHighLevelConfig(env)?.timeoutMs).toBe(15_000);
  });

  test("after a 429 the row waits for Retry-After, spends no attempt, and its contact stays known", async () => {
    const id = await store();
    faultAt(/tags/, { kind: "status", status: 429, headers: { "Retry-After": "600" } });
    await deliver();
    expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await getBreaker()).toMatchObject({ state: "paused" });
    const callsBefore = crm.calls.length;
    pass(9 * MINUTE_MS);
    await deliver();
    expect(crm.calls).toHaveLength(callsBefore);
    pass(MINUTE_MS);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
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
    expect((await getDelivery(id))?.state).toBe("delivered");
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
    const callsBefore = crm.calls.length;
    let seconds = 0;
    for (; seconds < 600 && crm.notes().length < ids.length; seconds += 2) {
      await deliver();
      pass(2_000);
    }
    expect(crm.contacts.size).toBe(ids.length);
    expect(crm.notes()).toHaveLength(ids.length);
    expect(seconds).toBeLessThan(600);
    expect(busiest(crm.calls.slice(callsBefore))).toBeLessThanOrEqual(100);
  }, 60_000);

  test("several workers together make at most a hundred calls in any ten seconds, counting every call", async () => {
    for (let n = 0; n < 150; n++)
      await store({ values: { phone: `404555${4000 + n}`, email: `q${n}@example.com` } });
    const workers = [services, buildContext(context.db), buildContext(context.db)].map(
      buildDeliveryOptions,
    );
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
    expect(await getDelivery(id)).toMatchObject({ state: "waiting", attempts: 0 });
    pass(24 * HOUR_MS);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    expect(crm.notes()).toHaveLength(1);
  });
});
