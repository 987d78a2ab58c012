import { CLIMATES, HOME_AGES, HOME_SYSTEMS, HOME_TYPES } from "./tool-constants.ts";
import type { MaintenanceTask } from "./tool-schemas.ts";

type HomeType = (typeof HOME_TYPES)[number];
type HomeAge = (typeof HOME_AGES)[number];
type Climate = (typeof CLIMATES)[number];
type HomeSystem = (typeof HOME_SYSTEMS)[number];

/**
 * The visitor's choices:
 * ?home=house&age=over-30&climate=cold&system=gutters&system=well&start=2026-12
 */
export type PlanQuery = {
  home?: HomeType;
  age?: HomeAge;
  climate?: Climate;
  systems: HomeSystem[];
  /** First month, as YYYY-MM. */
  start?: string;
  submitted: boolean;
};
export type HomeProfile = Required<Omit<PlanQuery, "submitted">>;

/** A task with its due day, as YYYY-MM-DD. */
export type PlannedTask = Pick<MaintenanceTask, "id" | "task" | "how" | "priority" | "who"> & {
  due: string;
};
/** Twelve months in order, including those without a task. */
export type MaintenancePlan = {
  months: { month: string; label: string; tasks: PlannedTask[] }[];
  count: number;
};

const PLAN_MONTHS = 12;
const START = /^20\d\d-(0[1-9]|1[0-2])$/;

const findOption = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((entry) => entry === value);

/** Parses the URL or the form; unknown choices are dropped. */
export function parsePlanQuery(params: URLSearchParams): PlanQuery {
  const systems = new Set(params.getAll("system"));
  const start = params.get("start") ?? "";
  return {
    home: findOption(HOME_TYPES, params.get("home")),
    age: findOption(HOME_AGES, params.get("age")),
    climate: findOption(CLIMATES, params.get("climate")),
    systems: HOME_SYSTEMS.filter((system) => systems.has(system)),
    start: START.test(start) ? start : undefined,
    submitted: params.has("start"),
  };
}

/** The choices as a query string in a fixed order, for links. */
export function formatPlanQuery({
  home,
  age,
  climate,
  systems,
  start,
}: HomeProfile): URLSearchParams {
  return new URLSearchParams([
    ["home", home],
    ["age", age],
    ["climate", climate],
    ...systems.map((system) => ["system", system]),
    ["start", start],
  ]);
}

/** The home to plan for, or null while something is missing. */
export function buildHomeProfile({
  home,
  age,
  climate,
  systems,
  start,
  submitted,
}: PlanQuery): HomeProfile | null {
  return submitted && home && age && climate && start
    ? { home, age, climate, systems, start }
    : null;
}

/** The home to plan for: what is missing is that of a usual home. */
export function completeHomeProfile(
  { home, age, climate, systems, start, submitted }: PlanQuery,
  usual: HomeProfile,
): HomeProfile {
  return {
    home: home ?? usual.home,
    age: age ?? usual.age,
    climate: climate ?? usual.climate,
    // A form in which nothing is checked has none.
    systems: submitted ? systems : usual.systems,
    start: start ?? usual.start,
  };
}

const padNumber = (value: number) => String(value).padStart(2, "0");

/** "2026-11" and 3 give "2027-02". */
function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + count;
  return `${Math.floor(index / 12)}-${padNumber((index % 12) + 1)}`;
}

/** "2026-11" becomes "November 2026", or "Nov 2026". */
export const formatMonth = (month: string, length: "long" | "short" = "long") =>
  new Intl.DateTimeFormat("en-US", { month: length, year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** The next twelve months to start in. */
export function listStartMonths(first: string) {
  return Array.from({ length: PLAN_MONTHS }, (_, index) => addMonths(first, index)).map(
    (value) => ({ value, label: formatMonth(value) }),
  );
}

/** The Saturdays of a month, as YYYY-MM-DD. */
export function listSaturdays(month: string): string[] {
  const weekday = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  const first = 1 + ((6 - weekday + 7) % 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from(
    { length: Math.floor((days - first) / 7) + 1 },
    (_, week) => `${month}-${padNumber(first + 7 * week)}`,
  );
}

/**
 * The Saturday of a month on which a task is due: the planned one, or where it is over, the next
 * that is left.
 */
function findDueDay(month: string, weeksLater: number, today: string): string {
  const saturdays = listSaturdays(month).slice(weeksLater);
  return saturdays.find((day) => day >= today) ?? saturdays.at(-1) ?? "";
}

/** "2026-12-05" becomes "Saturday, December 5". */
export const formatLongDay = (day: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

// High priority comes first in the month, and the others later, so that not all tasks are due on
// one weekend.
const WEEKS_LATER: Record<MaintenanceTask["priority"], number> = { High: 0, Medium: 1, Low: 2 };

/** Whether a task applies to a home. */
function isRelevant(task: MaintenanceTask, home: HomeProfile): boolean {
  return (
    (task.homes?.includes(home.home) ?? true) &&
    (task.ages?.includes(home.age) ?? true) &&
    (task.climates?.includes(home.climate) ?? true) &&
    (task.systems?.some((system) => home.systems.includes(system)) ?? true)
  );
}

function isDue(task: MaintenanceTask, home: HomeProfile, index: number, month: string): boolean {
  if (task.every !== undefined) {
    const offset = task.offset ?? 0;
    return index >= offset && (index - offset) % task.every === 0;
  }
  const months = Array.isArray(task.months) ? task.months : task.months?.[home.climate];
  return months?.includes(Number(month.slice(5))) ?? false;
}

/**
 * The tasks of a home for twelve months: high priority on the first Saturday, medium on the second,
 * low on the third, and none before today.
 * @param today YYYY-MM-DD
 */
export function planMaintenance(
  tasks: readonly MaintenanceTask[],
  home: HomeProfile,
  today: string,
): MaintenancePlan {
  const applicable = tasks.filter((task) => isRelevant(task, home));
  const months = listStartMonths(home.start).map(({ value: month, label }, index) => ({
    month,
    label,
    tasks: applicable
      .filter((task) => isDue(task, home, index, month))
      .map(({ id, task, how, priority, who }) => ({
        id,
        task,
        how,
        priority,
        who,
        due: findDueDay(month, WEEKS_LATER[priority], today),
      }))
      .sort((a, b) => WEEKS_LATER[a.priority] - WEEKS_LATER[b.priority]),
  }));
  return { months, count: months.reduce((sum, month) => sum + month.tasks.length, 0) };
}

/** Tasks by the day on which they are due, in the order of the days. */
export function groupByDay(tasks: readonly PlannedTask[]): { due: string; tasks: PlannedTask[] }[] {
  // Map.groupBy is missing in the Safari of 2023, and the planner runs in browsers.
  const days = new Map<string, PlannedTask[]>();
  for (const task of tasks) days.set(task.due, [...(days.get(task.due) ?? []), task]);
  return [...days].map(([due, dueTasks]) => ({ due, tasks: dueTasks }));
}

/** A plan to read: what is due in each of its months stands once, and not in every month again. */
export function splitMonthlyTasks({ months }: MaintenancePlan) {
  const isMonthly = ({ id }: PlannedTask) =>
    months.every(({ tasks }) => tasks.some((task) => task.id === id));
  return {
    monthly: months[0]?.tasks.filter(isMonthly) ?? [],
    months: months.map((month) => ({
      ...month,
      tasks: month.tasks.filter((task) => !isMonthly(task)),
    })),
  };
}
