import type pg from "pg";
import { describe, expect, test } from "vitest";
import { wrapPool } from "#app/db/client.server.ts";
import { claimDeliveries } from "#app/features/crm/outbox/claim.server.ts";
import { deliverRow } from "#app/features/crm/outbox/deliver.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import {
  buildContext,
  buildDeliveryOptions,
  context,
  crm,
  deliver,
  getDelivery,
  pass,
  services,
  setUpHighLevel,
  store,
} from "../highlevel.ts";

setUpHighLevel();

describe("a worker that is killed", () => {
  /** A database that rejects every call once its worker is dead. */
  const createDyingDatabase = (isDead: () => boolean) => {
    const { $client } = context.db;
    const rejectCall = () => Promise.reject(new Error("the worker is gone"));
    const client: pg.Pool = Object.create($client, {
      connect: { value: () => (isDead() ? rejectCall() : $client.connect()) },
      query: {
        value: (...args: unknown[]) =>
          isDead() ? rejectCall() : Reflect.apply($client.query, $client, args),
      },
    });
    return wrapPool(client);
  };

  for (const when of ["before", "during", "after"] as const) {
    for (const step of [1, 2, 3]) {
      test(`${when} call ${step}: one contact and one note a request`, async () => {
        const rounds = 8;
        for (let round = 0; round < rounds; round++) {
          const id = await store({
            values: { phone: `404555${1000 + round}`, email: `k${round}@example.com` },
          });
          let dead = false;
          const callsBefore = crm.calls.length;
          crm.behave((call) => {
            if (call.number - callsBefore !== step || dead) return { kind: "ok" };
            dead = true;
            return when === "after"
              ? { kind: "ok" }
              : { kind: "cut", when: when === "before" ? "before" : "after" };
          });
          const workerOptions = buildDeliveryOptions(buildContext(createDyingDatabase(() => dead)));
          const { rows, probing } = await claimDeliveries(workerOptions);
          await Promise.all(
            rows.map((row) => deliverRow(workerOptions, row, probing).catch(() => {})),
          );
          expect(dead).toBe(true);
          expect((await getDelivery(id))?.state).toBe("waiting");
          crm.behave({ kind: "ok" });
          await deliver(); // Its lease still holds.
          expect((await getDelivery(id))?.state).toBe("waiting");
          pass(MINUTE_MS);
          await deliver();
          expect((await getDelivery(id))?.state).toBe("delivered");
        }
        expect(crm.contacts.size).toBe(rounds);
        expect([...crm.contacts.values()].map((contact) => contact.notes.length)).toEqual(
          Array(rounds).fill(1),
        );
      });
    }
  }

  test("one that resumes after its lease ran out leaves the row alone", async () => {
    const id = await store();
    const slowOptions = buildDeliveryOptions(services);
    const { rows, probing } = await claimDeliveries(slowOptions);
    pass(MINUTE_MS);
    await deliver();
    expect((await getDelivery(id))?.state).toBe("delivered");
    const callCount = crm.calls.length;
    await Promise.all(rows.map((row) => deliverRow(slowOptions, row, probing)));
    expect(crm.calls).toHaveLength(callCount);
    expect((await getDelivery(id))?.state).toBe("delivered");
  });
});
