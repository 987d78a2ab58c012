import { expect, test } from "vitest";
import { createLogger } from "#app/lib/logger.server.ts";
import { staleCache } from "#app/lib/stale-cache.server.ts";
import type { FeedEvent } from "../inbox/request-feed.server.ts";
import { createAlarmsRefresh } from "./refresh-alarms.server.ts";
import type { AlarmSummary } from "./schema.ts";

const summarize = (waiting: number): AlarmSummary => ({
  emergencies: 0,
  returned: 0,
  waiting,
  requests: [],
  readAt: 0,
});

test("of two reads at once only the later one is shown, whichever ends first", async () => {
  const reads = [Promise.withResolvers<AlarmSummary>(), Promise.withResolvers<AlarmSummary>()];
  const waiting = reads.map(({ promise }) => promise);
  const events: FeedEvent[] = [];
  const alarms = staleCache(() => waiting.shift() ?? Promise.reject(new Error("a third read")));
  const refresh = createAlarmsRefresh({
    alarms,
    requestFeed: { emit: (event: FeedEvent) => void events.push(event) },
    log: createLogger("silent"),
  });
  const shown = [refresh(), refresh()];
  reads[1]?.resolve(summarize(0));
  await shown[1];
  reads[0]?.resolve(summarize(3));
  await shown[0];
  expect(events).toEqual([{ kind: "alarms", summary: summarize(0) }]);
  expect(await alarms.get()).toEqual(summarize(0));
});
