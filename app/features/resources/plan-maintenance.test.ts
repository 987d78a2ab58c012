import fc from "fast-check";
import { expect, test } from "vitest";
import { readYaml } from "#app/lib/content.server.ts";
import {
  buildHomeProfile,
  completeHomeProfile,
  formatLongDay,
  formatPlanQuery,
  groupByDay,
  type HomeProfile,
  listSaturdays,
  listStartMonths,
  parsePlanQuery,
  planMaintenance,
  splitMonthlyTasks,
} from "./plan-maintenance.ts";
import { CLIMATES, HOME_AGES, HOME_SYSTEMS, HOME_TYPES } from "./tool-constants.ts";
import { maintenancePlannerSchema } from "./tool-schemas.ts";
import { getMaintenancePlanner } from "./tools.server.ts";

const { tasks, usual } = readYaml(
  "tools/maintenance-schedule-planner.yaml",
  maintenancePlannerSchema,
);
const taskById = new Map(tasks.map((task) => [task.id, task]));

const profile: fc.Arbitrary<HomeProfile> = fc.record({
  home: fc.constantFrom(...HOME_TYPES),
  age: fc.constantFrom(...HOME_AGES),
  climate: fc.constantFrom(...CLIMATES),
  systems: fc.subarray([...HOME_SYSTEMS]),
  start: fc
    .tuple(fc.integer({ min: 2000, max: 2098 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}`),
});

/** Before every plan of these tests: no day is over. */
const LONG_AGO = "1999-12-31";

test("every task is due within the twelve months, in its own month, on a Saturday", () => {
  fc.assert(
    fc.property(profile, (home) => {
      const { months, count } = planMaintenance(tasks, home, LONG_AGO);
      expect(months).toHaveLength(12);
      expect(months[0]?.month).toBe(home.start);
      const last = `${Number(home.start.slice(0, 4)) + 1}${home.start.slice(4)}`;
      let seen = 0;
      for (const month of months)
        for (const { due } of month.tasks) {
          seen++;
          expect(due.slice(0, 7)).toBe(month.month);
          expect(due >= `${home.start}-01` && due < `${last}-01`).toBe(true);
          expect(new Date(`${due}T00:00:00Z`).getUTCDay()).toBe(6);
        }
      expect(seen).toBe(count);
    }),
  );
});

test("lists no task for a system, kind of home, age or climate that does not apply", () => {
  fc.assert(
    fc.property(profile, (home) => {
      for (const { id } of planMaintenance(tasks, home, LONG_AGO).months.flatMap(
        (month) => month.tasks,
      )) {
        const task = taskById.get(id);
        if (task?.systems)
          expect(task.systems.some((system) => home.systems.includes(system))).toBe(true);
        if (task?.homes) expect(task.homes).toContain(home.home);
        if (task?.ages) expect(task.ages).toContain(home.age);
        if (task?.climates) expect(task.climates).toContain(home.climate);
      }
    }),
  );
});

test("lists a task once a month, and equally often a year whatever the start", () => {
  fc.assert(
    fc.property(profile, profile, (home, other) => {
      const count = (start: string) => {
        const plan = planMaintenance(tasks, { ...home, start }, LONG_AGO);
        for (const month of plan.months)
          expect(new Set(month.tasks.map(({ id }) => id)).size).toBe(month.tasks.length);
        return plan.count;
      };
      expect(count(home.start)).toBe(count(other.start));
    }),
  );
});

test("every task applies to some home", () => {
  const met = new Set<string>();
  for (const home of HOME_TYPES)
    for (const climate of CLIMATES)
      for (const month of planMaintenance(
        tasks,
        { home, climate, age: "over-30", systems: [...HOME_SYSTEMS], start: "2026-12" },
        LONG_AGO,
      ).months)
        for (const { id } of month.tasks) met.add(id);
  expect(tasks.map(({ id }) => id).filter((id) => !met.has(id))).toEqual([]);
});

/** The tasks of a house for a year. */
const planHouse = (climate: (typeof CLIMATES)[number], systems: HomeProfile["systems"] = []) =>
  planMaintenance(
    tasks,
    { home: "house", age: "under-10", climate, systems, start: "2026-12" },
    LONG_AGO,
  ).months.flatMap((month) => month.tasks);

test("lists frost tasks in fall in cold climates, and never in hot ones", () => {
  const due = (climate: (typeof CLIMATES)[number]) =>
    planHouse(climate)
      .filter(({ id }) => id === "outdoor-faucets")
      .map((task) => task.due);
  expect(due("cold")).toEqual(["2027-10-02"]);
  expect(due("hot-dry")).toEqual([]);
});

test("damp heat brings checks for mold and humidity, dry heat checks for stucco and flat roofs", () => {
  const humid = ["indoor-humidity", "mold-look", "roof-algae", "siding-mildew"];
  const dry = ["stucco-cracks", "flat-roof", "monsoon", "drip-lines"];
  const ids = (climate: (typeof CLIMATES)[number]) =>
    planHouse(climate, ["sprinkler-system"]).map(({ id }) => id);
  expect(ids("hot-humid")).toEqual(expect.arrayContaining(humid));
  expect(ids("hot-dry")).toEqual(expect.arrayContaining(dry));
  expect(ids("hot-humid").filter((id) => dry.includes(id))).toEqual([]);
  expect(ids("hot-dry").filter((id) => humid.includes(id))).toEqual([]);
  expect(ids("cold").filter((id) => [...humid, ...dry].includes(id))).toEqual([]);
});

test("in damp heat the condensate drain is checked more often than elsewhere", () => {
  const count = (climate: (typeof CLIMATES)[number]) =>
    planHouse(climate, ["central-air"]).filter(({ id }) => id === "condensate-drain").length;
  expect(count("hot-humid")).toBeGreaterThan(count("hot-dry"));
});

test.each([
  ["gfci-outlets", [], 12],
  ["anode-rod", ["water-heater-tank"], 1],
  ["tankless-flush", ["water-heater-tankless"], 1],
  ["backflow-test", ["sprinkler-system"], 1],
] satisfies [string, HomeProfile["systems"], number][])(
  "plans %s with %j %i times a year",
  (task, systems, times) => {
    for (const climate of CLIMATES) {
      expect(planHouse(climate, systems).filter(({ id }) => id === task)).toHaveLength(times);
      if (systems.length > 0)
        expect(planHouse(climate).filter(({ id }) => id === task)).toEqual([]);
    }
  },
);

test("choices survive the query string", () => {
  fc.assert(
    fc.property(profile, (home) => {
      const query = parsePlanQuery(new URLSearchParams(formatPlanQuery(home).toString()));
      expect(buildHomeProfile(query)).toEqual({
        ...home,
        systems: HOME_SYSTEMS.filter((system) => home.systems.includes(system)),
      });
    }),
  );
});

test("drops unknown choices, and plans for a usual home in their place", () => {
  const query = parsePlanQuery(
    new URLSearchParams("home=castle&age=toString&climate=&system=moat&system=well&start=2026-13"),
  );
  expect(query).toEqual({ systems: ["well"], submitted: true });
  expect(buildHomeProfile(query)).toBeNull();
  const start = "2026-11";
  expect(completeHomeProfile(query, { ...usual, start })).toEqual({
    ...usual,
    systems: ["well"],
    start,
  });
});

test("who chose nothing sees the plan of a usual home, who unchecked all one without its features", () => {
  const home = { ...usual, start: "2026-11" };
  const complete = (query: string) =>
    completeHomeProfile(parsePlanQuery(new URLSearchParams(query)), home);
  expect(complete("")).toEqual(home);
  expect(complete("start=2026-12")).toEqual({ ...usual, systems: [], start: "2026-12" });
});

test("what is left of this month is due on the next Saturday, not on one that is over", () => {
  const dueDays = (today: string) =>
    planMaintenance(tasks, { ...usual, start: "2026-11" }, today).months.map((month) => [
      ...new Set(month.tasks.map(({ due }) => due)),
    ]);
  expect(dueDays("2026-11-01")[0]).toEqual(["2026-11-07", "2026-11-14", "2026-11-21"]);
  expect(dueDays("2026-11-14")[0]).toEqual(["2026-11-14", "2026-11-21"]);
  expect(dueDays("2026-11-26")[0]).toEqual(["2026-11-28"]);
  expect(dueDays("2026-11-26").slice(1)).toEqual(dueDays("2026-11-01").slice(1));
});

test("tasks of one day stand together, however many priorities they have", () => {
  const [month] = planMaintenance(tasks, { ...usual, start: "2026-11" }, "2026-11-26").months;
  const days = groupByDay(month?.tasks ?? []);
  expect(days.map(({ due }) => due)).toEqual(["2026-11-28"]);
  expect(days[0]?.tasks).toEqual(month?.tasks);
  const [full] = planMaintenance(tasks, { ...usual, start: "2026-11" }, "2026-11-01").months;
  expect(groupByDay(full?.tasks ?? []).map(({ due }) => due)).toEqual([
    "2026-11-07",
    "2026-11-14",
    "2026-11-21",
  ]);
});

test("what is due every month stands once, and nothing is lost", () => {
  fc.assert(
    fc.property(profile, (home) => {
      const plan = planMaintenance(tasks, home, LONG_AGO);
      const { monthly, months } = splitMonthlyTasks(plan);
      const rest = months.flatMap((month) => month.tasks);
      expect(monthly.map(({ id }) => id)).toEqual(
        expect.arrayContaining(["test-alarms", "gfci-outlets"]),
      );
      expect(rest.filter(({ id }) => monthly.some((task) => task.id === id))).toEqual([]);
      expect(12 * monthly.length + rest.length).toBe(plan.count);
    }),
  );
});

test.each([
  ["2026-11", ["2026-11-07", "2026-11-14", "2026-11-21", "2026-11-28"]],
  ["2026-08", ["2026-08-01", "2026-08-08", "2026-08-15", "2026-08-22", "2026-08-29"]],
  ["2027-02", ["2027-02-06", "2027-02-13", "2027-02-20", "2027-02-27"]],
])("the Saturdays of %s are %j", (month, days) => {
  expect(listSaturdays(month)).toEqual(days);
});

test("formats months and days", () => {
  expect(listStartMonths("2026-11").map(({ label }) => label)).toEqual(
    expect.arrayContaining(["November 2026", "January 2027", "October 2027"]),
  );
  expect(formatLongDay("2026-12-05")).toBe("Saturday, December 5");
});

test.each([
  ["2026-11-28T20:00:00Z", "2026-11"],
  ["2026-11-29T04:00:00Z", "2026-11"],
  ["2026-11-29T06:00:00Z", "2026-12"],
  ["2027-01-01T03:00:00Z", "2027-01"],
])("at %s a plan begins in %s in New York's calendar", (now, start) => {
  const data = getMaintenancePlanner({ now: new Date(now), timeZone: "America/New_York" });
  expect(data.start).toBe(start);
  expect(data.months.map(({ value }) => value)).toContain(start);
});
