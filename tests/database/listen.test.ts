import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Listener, listen } from "#app/lib/listen.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase } from "../factories.ts";
import { startTcpProxy, type TcpProxy } from "../setup/tcp-proxy.ts";

const WITHIN = { timeout: 30_000, interval: 20 };

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let network: TcpProxy;
let listener: Listener;
const received: string[] = [];
let connections = 0;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  network = await startTcpProxy({ target: Number(new URL(context.url).port) });
  const url = Object.assign(new URL(context.url), { port: String(network.port) }).href;
  listener = listen({
    url: async () => url,
    channels: ["news"],
    onNotification: (_channel, payload) => void received.push(payload),
    onConnect: () => {
      connections += 1;
    },
    log: createLogger("silent"),
  });
});
afterAll(async () => {
  await listener.close();
  await network.close();
  await context.close();
});

const notify = (payload: string) =>
  context.db.$client.query("select pg_notify('news', $1)", [payload]);

test("notices a network that loses everything without a word, and connects again after it", async () => {
  await expect.poll(() => connections, WITHIN).toBe(1);
  await notify("before");
  await expect.poll(() => received, WITHIN).toEqual(["before"]);

  network.drop();
  await notify("lost");
  const accepted = network.countAccepted();
  await expect.poll(network.countAccepted, WITHIN).toBeGreaterThan(accepted);
  network.restore();
  await expect.poll(() => connections, WITHIN).toBe(2);
  await notify("after");
  await expect.poll(() => received, WITHIN).toEqual(["before", "after"]);
});

test("a connection that is reset is replaced, and says that something may have been missed", async () => {
  const before = connections;
  network.reset();
  await expect.poll(() => connections, WITHIN).toBeGreaterThan(before);
});
