import { expect, test } from "vitest";
import { getNewerAlarms } from "./newer-alarms.ts";

const summarize = (waiting: number, readAt: number) => ({
  emergencies: 0,
  returned: 0,
  waiting,
  requests: [],
  readAt,
});

test("an alarm of the stream stays when a page that was read before it arrives late", () => {
  const streamed = summarize(1, 20);
  expect(getNewerAlarms(streamed, summarize(0, 10))).toBe(streamed);
  const later = summarize(0, 30);
  expect(getNewerAlarms(streamed, later)).toBe(later);
});
