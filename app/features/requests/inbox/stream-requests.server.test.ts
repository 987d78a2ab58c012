import { expect, test, vi } from "vitest";
import { encodeEvent, type FeedEvent } from "./request-feed.server.ts";
import { streamRequests } from "./stream-requests.server.ts";

function open(
  options: Partial<
    Pick<
      Parameters<typeof streamRequests>[0],
      "initial" | "isSessionLive" | "watch" | "heartbeatMs"
    >
  > = {},
) {
  const listeners = new Set<(event: FeedEvent, frame: Uint8Array) => void>();
  const stop = new AbortController();
  const feed = {
    subscribe(listener: (event: FeedEvent, frame: Uint8Array) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const response = streamRequests({
    feed,
    initial: options.initial,
    isSessionLive: options.isSessionLive ?? (async () => true),
    watch: options.watch ?? (() => () => {}),
    signals: [stop.signal],
    heartbeatMs: options.heartbeatMs ?? 10,
  });
  const emit = (event: FeedEvent) => {
    for (const listener of listeners) listener(event, encodeEvent(event));
  };
  return { response, listeners, stop, emit };
}

test("sends new, changed and missed requests, and ends when the process stops", async () => {
  const { response, listeners, stop, emit } = open();
  emit({ kind: "new", ids: ["a", "b"], at: 5 });
  emit({ kind: "changed", ids: ["a"], at: 6 });
  emit({ kind: "missed" });
  stop.abort();
  emit({ kind: "new", ids: ["late"], at: 7 });
  expect(await response.text()).toBe(
    'retry: 5000\n\nevent: new\ndata: {"ids":["a","b"],"at":5}\n\nevent: changed\ndata: {"ids":["a"],"at":6}\n\nevent: missed\ndata: []\n\n',
  );
  expect(listeners.size).toBe(0);
});

test("starts with the state that later events change", async () => {
  const person = { userId: "u", name: "Ana", state: "open" as const };
  const { response, stop } = open({
    initial: async () => [{ kind: "presence", requests: [{ requestId: "r", people: [person] }] }],
  });
  setImmediate(() => stop.abort());
  expect(await response.text()).toBe(
    'retry: 5000\n\nevent: presence\ndata: [{"requestId":"r","people":[{"userId":"u","name":"Ana","state":"open"}]}]\n\n',
  );
});

test("checks the session at each heartbeat, and reports its end", async () => {
  const isSessionLive = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(false);
  const { response, listeners } = open({ isSessionLive });
  expect(await response.text()).toBe("retry: 5000\n\n: still here\n\nevent: ended\ndata: []\n\n");
  expect(isSessionLive).toHaveBeenCalledTimes(2);
  expect(listeners.size).toBe(0);
});

test("ends without an event when the database is down or the browser disconnects", async () => {
  const down = open({ isSessionLive: () => Promise.reject(new Error("down")) });
  expect(await down.response.text()).toBe("retry: 5000\n\n");
  const left = open();
  await left.response.body?.cancel();
  expect(left.listeners.size).toBe(0);
});

test.each(["ended", "replaced"] as const)(
  "reports why it ends before a heartbeat: %s",
  async (why) => {
    const unwatched: string[] = [];
    const { response, listeners } = open({
      heartbeatMs: 60_000,
      watch(end) {
        setImmediate(() => end(why));
        return () => void unwatched.push(why);
      },
    });
    expect(await response.text()).toBe(`retry: 5000\n\nevent: ${why}\ndata: []\n\n`);
    expect([listeners.size, unwatched]).toEqual([0, [why]]);
  },
);
