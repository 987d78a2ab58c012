import fc from "fast-check";
import { expect, test } from "vitest";
import { readYaml } from "#app/lib/content.server.ts";
import { type MaintenancePlan, type PlannedTask, planMaintenance } from "./plan-maintenance.ts";
import { renderCalendar } from "./render-calendar.ts";
import { HOME_SYSTEMS, UPKEEP_DOERS, UPKEEP_PRIORITIES } from "./tool-constants.ts";
import { maintenancePlannerSchema } from "./tool-schemas.ts";

const now = new Date("2026-11-21T13:45:07.250Z");
const origin = "https://help.example.com";
const { tasks } = readYaml("tools/maintenance-schedule-planner.yaml", maintenancePlannerSchema);
const plan = planMaintenance(
  tasks,
  { home: "house", age: "over-30", climate: "cold", systems: [...HOME_SYSTEMS], start: "2026-12" },
  "2026-11-21",
);

type Property = { name: string; value: string };

/** Parses iCalendar text line by line, and fails for what the standard forbids. */
function parse(text: string): { calendar: Property[]; events: Property[][] } {
  expect(text.endsWith("\r\n")).toBe(true);
  const physical = text.slice(0, -2).split("\r\n");
  for (const line of physical) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  const logical = physical.join("\r\n").replaceAll("\r\n ", "").split("\r\n");
  const calendar: Property[] = [];
  const events: Property[][] = [];
  const open: string[] = [];
  for (const line of logical) {
    const match = /^([A-Z-]+(?:;[A-Z-]+=[A-Z-]+)*):(.*)$/.exec(line);
    if (!match) throw new Error(`no content line: ${line}`);
    const [, name = "", value = ""] = match;
    if (name === "BEGIN") {
      open.push(value);
      if (value === "VEVENT") events.push([]);
    } else if (name === "END") expect(open.pop()).toBe(value);
    else (open.at(-1) === "VEVENT" ? events.at(-1) : calendar)?.push({ name, value });
  }
  expect(open).toEqual([]);
  return { calendar, events };
}

const unescapeText = (value: string) =>
  value.replace(/\\([\\;,n])/g, (_, character: string) => (character === "n" ? "\n" : character));
const getValues = (event: Property[] | undefined, name: string) =>
  event?.filter((property) => property.name === name).map(({ value }) => value) ?? [];

test("lists every task of a real plan as an event", () => {
  const { calendar, events } = parse(renderCalendar(plan, { now, origin }));
  expect(getValues(calendar, "VERSION")).toEqual(["2.0"]);
  expect(getValues(calendar, "PRODID")).toHaveLength(1);
  const all = plan.months.flatMap((month) => month.tasks);
  expect(events).toHaveLength(plan.count);
  events.forEach((event, index) => {
    const task = all[index];
    expect(getValues(event, "DTSTAMP")).toEqual(["20261121T134507Z"]);
    expect(getValues(event, "DTSTART;VALUE=DATE")).toEqual([task?.due.replaceAll("-", "")]);
    expect(getValues(event, "SUMMARY").map(unescapeText)).toEqual([task?.task]);
    expect(unescapeText(getValues(event, "DESCRIPTION")[0] ?? "").split("\n")[0]).toBe(task?.how);
  });
  expect(new Set(events.map((event) => getValues(event, "UID")[0])).size).toBe(plan.count);
});

test("an event ends on the next day, even at the end of a year", () => {
  const [event] = parse(renderCalendar(buildPlan([{ due: "2027-12-31" }]), { now, origin })).events;
  expect(getValues(event, "DTEND;VALUE=DATE")).toEqual(["20280101"]);
});

test("only the time stamps differ when a plan is exported again", () => {
  const later = renderCalendar(plan, { now: new Date("2027-01-01T00:00:00Z"), origin });
  const withoutStamp = (text: string) => text.replace(/DTSTAMP:.*/g, "");
  expect(withoutStamp(later)).toBe(withoutStamp(renderCalendar(plan, { now, origin })));
});

function buildPlan(entries: Partial<PlannedTask>[]): MaintenancePlan {
  const filled = entries.map((entry, index) => ({
    id: `task-${index}`,
    task: "Task",
    how: "How.",
    priority: "Low" as const,
    who: "pro" as const,
    due: "2026-12-05",
    ...entry,
  }));
  return {
    months: [{ month: "2026-12", label: "December 2026", tasks: filled }],
    count: filled.length,
  };
}

const words = fc.string({ unit: "binary", maxLength: 300 }).map((text) => text.toWellFormed());

test("keeps lines short and any text intact, which cannot break out of its property", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          task: words,
          how: words,
          priority: fc.constantFrom(...UPKEEP_PRIORITIES),
          who: fc.constantFrom(...UPKEEP_DOERS),
        }),
        { maxLength: 4 },
      ),
      (entries) => {
        const { events } = parse(renderCalendar(buildPlan(entries), { now, origin }));
        expect(events).toHaveLength(entries.length);
        events.forEach((event, index) => {
          const plain = entries[index]?.task
            .replace(/\r\n|\r/g, "\n")
            .replace(/[^\P{Cc}\n\t\u0080-\u009f]/gu, "");
          expect(getValues(event, "SUMMARY").map(unescapeText)).toEqual([plain]);
        });
      },
    ),
  );
});

test("a description cannot add an event", () => {
  const { events } = parse(
    renderCalendar(buildPlan([{ how: "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil" }]), {
      now,
      origin,
    }),
  );
  expect(events).toHaveLength(1);
});
