import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { timeAgo } from "#app/lib/format-time.ts";
import { buildTimeline } from "./build-timeline.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

test("changes, notes and attempts stand in one line, newest first", () => {
  const timeline = buildTimeline({
    createdAt: at(0),
    events: [
      {
        id: "e1",
        at: at(5),
        kind: "status",
        detail: { from: "new", to: "contacted" },
        actor: "Ana",
      },
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

test("the offers of a request stand in its timeline, the customer's yes as the moment when details were shared", () => {
  const event = (
    kind: string,
    minute: number,
    detail: Record<string, unknown> = { company: "Peach" },
  ) => ({ id: `${kind}${minute}`, at: at(minute), kind, detail, actor: null });
  const timeline = buildTimeline({
    createdAt: at(0),
    events: [
      event("offered", 1),
      event("offer-declined", 2),
      event("offered", 3, { company: "Second", by: "auto" }),
      event("offer-expired", 4, { company: "Second" }),
      event("offer-withdrawn", 5),
      event("offer-accepted", 6),
      event("offer-refunded", 7, { company: "Peach", reason: "outside-area" }),
      event("offered", 8, {}),
      event("offer-accepted", 9, { company: "Old", shared: true }),
      event("offer-released", 10),
      event("offer-refused", 11),
      event("offer-refused", 12, { company: "Peach", reason: "stopped" }),
    ],
    notes: [],
    attempts: [],
  });
  expect(timeline.map(({ text }) => text).toReversed()).toEqual([
    "Request received",
    "Offered to Peach",
    "Declined by Peach",
    "Offered to Second automatically",
    "No answer from Second in time",
    "Offer to Peach withdrawn",
    "Accepted by Peach: the customer is asked now",
    "Credits given back to Peach: The ZIP code is outside the provider's area",
    "Offered to a provider",
    "Accepted by Old: the customer's details were shared with them",
    "The customer said yes to Peach: their details were shared with them",
    "The customer said no: the offer to Peach ended, and the credits went back",
    "The customer said stop before a yes: the offer to Peach ended, and the credits went back",
  ]);
});

test.each([
  [0, "just now"],
  [-5_000, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [HOUR_MS, "1 hour ago"],
  [7_300_000, "2 hours ago"],
  [DAY_MS, "1 day ago"],
  [40 * DAY_MS, "1 month ago"],
  [400 * DAY_MS, "1 year ago"],
])("%d ms are %s", (ms, text) =>
  expect(timeAgo(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text),
);
