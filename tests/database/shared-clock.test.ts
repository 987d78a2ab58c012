import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createSharedClock } from "#app/lib/shared-clock.server.ts";
import { openTestDatabase, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

/** Creates an instance whose own clock is off by `offsetMs`. */
async function createInstance(offsetMs: number) {
  const now = () => new Date(Date.now() + offsetMs);
  const clock = createSharedClock({ pool: context.db.$client, log: createLogger("silent"), now });
  await clock.measure();
  const createOptions = (time: () => Date) => ({
    db: context.db,
    now: time,
    target: createContactSyncTarget({
      db: context.db,
      config: { url: "http://localhost", key: "k", secret: "s" },
      now: time,
    }),
  });
  return { shared: createOptions(clock.now), alone: createOptions(now), clock };
}

test("instances whose clocks differ agree on the time, and keep each other's leases", async () => {
  const [slow, fast] = [await createInstance(-2 * MINUTE_MS), await createInstance(2 * MINUTE_MS)];
  expect(Math.abs(slow.clock.now().getTime() - fast.clock.now().getTime())).toBeLessThan(1_000);
  expect(Math.abs(slow.clock.now().getTime() - Date.now())).toBeLessThan(1_000);
  await storeRequest(context.db, { now: new Date(Date.now() - MINUTE_MS) });
  expect((await claimDeliveries(slow.shared)).rows).toHaveLength(1);
  expect((await claimDeliveries(fast.shared)).rows).toEqual([]);
  // By its own clock, the other instance would claim the row: the shared clock prevents that.
  expect((await claimDeliveries(fast.alone)).rows).toHaveLength(1);
});

test("a request that was stored by a machine whose clock is ahead is delivered at once", async () => {
  const { shared } = await createInstance(0);
  await storeRequest(context.db, {
    now: new Date(Date.now() + 5 * MINUTE_MS),
    values: { phone: "404 555 0177", email: "ahead@example.com" },
  });
  expect((await claimDeliveries(shared)).rows).toHaveLength(1);
});

test("without a response from the database the clock stays as it was, and the run fails", async () => {
  const failingClient = Object.create(context.db.$client, {
    query: { value: () => Promise.reject(new Error("gone")) },
  }) as typeof context.db.$client;
  const clock = createSharedClock({
    pool: failingClient,
    log: createLogger("silent"),
    now: () => new Date(1_000),
  });
  await expect(clock.measure()).rejects.toThrow("gone");
  expect(clock.now()).toEqual(new Date(1_000));
});
