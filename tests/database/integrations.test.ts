import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { testConnection } from "#app/features/crm/contact-sync/test-connection.server.ts";
import { getTargetState } from "#app/features/crm/outbox/target-state.server.ts";
import { openTestDatabase, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

/** Starts a server that responds to everything with one status, and records the requests. */
async function startStatusServer(status: number) {
  const calls: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    calls.push(req);
    res.writeHead(status, { Location: "/elsewhere" }).end("x".repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1/sync`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { calls, url, close };
}

test("the connection test sends key and secret but no record, follows no redirect, and reports the response", async () => {
  for (const [status, message] of [
    [405, "only a delivery proves"],
    [401, "refuses the key"],
    [302, "do not follow"],
  ] as const) {
    const server = await startStatusServer(status);
    const result = await testConnection({
      url: server.url,
      key: "the-key",
      secret: "the-secret",
    });
    expect(result).toMatchObject({ reached: true, text: expect.stringContaining(message) });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({
      method: "GET",
      headers: { authorization: "Bearer the-key", "x-webhook-secret": "the-secret" },
    });
    expect(server.calls[0]?.headers["content-length"]).toBeUndefined();
    await server.close();
    expect(
      await testConnection({ url: server.url, key: "the-key", secret: "the-secret" }),
    ).toMatchObject({ reached: false, text: expect.stringContaining("No connection") });
  }
});

test("the state of deliveries counts rows and shows the breaker", async () => {
  const pool = context.db.$client;
  expect(await getTargetState(context.db)).toEqual({
    breaker: null,
    waiting: 0,
    held: 0,
    dead: 0,
    delivered: 0,
    lastDeliveredAt: null,
    oldestWaitingAt: null,
  });
  const now = new Date("2026-05-04T10:00:00Z");
  for (let request = 0; request < 3; request++) await storeRequest(context.db, { now });
  await pool.query(
    "update crm_outbox set state = 'delivered', delivered_at = $1 where id = (select id from crm_outbox limit 1)",
    [now],
  );
  await pool.query(
    "insert into crm_targets (target, state, reason, since) values ('contact-sync', 'paused', 'sync error: status 401', $1)",
    [now],
  );
  expect(await getTargetState(context.db)).toEqual({
    breaker: {
      state: "paused",
      reason: "sync error: status 401",
      since: now,
      nextProbeAt: null,
      failures: 0,
    },
    waiting: 2,
    held: 0,
    dead: 0,
    delivered: 1,
    lastDeliveredAt: now,
    oldestWaitingAt: now,
  });
});
