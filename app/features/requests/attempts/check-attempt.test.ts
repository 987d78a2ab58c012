import { describe, expect, test } from "vitest";
import { listAreaCodes } from "#app/features/calls/area-codes.ts";
import type { CallingPlaces } from "#app/features/calls/calling-hours.ts";
import { CALLING_RULES } from "#app/features/calls/calling-rules.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { type AttemptCheck, checkAttempt } from "./check-attempt.ts";

/**
 * What the rules of each state have to be, written apart from the rules: hours of weekdays, Saturdays,
 * Sundays and federal holidays ("-": no calls), who sets the cap of three, and whether counsel has to
 * confirm the row. A wrong row fails here.
 */
const EXPECTED = `
AK 8-21 8-21 8-21 8-21 policy
AL 8-20 8-20 -    -    policy confirm
AR 8-21 8-21 8-21 8-21 policy
AS 8-21 8-21 8-21 8-21 policy confirm
AZ 8-21 8-21 8-21 8-21 policy
CA 8-21 8-21 8-21 8-21 policy
CO 8-21 8-21 8-21 8-21 policy
CT 9-20 9-20 9-20 9-20 policy confirm
DC 8-21 8-21 8-21 8-21 policy
DE 8-21 8-21 8-21 8-21 policy
FL 8-20 8-20 8-20 8-20 statute
GA 8-21 8-21 8-21 8-21 policy
GU 8-21 8-21 8-21 8-21 policy confirm
HI 8-21 8-21 8-21 8-21 policy
IA 8-21 8-21 8-21 8-21 policy
ID 8-21 8-21 8-21 8-21 policy
IL 8-21 8-21 8-21 8-21 policy
IN 8-21 8-21 8-21 8-21 policy
KS 8-21 8-21 8-21 8-21 policy
KY 10-21 10-21 10-21 10-21 policy confirm
LA 8-20 8-20 -    -    policy confirm
MA 8-20 8-20 8-20 8-20 policy
MD 8-20 8-20 8-20 8-20 statute confirm
ME 8-21 8-21 8-21 8-21 policy
MI 9-21 9-21 9-21 9-21 policy confirm
MN 9-21 9-21 9-21 9-21 policy confirm
MO 8-21 8-21 8-21 8-21 policy
MP 8-21 8-21 8-21 8-21 policy confirm
MS 8-20 8-20 -    -    policy confirm
MT 8-21 8-21 8-21 8-21 policy
NC 8-21 8-21 8-21 8-21 policy
ND 8-21 8-21 8-21 8-21 policy
NE 8-21 8-21 8-21 8-21 policy
NH 8-21 8-21 8-21 8-21 policy
NJ 8-21 8-21 8-21 8-21 policy
NM 9-21 9-21 9-21 9-21 policy
NV 9-20 9-20 9-20 9-20 policy confirm
NY 8-21 8-21 8-21 8-21 policy
OH 8-21 8-21 8-21 8-21 policy
OK 8-20 8-20 8-20 8-20 statute confirm
OR 8-20 8-20 8-20 8-20 statute confirm
PA 9-19 9-19 -    -    policy confirm
PR 9-21 9-21 9-21 9-21 policy confirm
RI 9-18 10-17 -   -    policy
SC 8-21 8-21 8-21 8-21 policy confirm
SD 9-21 -    -    9-21 policy confirm
TN 8-21 8-21 8-21 8-21 policy
TX 9-21 9-21 12-21 9-21 policy confirm
UT 8-21 8-21 -    -    policy
VA 8-21 8-21 8-21 8-21 policy
VI 8-21 8-21 8-21 8-21 policy confirm
VT 8-21 8-21 8-21 8-21 policy
WA 8-20 8-20 8-20 8-20 policy
WI 8-21 8-21 8-21 8-21 policy
WV 8-21 8-21 8-21 8-21 policy
WY 8-20 8-20 8-20 8-20 policy confirm`;

const parseHours = (text: string) => {
  if (text === "-") return null;
  const [from = 0, to = 0] = text.split("-").map(Number);
  return { from, to };
};
const ROWS = EXPECTED.trim()
  .split("\n")
  .map((line) => {
    const [state = "", week = "", saturday = "", sunday = "", holiday = "", cap, confirm] =
      line.split(/\s+/);
    const days = { week, saturday, sunday, holiday };
    return { state, days, cap, needsCounsel: confirm === "confirm" };
  });
/** Days of 2027, when no other holiday is near; Thanksgiving is a Thursday. */
const DATES = {
  week: Date.UTC(2027, 2, 10),
  saturday: Date.UTC(2027, 2, 13),
  sunday: Date.UTC(2027, 2, 14),
  holiday: Date.UTC(2027, 10, 25),
} as const;

/** The wall clock of this zone is UTC, so that the table needs no time zones. */
const placeIn = (state: string): CallingPlaces => [{ state, zones: ["UTC"] }];
const check = (state: string, at: number, attempts: number) =>
  checkAttempt({
    places: placeIn(state),
    channel: "call",
    recentAt: Array.from({ length: attempts }, (_, index) => at - (index + 1) * HOUR_MS),
    now: new Date(at),
  });
const getOutcome = (result: AttemptCheck) => (result.ok ? "allowed" : result.rule);

test("there is one row for every state and territory that has area codes", () => {
  expect(ROWS.map(({ state }) => state)).toEqual(
    CALLING_RULES.map(({ state }) => state).toSorted(),
  );
  for (const { state } of CALLING_RULES) expect(listAreaCodes(state), state).not.toEqual([]);
});

describe.each(ROWS)("$state", ({ state, days, cap, needsCounsel }) => {
  test.each(Object.entries(days))("on a %s: %s", (day, text) => {
    const hours = parseHours(text);
    const midnight = DATES[day as keyof typeof DATES];
    const edges = hours ? [hours.from, hours.to] : [8, 12, 21];
    for (const at of edges.flatMap((hour) => [hour * HOUR_MS - MINUTE_MS, hour * HOUR_MS])) {
      const isOpen = hours && at >= hours.from * HOUR_MS && at < hours.to * HOUR_MS;
      for (const attempts of [0, 1, 2, 3])
        expect(
          getOutcome(check(state, midnight + at, attempts)),
          `${at / HOUR_MS} o'clock after ${attempts} attempts`,
        ).toBe(isOpen ? (attempts < 3 ? "allowed" : "cap") : "hours");
    }
  });

  test("names where its row comes from", () => {
    const rule = CALLING_RULES.find((row) => row.state === state);
    expect(rule).toMatchObject({
      mostAttempts: 3,
      isCapInStatute: cap === "statute",
      needsCounsel,
      checked: expect.stringMatching(/^2026-\d\d-\d\d$/),
    });
    expect(rule?.statute.length).toBeGreaterThan(5);
    expect(rule?.source.length).toBeGreaterThan(5);
  });
});

test("says which rule needs a reason, and whose it is", () => {
  const noon = DATES.week + 12 * HOUR_MS;
  expect(check("FL", noon, 3)).toEqual({
    ok: false,
    rule: "cap",
    state: "FL",
    statute: "Fla. Stat. 501.616(6)",
    sentence: "This person was called or texted 3 times in the last 24 hours. Florida allows 3.",
  });
  expect(check("GA", noon, 4)).toMatchObject({
    statute: "Our own policy",
    sentence: "This person was called or texted 4 times in the last 24 hours. Our own limit is 3.",
  });
  expect(check("FL", DATES.week + 20 * HOUR_MS + 5 * MINUTE_MS, 0)).toEqual({
    ok: false,
    rule: "hours",
    state: "FL",
    statute: "Fla. Stat. 501.616(6)",
    sentence:
      "It is 8:05 PM there. Calls and texts to Florida are allowed from 8 AM to 8 PM today.",
  });
  expect(check("AL", DATES.sunday + 12 * HOUR_MS, 3)).toMatchObject({
    rule: "hours",
    sentence:
      "It is 12:00 PM there. Calls and texts to Alabama are not allowed today. This person was called or texted 3 times in the last 24 hours. Our own limit is 3.",
  });
});

test("attempts of more than 24 hours ago no longer count", () => {
  const now = DATES.week + 12 * HOUR_MS;
  const recentAt = [now - 24 * HOUR_MS, now - HOUR_MS, now - 2 * HOUR_MS];
  const options = { places: placeIn("GA"), channel: "text" as const, now: new Date(now) };
  expect(checkAttempt({ ...options, recentAt })).toEqual({ ok: true });
  expect(checkAttempt({ ...options, recentAt: [...recentAt, now - 1] })).toMatchObject({
    rule: "cap",
  });
});

test("an email has neither hours nor a cap", () => {
  const now = DATES.week + 3 * HOUR_MS;
  const recentAt = [now, now, now];
  expect(
    checkAttempt({ places: placeIn("RI"), channel: "email", recentAt, now: new Date(now) }),
  ).toEqual({ ok: true });
});

test("the stricter of two places decides", () => {
  const places: CallingPlaces = [
    { state: "GA", zones: ["UTC"] },
    { state: "FL", zones: ["UTC"] },
  ];
  const now = new Date(DATES.week + 20.5 * HOUR_MS);
  expect(checkAttempt({ places, channel: "text", recentAt: [], now })).toMatchObject({
    rule: "hours",
    state: "FL",
  });
});
