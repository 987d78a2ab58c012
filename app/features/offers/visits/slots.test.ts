import { describe, expect, test } from "vitest";
import { HOUR_MS } from "#app/lib/durations.ts";
import {
  formatSlot,
  listSlotDays,
  parseSlot,
  SLOT_START_CHOICES,
  type SlotChoice,
  toSlotChoice,
} from "./slots.ts";

const NEW_YORK = "America/New_York";
const now = new Date("2026-11-24T15:00:00Z");
const parse = (choice: SlotChoice, timeZone = NEW_YORK, at = now) =>
  parseSlot(choice, { now: at, timeZone });
const require = (choice: SlotChoice, timeZone = NEW_YORK, at = now) => {
  const parsed = parse(choice, timeZone, at);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.slot;
};

test("the form offers fourteen days from today of the job, and six starts", () => {
  const days = listSlotDays({ now, timeZone: NEW_YORK });
  expect([days.length, days[0], days.at(-1)]).toEqual([
    14,
    { value: "2026-11-24", label: "Tuesday, Nov 24" },
    { value: "2026-12-07", label: "Monday, Dec 7" },
  ]);
  // It is already Wednesday in Guam, and still Monday evening in Honolulu.
  const atNight = new Date("2026-11-24T08:00:00Z");
  expect(listSlotDays({ now: atNight, timeZone: "Pacific/Honolulu" })[0]?.label).toBe(
    "Monday, Nov 23",
  );
  expect(
    listSlotDays({ now: new Date("2026-11-24T15:00:00Z"), timeZone: "Pacific/Guam" })[0]?.label,
  ).toBe("Wednesday, Nov 25");
  expect(SLOT_START_CHOICES.map(({ label }) => label)).toEqual([
    "8 to 10 AM",
    "10 AM to 12 PM",
    "12 to 2 PM",
    "2 to 4 PM",
    "4 to 6 PM",
    "6 to 8 PM",
  ]);
});

test("a time is named with its weekday and its zone in words", () => {
  const choice = { day: "2026-11-24", start: "14" };
  expect(formatSlot(require(choice), NEW_YORK)).toBe("Tuesday, Nov 24, 2 to 4 PM Eastern Time");
  expect(formatSlot(require(choice, "America/Chicago"), "America/Chicago")).toBe(
    "Tuesday, Nov 24, 2 to 4 PM Central Time",
  );
});

describe("on the days when clocks change", () => {
  const march = new Date("2027-03-10T12:00:00Z");
  const november = new Date("2027-11-03T12:00:00Z");
  test.each([
    ["before spring", march, "2027-03-13", "2027-03-13T13:00:00.000Z"],
    ["in spring", march, "2027-03-14", "2027-03-14T12:00:00.000Z"],
    ["before fall", november, "2027-11-06", "2027-11-06T12:00:00.000Z"],
    ["in fall", november, "2027-11-07", "2027-11-07T13:00:00.000Z"],
  ])("8 AM %s is 8 AM on the clock, and each slot lasts two hours", (_when, at, day, startsAt) => {
    const slot = require({ day, start: "8" }, NEW_YORK, at);
    expect(slot.startsAt.toISOString()).toBe(startsAt);
    for (const { value } of SLOT_START_CHOICES) {
      const { startsAt: from, endsAt: to } = require({ day, start: value }, NEW_YORK, at);
      expect(to.getTime() - from.getTime()).toBe(2 * HOUR_MS);
      expect(toSlotChoice({ startsAt: from, endsAt: to }, { now: at, timeZone: NEW_YORK })).toEqual(
        { day, start: value },
      );
    }
  });
});

test.each([
  ["a time that has begun", { day: "2026-11-24", start: "10" }, "past"],
  ["a day that is over", { day: "2026-11-23", start: "18" }, "past"],
  ["a day beyond the list", { day: "2026-12-08", start: "8" }, "missing"],
  ["no day", { day: "", start: "8" }, "missing"],
  ["no start", { day: "2026-11-25", start: "" }, "missing"],
  ["a start between the others", { day: "2026-11-25", start: "9" }, "missing"],
  ["a day that is none", { day: "2026-13-45", start: "8" }, "missing"],
  ["text", { day: "tomorrow", start: "noon" }, "missing"],
])("refuses %s", (_what, choice, reason) => {
  expect(parse(choice)).toEqual({ ok: false, reason });
});

test("a stored time that the form does not offer is no choice", () => {
  const slot = require({ day: "2026-11-25", start: "8" });
  expect(toSlotChoice(slot, { now, timeZone: "America/Chicago" })).toEqual({ day: "", start: "" });
});
