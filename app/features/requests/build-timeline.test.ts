import { expect, test } from "vitest";
import { buildTimeline } from "./build-timeline.ts";
import { timeAgo } from "./show-time.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

test("changes, notes and attempts stand in one line, newest first", () => {
  const timeline = buildTimeline({
    createdAt: at(0),
    events: [
      { id: "e1", at: at(5), kind: "status", detail: { from: "new", to: "contacted" }, actor: "Ana" },
      { id: "e2", at: at(2), kind: "sent-again", detail: {}, actor: "Ana" },
      { id: "e3", at: at(7), kind: "assignee", detail: { name: null }, actor: null },
    ],
    notes: [{ id: "n1", createdAt: at(6), author: "Sam" }],
    attempts: [
      { id: "a1", finishedAt: at(1), outcome: "refused", httpStatus: 422, error: "no such field" },
      { id: "a2", finishedAt: at(3), outcome: "delivered", httpStatus: 200, error: null },
    ],
  });
  expect(timeline.map(({ text, by }) => [text, by])).toEqual([
    ["Assignment taken away", null],
    ["Note added", "Sam"],
    ["Status changed from New to Contacted", "Ana"],
    ["Delivered to the CRM", null],
    ["Sent to the CRM again", "Ana"],
    ["The CRM refused the request: HTTP 422, no such field", null],
    ["Request received", null],
  ]);
});

test.each([
  [0, "just now"],
  [-5_000, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [3_600_000, "1 hour ago"],
  [7_300_000, "2 hours ago"],
  [86_400_000, "1 day ago"],
  [40 * 86_400_000, "1 month ago"],
  [400 * 86_400_000, "1 year ago"],
])("%d ms are %s", (ms, text) => expect(timeAgo(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text));
