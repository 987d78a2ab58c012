import { expect, test, vi } from "vitest";
import type { FeedEvent } from "./request-feed.server.ts";
import { streamRequests } from "./stream-requests.server.ts";

function open(
  options: Partial<Pick<Parameters<typeof streamRequests>[0], "mayGoOn" | "watch">> = {},
) {
  const listeners = new Set<(event: FeedEvent) => void>();
  const stop = new AbortController();
  const feed = {
    subscribe(listener: (event: FeedEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const response = streamRequests({
    feed,
    mayGoOn: options.mayGoOn ?? (async () => true),
    watch: options.watch ?? (() => () => {}),
    signals: [stop.signal],
    heartbeatMs: 10,
  });
  const tell = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  return { response, listeners, stop, tell };
}

test("tells of new, of missed and of changed requests, and ends when the process stops", async () => {
  const { response, listeners, stop, tell } = open();
  tell({ kind: "new", ids: ["a", "b"] });
  tell({ kind: "changed", ids: ["a"] });
  tell({ kind: "missed" });
  stop.abort();
  tell({ kind: "new", ids: ["late"] });
  expect(await response.text()).toBe(
    'retry: 5000\n\nevent: new\ndata: ["a","b"]\n\nevent: changed\ndata: ["a"]\n\nevent: missed\ndata: []\n\n',
  );
  expect(listeners.size).toBe(0);
});

test("asks for the session at each heartbeat, and says that it is over", async () => {
  const mayGoOn = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(false);
  const { response, listeners } = open({ mayGoOn });
  expect(await response.text()).toBe("retry: 5000\n\n: still here\n\nevent: ended\ndata: []\n\n");
  expect(mayGoOn).toHaveBeenCalledTimes(2);
  expect(listeners.size).toBe(0);
});

test("ends without a word where the database does not answer, and when the browser is gone", async () => {
  const down = open({ mayGoOn: () => Promise.reject(new Error("down")) });
  expect(await down.response.text()).toBe("retry: 5000\n\n");
  const left = open();
  await left.response.body?.cancel();
  expect(left.listeners.size).toBe(0);
});

test.each(["ended", "replaced"] as const)(
  "says why it ends before its heartbeat: %s",
  async (why) => {
    const unwatched: string[] = [];
    const { response, listeners } = open({
      watch(end) {
        setImmediate(() => end(why));
        return () => void unwatched.push(why);
      },
    });
    expect(await response.text()).toBe(`retry: 5000\n\nevent: ${why}\ndata: []\n\n`);
    expect([listeners.size, unwatched]).toEqual([0, [why]]);
  },
);
