import { expect, test } from "vitest";
import { buildTimeline, EVENTS_SHOWN } from "./build-timeline.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

test("lists changes, notes and attempts together, newest first", () => {
  const timeline = buildTimeline(
    {
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
        { id: "e4", at: at(8), kind: "offered", detail: {}, actor: null },
        { id: "e5", at: at(9), kind: "some-new-kind", detail: {}, actor: null },
      ],
      notes: [{ id: "n1", createdAt: at(6), author: "Sam" }],
      contactAttempts: [
        {
          id: "c1",
          at: at(4),
          channel: "call",
          result: "no-answer",
          rule: "hours",
          reason: "They asked for it",
          actor: "Ana",
        },
      ],
      attempts: [
        {
          id: "a1",
          finishedAt: at(1),
          outcome: "refused",
          httpStatus: 422,
          error: "no such field",
        },
        { id: "a2", finishedAt: at(3), outcome: "delivered", httpStatus: 200, error: null },
      ],
    },
    (kind) => (kind === "offered" ? "Offered to Peach" : undefined),
  );
  expect(timeline.map(({ text, by }) => [text, by])).toEqual([
    ["some-new-kind", null],
    ["Offered to Peach", null],
    ["Unassigned", null],
    ["Note added", "Sam"],
    ["Status changed from New to Contacted", "Ana"],
    ["Call: no answer, outside calling hours: They asked for it", "Ana"],
    ["Delivered to the CRM", null],
    ["Sent to the CRM again", "Ana"],
    ["The CRM refused the request: HTTP 422, no such field", null],
    ["Request received", null],
  ]);
});

test("of very many events, the newest are listed and the rest is named", () => {
  const events = Array.from({ length: EVENTS_SHOWN + 1 }, (_, index) => ({
    id: `e${index}`,
    at: at(EVENTS_SHOWN + 1 - index),
    kind: "sent-again",
    detail: {},
    actor: null,
  }));
  const list = (shown: typeof events) =>
    buildTimeline(
      { createdAt: at(0), events: shown, notes: [], contactAttempts: [], attempts: [] },
      () => undefined,
    );
  const left = /^Older entries are left out here/;
  expect(list(events)).toHaveLength(EVENTS_SHOWN + 2);
  expect(list(events).at(-2)?.text).toMatch(left);
  expect(list(events.slice(1)).at(-2)?.text).not.toMatch(left);
});

test("entries of merged requests say which request they are from", () => {
  const from = at(1);
  const timeline = buildTimeline(
    {
      createdAt: at(3),
      merged: [{ id: "other", createdAt: from }],
      events: [
        { id: "e1", at: at(5), kind: "merged-here", detail: { service: "Plumbing" }, actor: "Ana" },
        { id: "e2", at: at(2), kind: "merged-into", detail: {}, actor: "Ana", from },
      ],
      notes: [{ id: "n1", createdAt: at(4), author: "Sam", from }],
      contactAttempts: [],
      attempts: [],
    },
    () => undefined,
  );
  expect(timeline.map((entry) => [entry.text, entry.from ?? null])).toEqual([
    ["Another request was merged into this one: Plumbing", null],
    ["Note added", from],
    ["Request received", null],
    ["Merged into another request", from],
    ["Request received", from],
  ]);
});
