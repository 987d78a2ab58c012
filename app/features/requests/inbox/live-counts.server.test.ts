import { expect, test } from "vitest";
import { createLogger } from "#app/lib/logger.server.ts";
import type { ViewCounts } from "./inbox.server.ts";
import { createLiveCounts } from "./live-counts.server.ts";
import type { FeedEvent } from "./request-feed.server.ts";

/** Counts that end when the test says so; `sent` has what the streams got. */
function open({ listeners = 1, recountMs = 60_000 } = {}) {
  const counts: ReturnType<typeof Promise.withResolvers<ViewCounts>>[] = [];
  const sent: unknown[] = [];
  const state = { listeners };
  const live = createLiveCounts({
    feed: {
      emit: (event: FeedEvent) => void (event.kind === "counts" && sent.push(event.counts)),
      countListeners: () => state.listeners,
    },
    now: () => new Date(),
    log: createLogger("silent"),
    count: async () => {
      const next = Promise.withResolvers<ViewCounts>();
      counts.push(next);
      return { counts: await next.promise, mine: {} };
    },
    pauseMs: 1,
    recountMs,
  });
  return { live, counts, sent, state };
}

test("counts one at a time, and once more for what changed meanwhile", async () => {
  const { live, counts, sent } = open();
  live.refresh();
  live.refresh();
  await expect.poll(() => counts.length).toBe(1);
  live.refresh();
  live.refresh();
  counts[0]?.resolve({ new: 1 });
  await expect.poll(() => counts.length).toBe(2);
  counts[1]?.resolve({ new: 2 });
  await expect.poll(() => sent).toEqual([{ new: 1 }, { new: 2 }]);
  expect(live.getLatest()).toMatchObject({ counts: { new: 2 } });
});

test("a stream begins with counts; those that begin together share one", async () => {
  const { live, counts, sent, state } = open();
  const prepared = [live.prepare(), live.prepare()];
  counts[0]?.resolve({ new: 1 });
  await Promise.all(prepared);
  await live.prepare();
  expect([counts.length, sent]).toEqual([1, [{ new: 1 }]]);
  // Nobody listens when something changes, so the next stream counts again.
  state.listeners = 0;
  live.refresh();
  const later = live.prepare();
  counts[1]?.reject(new Error("down"));
  await later;
  expect(live.getLatest()).toMatchObject({ counts: { new: 1 } });
});

test("counts again as time passes, while somebody listens", async () => {
  const { live, counts, state } = open({ recountMs: 5 });
  void live.prepare();
  counts[0]?.resolve({ new: 1 });
  await expect.poll(() => counts.length).toBe(2);
  state.listeners = 0;
  counts[1]?.resolve({ overdue: 1 });
  await expect.poll(() => live.getLatest()?.counts).toEqual({ overdue: 1 });
});
