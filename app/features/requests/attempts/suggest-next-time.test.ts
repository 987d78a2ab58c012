import { expect, test } from "vitest";
import type { CallingPlaces } from "#app/features/calls/calling-hours.ts";
import type { AttemptResult } from "./constants.ts";
import { formatNextTime, suggestNextTime } from "./suggest-next-time.ts";

/** The wall clock of this zone is UTC. */
const georgia: CallingPlaces = [{ state: "GA", zones: ["UTC"] }];
const call = (at: string, result: AttemptResult = "no-answer") => ({
  at: new Date(at),
  channel: "call" as const,
  result,
});
/** `calls` are given oldest first; all count for the cap that are not older than a day. */
function suggest(
  calls: ReturnType<typeof call>[],
  { now = calls.at(-1)?.at ?? new Date(), places = georgia } = {},
): string | null {
  const attempts = calls.toReversed();
  const recentAt = calls.map(({ at }) => at.getTime());
  return suggestNextTime({ places, attempts, recentAt, now })?.toISOString().slice(0, 16) ?? null;
}

test.each([
  ["a call in the morning, in the afternoon", ["2026-03-10T09:00Z"], "2026-03-10T13:30"],
  ["one shortly before noon, at least two hours later", ["2026-03-10T11:50Z"], "2026-03-10T14:30"],
  ["one in the afternoon, in the evening", ["2026-03-10T14:00Z"], "2026-03-10T17:30"],
  ["one in the evening, the next morning", ["2026-03-10T19:00Z"], "2026-03-11T09:30"],
  [
    "two in the morning and the afternoon, in the evening",
    ["2026-03-10T09:00Z", "2026-03-10T13:30Z"],
    "2026-03-10T17:30",
  ],
  [
    "three within a day, when the first no longer counts",
    ["2026-03-10T10:00Z", "2026-03-10T13:30Z", "2026-03-10T17:30Z"],
    "2026-03-11T10:30",
  ],
])("after %s", (_name, calls, expected) =>
  expect(suggest(calls.map((at) => call(at)))).toBe(expected),
);

test("a part of the day that was tried only once comes before one that was tried twice", () =>
  expect(
    suggest([
      call("2026-03-08T09:00Z"),
      call("2026-03-08T18:00Z"),
      call("2026-03-09T14:00Z"),
      call("2026-03-10T09:00Z"),
    ]),
  ).toBe("2026-03-10T13:30"));

test("keeps to the hours of all places", () => {
  const places: CallingPlaces = [
    { state: "GA", zones: ["UTC"] },
    { state: "RI", zones: ["UTC"] },
  ];
  // A Saturday afternoon: Rhode Island closes at 5 PM, and all of Sunday.
  expect(suggest([call("2026-03-14T14:00Z")], { places })).toBe("2026-03-16T09:30");
});

test("suggests nothing after the customer was reached, for a wrong number, or before any call", () => {
  expect(suggest([call("2026-03-10T09:00Z"), call("2026-03-10T14:00Z", "reached")])).toBeNull();
  expect(suggest([call("2026-03-10T09:00Z", "wrong-number")])).toBeNull();
  expect(suggest([])).toBeNull();
});

test("a text after a call without an answer keeps the suggestion", () => {
  const attempts = [
    { at: new Date("2026-03-10T09:05Z"), channel: "text" as const, result: "sent" as const },
    call("2026-03-10T09:00Z", "voicemail"),
  ];
  const now = new Date("2026-03-10T09:05Z");
  expect(suggestNextTime({ places: georgia, attempts, recentAt: [], now })?.toISOString()).toBe(
    "2026-03-10T13:30:00.000Z",
  );
});

test("leaves out times at which nobody works", () => {
  const now = new Date("2026-03-10T14:00Z");
  const isStaffed = (at: Date) => at.getUTCHours() < 17;
  expect(
    suggestNextTime({
      places: georgia,
      attempts: [call("2026-03-10T14:00Z")],
      recentAt: [],
      now,
      isStaffed,
    })?.toISOString(),
  ).toBe("2026-03-11T09:30:00.000Z");
});

test("says when, there and here", () => {
  const places: CallingPlaces = [{ state: "CA", zones: ["America/Los_Angeles"] }];
  const now = new Date("2026-03-10T17:00Z");
  const format = (at: string, timeZone = "America/New_York") =>
    formatNextTime(new Date(at), { places, timeZone, now });
  expect(format("2026-03-11T00:30Z")).toBe("Try again today at 5:30 PM there (8:30 PM here)");
  expect(format("2026-03-11T16:30Z")).toBe("Try again tomorrow at 9:30 AM there (12:30 PM here)");
  expect(format("2026-03-14T04:30Z")).toBe("Try again on Fri at 9:30 PM there (Sat 12:30 AM here)");
  expect(format("2026-03-11T00:30Z", "America/Los_Angeles")).toBe("Try again today at 5:30 PM");
});
