import { describe, expect, test } from "vitest";
import { getBusinessHours } from "#app/lib/business-hours.ts";
import {
  findNextShift,
  getEmergencyHours,
  getNextShift,
  getShiftEnd,
  isOnShift,
  listOnShift,
  type ShiftPerson,
} from "./shifts.ts";

const timeZone = "America/New_York";
const hour = 60;
/** Tuesday, 9 AM to noon and 1 PM to 5 PM. */
const DAY = [
  { weekday: 2, from: 9 * hour, to: 12 * hour },
  { weekday: 2, from: 13 * hour, to: 17 * hour },
];
/** Saturday, 10 PM to Sunday, 6 AM. */
const NIGHT = [{ weekday: 6, from: 22 * hour, to: 6 * hour }];
const isOn = (shifts: typeof DAY, at: string) => isOnShift(shifts, new Date(at), timeZone);
const format = (at: Date | null) => at?.toISOString() ?? null;

describe("a shift", () => {
  test.each([
    ["2026-05-05T12:59:59Z", false],
    ["2026-05-05T13:00:00Z", true],
    ["2026-05-05T15:59:59Z", true],
    ["2026-05-05T16:30:00Z", false],
    ["2026-05-05T20:59:59Z", true],
    ["2026-05-05T21:00:00Z", false],
    ["2026-05-06T13:00:00Z", false],
  ])("includes its first minute and not its end: %s is %s", (at, expected) =>
    expect(isOn(DAY, at)).toBe(expected),
  );

  test("crosses midnight, and keeps to the clock in the night in which it changes", () => {
    // Clocks go forward on March 8: the shift is seven hours long.
    expect(isOn(NIGHT, "2026-03-08T02:59:00Z")).toBe(false);
    expect(isOn(NIGHT, "2026-03-08T03:00:00Z")).toBe(true);
    expect(isOn(NIGHT, "2026-03-08T09:59:00Z")).toBe(true);
    expect(isOn(NIGHT, "2026-03-08T10:00:00Z")).toBe(false);
    // And back on November 1: nine hours.
    expect(isOn(NIGHT, "2026-11-01T02:00:00Z")).toBe(true);
    expect(isOn(NIGHT, "2026-11-01T10:59:00Z")).toBe(true);
    expect(isOn(NIGHT, "2026-11-01T11:00:00Z")).toBe(false);
  });

  test("ends with the last of those that follow without a pause", () => {
    const all = [...NIGHT, { weekday: 0, from: 6 * hour, to: 8 * hour }];
    const end = (at: string) => format(getShiftEnd(all, new Date(at), timeZone));
    expect(end("2026-05-03T04:00:00Z")).toBe("2026-05-03T12:00:00.000Z");
    expect(end("2026-05-03T12:00:00Z")).toBeNull();
  });

  test("comes next this week or the week after", () => {
    const next = (at: string) => format(getNextShift(DAY, new Date(at), timeZone));
    expect(next("2026-05-05T14:00:00Z")).toBe("2026-05-05T17:00:00.000Z");
    expect(next("2026-05-05T17:00:00Z")).toBe("2026-05-12T13:00:00.000Z");
    expect(getNextShift([], new Date(), timeZone)).toBeNull();
  });
});

describe("the people on shift", () => {
  const office = { timeZone, hours: getBusinessHours("7 AM - 9 PM") };
  const person = (name: string, changes: Partial<ShiftPerson> = {}): ShiftPerson => ({
    userId: name,
    name,
    shifts: [],
    awayUntil: null,
    onUntil: null,
    ...changes,
  });
  const list = (people: ShiftPerson[], at: string) =>
    listOnShift(people, new Date(at), office).map(({ name, until }) => [name, format(until)]);

  test("are everybody during the office's hours where there is no plan", () => {
    const people = [person("A"), person("B")];
    expect(list(people, "2026-05-05T16:00:00Z")).toEqual([
      ["A", null],
      ["B", null],
    ]);
    expect(list(people, "2026-05-05T04:00:00Z")).toEqual([]);
  });

  test("are those of the plan, without who is away, and with who took over", () => {
    const until = new Date("2026-05-05T15:00:00Z");
    const people = [
      person("Planned", { shifts: DAY }),
      person("Away", { shifts: DAY, awayUntil: until }),
      person("Took over", { onUntil: until, awayUntil: until }),
      person("Off"),
    ];
    expect(list(people, "2026-05-05T14:00:00Z")).toEqual([
      ["Took over", until.toISOString()],
      ["Planned", "2026-05-05T16:00:00.000Z"],
    ]);
    expect(list(people, until.toISOString()).map(([name]) => name)).toEqual(["Planned", "Away"]);
  });

  test("are followed by whoever starts first and is not away", () => {
    const at = new Date("2026-05-05T12:00:00Z");
    const people = [
      person("Away", { shifts: DAY, awayUntil: new Date("2026-05-05T14:00:00Z") }),
      person("Late", { shifts: DAY.slice(1) }),
    ];
    expect(findNextShift(people, at, timeZone)).toEqual({
      userId: "Away",
      name: "Away",
      at: new Date("2026-05-05T14:00:00Z"),
    });
    expect(findNextShift([person("A")], at, timeZone)).toBeNull();
  });
});

test("emergencies count around the clock unless the setting has hours", () => {
  expect(getEmergencyHours("always there")).toMatchObject({ from: 0, to: 1440 });
  expect(getEmergencyHours("6 AM - 10 PM")).toMatchObject({ from: 360, to: 1320 });
});
