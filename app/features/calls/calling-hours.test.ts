import { expect, test } from "vitest";
import { findPhonePlace } from "./area-codes.ts";
import { canCall, findCallingTime, getCallingStatus } from "./calling-hours.ts";
import { findCallingPlaces, findStaffCallingPlaces } from "./calling-places.server.ts";

const place = (state: string, ...zones: string[]) => [{ state, zones }];
const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";

test.each([
  ["Georgia at 7:59", "GA", EASTERN, "2026-01-14T12:59:00Z", false],
  ["Georgia at 8:00", "GA", EASTERN, "2026-01-14T13:00:00Z", true],
  ["Georgia at 20:59", "GA", EASTERN, "2026-01-15T01:59:00Z", true],
  ["Georgia at 21:00", "GA", EASTERN, "2026-01-15T02:00:00Z", false],
  ["Georgia at midnight", "GA", EASTERN, "2026-01-15T05:00:00Z", false],
  [
    "Georgia at 8:00 in summer, an hour earlier in UTC",
    "GA",
    EASTERN,
    "2026-07-15T12:00:00Z",
    true,
  ],
  ["Georgia at 7:59 in summer", "GA", EASTERN, "2026-07-15T11:59:00Z", false],
  ["Georgia on a Sunday at 8:30", "GA", EASTERN, "2026-01-18T13:30:00Z", true],
  [
    "Arizona at 7:30 in summer, when it stays on standard time",
    "AZ",
    "America/Phoenix",
    "2026-07-15T14:30:00Z",
    false,
  ],
  ["Arizona at 8:00 in summer", "AZ", "America/Phoenix", "2026-07-15T15:00:00Z", true],
  ["Hawaii at 8:00", "HI", "Pacific/Honolulu", "2026-01-14T18:00:00Z", true],
  ["Hawaii at 7:30", "HI", "Pacific/Honolulu", "2026-01-14T17:30:00Z", false],
  ["Texas at 8:30", "TX", CENTRAL, "2026-01-14T14:30:00Z", false],
  ["Texas at 9:00", "TX", CENTRAL, "2026-01-14T15:00:00Z", true],
  ["Texas on a Sunday at 11:59", "TX", CENTRAL, "2026-01-18T17:59:00Z", false],
  ["Texas on a Sunday at 12:00", "TX", CENTRAL, "2026-01-18T18:00:00Z", true],
  ["Florida at 20:00", "FL", EASTERN, "2026-01-15T01:00:00Z", false],
  ["Florida at 19:59", "FL", EASTERN, "2026-01-15T00:59:00Z", true],
  ["Maryland at 20:30", "MD", EASTERN, "2026-01-15T01:30:00Z", false],
  ["Oklahoma at 20:00", "OK", CENTRAL, "2026-01-15T02:00:00Z", false],
  ["Connecticut at 8:30", "CT", EASTERN, "2026-01-14T13:30:00Z", false],
  ["Connecticut at 9:00", "CT", EASTERN, "2026-01-14T14:00:00Z", true],
  ["Massachusetts at 20:00", "MA", EASTERN, "2026-01-15T01:00:00Z", false],
  ["Oregon at 20:00", "OR", "America/Los_Angeles", "2026-01-15T04:00:00Z", false],
  ["Kentucky at 9:30", "KY", EASTERN, "2026-01-14T14:30:00Z", false],
  ["Kentucky at 20:30", "KY", EASTERN, "2026-01-15T01:30:00Z", true],
  ["Michigan at 8:30", "MI", EASTERN, "2026-01-14T13:30:00Z", false],
  ["Minnesota at 8:30", "MN", CENTRAL, "2026-01-14T14:30:00Z", false],
  ["New Mexico at 8:30", "NM", "America/Denver", "2026-01-14T15:30:00Z", false],
  ["Nevada at 20:00", "NV", "America/Los_Angeles", "2026-01-15T04:00:00Z", false],
  ["Pennsylvania on Christmas Day", "PA", EASTERN, "2026-12-25T18:00:00Z", false],
  ["Rhode Island on a Wednesday at 17:59", "RI", EASTERN, "2026-01-14T22:59:00Z", true],
  ["Rhode Island on a Saturday at 17:00", "RI", EASTERN, "2026-01-17T22:00:00Z", false],
  ["Pennsylvania on Good Friday", "PA", EASTERN, "2026-04-03T16:00:00Z", false],
  ["Rhode Island on a Sunday at noon", "RI", EASTERN, "2026-01-18T17:00:00Z", false],
  ["Alabama on a Sunday at noon", "AL", CENTRAL, "2026-01-18T18:00:00Z", false],
  ["Louisiana on a Sunday at noon", "LA", CENTRAL, "2026-01-18T18:00:00Z", false],
  ["Mississippi on a Sunday at noon", "MS", CENTRAL, "2026-01-18T18:00:00Z", false],
  [
    "Mississippi late on Saturday, when it is Sunday in UTC",
    "MS",
    CENTRAL,
    "2026-01-18T01:30:00Z",
    true,
  ],
  ["Alabama on Thanksgiving at noon", "AL", CENTRAL, "2026-11-26T18:00:00Z", false],
  ["Alabama the day after Thanksgiving at noon", "AL", CENTRAL, "2026-11-27T18:00:00Z", true],
  [
    "Louisiana on Memorial Day, the last Monday of May",
    "LA",
    CENTRAL,
    "2026-05-25T18:00:00Z",
    false,
  ],
  ["Louisiana on the Monday before Memorial Day", "LA", CENTRAL, "2026-05-18T18:00:00Z", true],
  ["South Dakota on a Friday at 9:00", "SD", CENTRAL, "2026-01-16T15:00:00Z", true],
  ["South Dakota on a Saturday at noon", "SD", CENTRAL, "2026-01-17T18:00:00Z", false],
  ["Puerto Rico at 8:30", "PR", "America/Puerto_Rico", "2026-01-14T12:30:00Z", false],
  ["Puerto Rico at 9:00", "PR", "America/Puerto_Rico", "2026-01-14T13:00:00Z", true],
  ["Mississippi on Christmas Day", "MS", CENTRAL, "2026-12-25T18:00:00Z", false],
  [
    "Georgia on Christmas Day, which has no rule about holidays",
    "GA",
    EASTERN,
    "2026-12-25T18:00:00Z",
    true,
  ],
])("%s", (_name, state, zone, at, expected) =>
  expect(canCall(place(state, zone), new Date(at))).toBe(expected),
);

test("after daylight saving time starts on March 8, 2026, calls are allowed an hour earlier in UTC", () => {
  expect(canCall(place("NY", EASTERN), new Date("2026-03-07T12:30:00Z"))).toBe(false);
  expect(canCall(place("NY", EASTERN), new Date("2026-03-09T12:30:00Z"))).toBe(true);
});

test("in a place with two time zones, both must allow the call", () => {
  const both = place("TN", EASTERN, CENTRAL);
  expect(canCall(both, new Date("2026-01-14T13:30:00Z"))).toBe(false);
  expect(canCall(both, new Date("2026-01-14T14:00:00Z"))).toBe(true);
  expect(canCall(both, new Date("2026-01-15T02:30:00Z"))).toBe(false);
});

test("finds state and time zones by area code, but none for toll-free, foreign and missing numbers", () => {
  expect(findPhonePlace("+14045550123")).toEqual({ state: "GA", zones: [EASTERN] });
  expect(findPhonePlace("+19155550123")).toEqual({ state: "TX", zones: ["America/Denver"] });
  expect(findPhonePlace("+18505550123")?.zones).toEqual([CENTRAL, EASTERN]);
  for (const phone of ["+18005550123", "+442079460958", "4045550123", "", null])
    expect(findPhonePlace(phone)).toBeNull();
});

test("the stricter of ZIP code and area code applies; an unknown ZIP code gives no status", () => {
  const morning = new Date("2026-01-14T13:30:00Z"); // 8:30 in Atlanta, 5:30 in Los Angeles
  const statusOf = (customer: { zip: string | null; phoneE164: string | null }) => {
    const places = findCallingPlaces(customer);
    return places && getCallingStatus(places, morning);
  };
  expect(statusOf({ zip: "30301", phoneE164: "+14045550123" })).toMatchObject({
    ok: true,
    localTime: "8:30 AM",
  });
  expect(statusOf({ zip: "30301", phoneE164: null })?.ok).toBe(true);
  expect(statusOf({ zip: "30301", phoneE164: "+12135550123" })).toMatchObject({
    ok: false,
    localTime: "8:30 AM",
  });
  expect(statusOf({ zip: "90001", phoneE164: "+14045550123" })).toMatchObject({
    ok: false,
    localTime: "5:30 AM",
  });
  expect(statusOf({ zip: "79901", phoneE164: null })?.localTime).toBe("6:30 AM");
  expect(statusOf({ zip: "96813", phoneE164: null })?.localTime).toBe("3:30 AM");
  expect(statusOf({ zip: "00000", phoneE164: "+14045550123" })).toBeNull();
  expect(statusOf({ zip: null, phoneE164: "+14045550123" })).toBeNull();
});

test.each([
  ["Georgia at night, until eight", "GA", EASTERN, "2026-01-15T02:00:00Z", "2026-01-15T13:00:00Z"],
  [
    "Texas on a Saturday night, until noon on Sunday",
    "TX",
    CENTRAL,
    "2026-01-18T04:10:00Z",
    "2026-01-18T18:00:00Z",
  ],
  [
    "South Dakota on a Friday night, until Monday",
    "SD",
    CENTRAL,
    "2026-01-17T04:00:00Z",
    "2026-01-19T15:00:00Z",
  ],
  [
    "Alabama on the Sunday before Memorial Day, until Tuesday",
    "AL",
    CENTRAL,
    "2026-05-24T15:00:00Z",
    "2026-05-26T13:00:00Z",
  ],
])("waits in %s", (_name, state, zone, after, expected) =>
  expect(findCallingTime(place(state, zone), new Date(after))?.toISOString()).toBe(
    new Date(expected).toISOString(),
  ),
);

test("waits for the hours of both places of a customer", () =>
  expect(
    findCallingTime(
      [...place("HI", "Pacific/Honolulu"), ...place("FL", EASTERN)],
      new Date("2026-01-15T01:30:00Z"),
    )?.toISOString(),
  ).toBe("2026-01-15T18:00:00.000Z"));

test.each([
  ["until the evening", "GA", EASTERN, "2026-01-14T13:30:00Z", { ok: true, until: "9 PM" }],
  [
    "until the state's own hour",
    "FL",
    EASTERN,
    "2026-07-14T20:00:00Z",
    { ok: true, until: "8 PM" },
  ],
  ["later today", "TX", CENTRAL, "2026-01-18T15:00:00Z", { ok: false, from: "12 PM" }],
  [
    "from tomorrow morning on",
    "GA",
    EASTERN,
    "2026-01-15T02:30:00Z",
    { ok: false, from: "Thu 8 AM" },
  ],
  [
    "after a Sunday and a holiday",
    "AL",
    CENTRAL,
    "2026-05-24T03:00:00Z",
    { ok: false, from: "Tue 8 AM", fromAt: new Date("2026-05-26T13:00:00Z") },
  ],
])("the status says when that changes: %s", (_name, state, zone, at, expected) =>
  expect(getCallingStatus([{ state, zones: [zone] }], new Date(at))).toMatchObject({
    ...expected,
    decidedBy: { state },
  }),
);

test("the status of two places is in the local time of the first, and names the state that decides", () => {
  const places = [
    { state: "CA", zones: ["America/Los_Angeles"] },
    { state: "FL", zones: [EASTERN] },
  ] as const;
  expect(getCallingStatus(places, new Date("2026-01-14T20:00:00Z"))).toMatchObject({
    ok: true,
    localTime: "12:00 PM",
    until: "5 PM",
    decidedBy: { state: "FL" },
  });
  expect(getCallingStatus(places, new Date("2026-01-14T14:00:00Z"))).toMatchObject({
    ok: false,
    from: "8 AM",
    decidedBy: { state: "CA" },
  });
});

test("places whose hours never overlap have no next time", () => {
  const places = [
    { state: "GU", zones: ["Pacific/Guam"] },
    { state: "RI", zones: [EASTERN] },
  ] as const;
  const now = new Date("2026-07-14T14:00:00Z");
  expect(findCallingTime(places, now)).toBeNull();
  expect(getCallingStatus(places, now)).toMatchObject({ ok: false, from: null, fromAt: null });
});

test("staff who call somebody at an unknown place keep the hours of both coasts", () => {
  const places = findStaffCallingPlaces({ zip: null, phoneE164: null });
  expect(canCall(places, new Date("2026-01-14T15:30:00Z"))).toBe(false);
  expect(canCall(places, new Date("2026-01-14T16:30:00Z"))).toBe(true);
  expect(canCall(places, new Date("2026-01-15T02:30:00Z"))).toBe(false);
  expect(findStaffCallingPlaces({ zip: null, phoneE164: "+12135550123" })).toMatchObject([
    { state: "CA" },
  ]);
});
