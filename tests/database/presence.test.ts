import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import {
  createRequestFeed,
  type FeedEvent,
} from "#app/features/requests/inbox/request-feed.server.ts";
import { PRESENCE_CHANNEL } from "#app/features/requests/presence/constants.ts";
import { createPresenceHub } from "#app/features/requests/presence/presence-hub.server.ts";
import type { PresenceReport } from "#app/features/requests/presence/schema.ts";
import { listen } from "#app/lib/listen.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const requestId = randomUUID();
const [laptop, phone] = [randomUUID(), randomUUID()];
let clock = 0;
let hub: ReturnType<typeof createPresenceHub>;
/** What a stream of this process got: state by name, for each event. */
let events: string[];

function createHub(onEvent: (event: FeedEvent) => void) {
  const feed = createRequestFeed({ db: context.db, onNew: () => {} });
  feed.subscribe(onEvent);
  return createPresenceHub({ db: context.db, feed, now: () => clock });
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  clock = 0;
  events = [];
  hub = createHub((event) => {
    if (event.kind === "presence")
      for (const { people } of event.requests)
        events.push(people.map(({ name, state }) => `${name} ${state}`).join(", "));
  });
});
afterEach(() => {
  hub.stop();
  vi.useRealTimers();
});

type Report = PresenceReport & { userId: string; name: string };
const report = (name: string, state: Report["state"], tab = laptop): Report => ({
  id: requestId,
  tab,
  userId: name,
  name,
  state,
});
const handle = (...reports: Report[]) => hub.handle(JSON.stringify(reports));
const pass = (seconds: number) => {
  clock += seconds * 1_000;
  vi.advanceTimersByTime(seconds * 1_000);
};

test("tells of changes, not of heartbeats, and forgets who stopped reporting", () => {
  handle(report("Ana", "open"));
  pass(15);
  handle(report("Ana", "open"));
  handle(report("Ben", "typing"));
  pass(30);
  handle(report("Ben", "open"));
  pass(12);
  expect(events).toEqual(["Ana open", "Ana open, Ben typing", "Ana open, Ben open", "Ben open"]);
  expect(hub.list()).toMatchObject([{ requestId, people: [{ name: "Ben" }] }]);
  pass(32);
  expect(events.at(-1)).toBe("");
  expect(hub.list()).toEqual([]);
  // No timer is left.
  expect(vi.getTimerCount()).toBe(0);
});

test("a call on one device outlasts another tab, and the sleep of a phone", () => {
  handle(report("Ana", "calling", phone), report("Ana", "open"));
  handle(report("Ana", "left"));
  pass(120);
  expect(events).toEqual(["Ana calling"]);
  // A tab of somebody else with the same id is not hers.
  handle(report("Ben", "left", phone));
  expect(hub.list()[0]?.people).toMatchObject([{ state: "calling" }]);
  handle(report("Ana", "left", phone));
  expect(events.at(-1)).toBe("");
});

test("what is no report is ignored", () => {
  for (const payload of [
    "",
    "{",
    "[]",
    "[1]",
    '[{"id":"x"}]',
    JSON.stringify([{ ...report("A", "open"), more: 1 }]),
  ])
    hub.handle(payload);
  expect(events).toEqual([]);
});

test("reports reach every instance in few notifications, also with long names", async () => {
  vi.useRealTimers();
  const payloads: string[] = [];
  let connected = () => {};
  const connection = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const listener = listen({
    url: async () => context.url,
    channels: [PRESENCE_CHANNEL],
    onNotification: (_channel, payload) => {
      payloads.push(payload);
      hub.handle(payload);
    },
    onConnect: () => connected(),
    log: createLogger("silent"),
  });
  await connection;
  const sender = createHub(() => {});
  for (let index = 0; index < 40; index++)
    sender.report({
      ...report("\u0001".repeat(300), "open", randomUUID()),
      id: randomUUID(),
      userId: randomUUID(),
    });
  await expect.poll(() => hub.list().length).toBe(40);
  expect(payloads).toHaveLength(3);
  await listener.close();
});
