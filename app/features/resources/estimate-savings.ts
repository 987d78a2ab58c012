import { formatDollars } from "./estimate-cost.ts";
import type { EnergyCalculatorData, EnergyUpgrade } from "./tool-schemas.ts";

/**
 * The visitor's input, numbers as they were typed:
 * ?bill=180&sqft=2000&upgrade=led-bulbs&cost-led-bulbs=90
 */
export type EnergyQuery = {
  bill: string;
  size: string;
  /** Ids of upgrades, in the order of the data. */
  upgrades: string[];
  /** Typed costs by id of upgrade; assumed costs are not included. */
  costs: Record<string, string>;
  submitted: boolean;
};

/** Minimum and maximum of each number; dollars and square feet. */
const ENERGY_LIMITS = { bill: [1, 10_000], size: [200, 20_000], cost: [0, 200_000] } as const;

export const formatCostField = (id: string) => `cost-${id}`;

/** Parses "$1,200" and "1200.50"; null where it is not a number within the limits. */
export function parseNumber(typed: string, [min, max]: readonly [number, number]): number | null {
  const bare = typed.replace(/[\s$,]/g, "");
  const value = /^\d+(\.\d*)?$/.test(bare) ? Number(bare) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Assumed cost of an upgrade for a home of this size, in whole dollars. */
export const estimateUpgradeCost = ({ cost }: EnergyUpgrade, squareFeet: number) =>
  Math.round("fixed" in cost ? cost.fixed : cost.perSquareFoot * squareFeet);

/** Square feet to calculate with: the typed size, or that of a typical home. */
export const getSizeOrDefault = (size: string, data: EnergyCalculatorData) =>
  parseNumber(size, ENERGY_LIMITS.size) ?? data.assumedSize;

/** The choices of the example, for a home of the assumed size. */
const getExample = ({ example, assumedSize }: EnergyCalculatorData): EnergyQuery => ({
  bill: String(example.bill),
  size: String(assumedSize),
  upgrades: example.upgrades,
  costs: {},
  submitted: false,
});

/** Whether the choices are still those that the calculator begins with. */
export function isExample(query: EnergyQuery, data: EnergyCalculatorData): boolean {
  const { bill, size, upgrades } = getExample(data);
  return (
    query.bill === bill &&
    query.size === size &&
    query.upgrades.join() === upgrades.join() &&
    Object.keys(query.costs).length === 0
  );
}

/**
 * Parses the URL or the form; an unknown upgrade is dropped, and a URL without choices has those of
 * the example. `shown` is the size that the form's costs were assumed for: a cost that still equals
 * the assumption changes with the size, a cost that the visitor typed stays.
 */
export function parseEnergyQuery(params: URLSearchParams, data: EnergyCalculatorData): EnergyQuery {
  if (!params.has("bill") && !params.has("upgrade")) return getExample(data);
  const shown = getSizeOrDefault(params.get("shown") ?? "", data);
  const wanted = new Set(params.getAll("upgrade"));
  const costs: Record<string, string> = {};
  for (const upgrade of data.upgrades) {
    const typed = params.get(formatCostField(upgrade.id));
    if (typed !== null && typed.trim() !== String(estimateUpgradeCost(upgrade, shown)))
      costs[upgrade.id] = typed;
  }
  return {
    bill: params.get("bill") ?? "",
    size: params.get("sqft") ?? "",
    upgrades: data.upgrades.map(({ id }) => id).filter((id) => wanted.has(id)),
    costs,
    submitted: params.has("bill"),
  };
}

export type EnergyErrors = {
  bill?: string;
  size?: string;
  upgrades?: string;
  costs: Record<string, string>;
};

/** Messages for the fields; only the costs of chosen upgrades are checked. */
export function validateEnergyQuery(query: EnergyQuery): EnergyErrors {
  const errors: EnergyErrors = { costs: {} };
  if (parseNumber(query.bill, ENERGY_LIMITS.bill) === null)
    errors.bill = "Enter your monthly bill in dollars, from 1 to 10,000.";
  if (parseNumber(query.size, ENERGY_LIMITS.size) === null)
    errors.size = "Enter the size of your home in square feet, from 200 to 20,000.";
  if (query.upgrades.length === 0) errors.upgrades = "Choose at least one upgrade.";
  for (const id of query.upgrades) {
    const typed = query.costs[id];
    if (typed !== undefined && parseNumber(typed, ENERGY_LIMITS.cost) === null)
      errors.costs[id] = "Enter a cost in dollars, from 0 to 200,000.";
  }
  return errors;
}

export const hasEnergyErrors = ({ costs, ...fields }: EnergyErrors) =>
  Object.keys(fields).length > 0 || Object.keys(costs).length > 0;

/** Savings in dollars a year, cost in dollars, payback in years. */
export type Saving = {
  low: number;
  high: number;
  cost: number;
  payback: { fast: number; slow: number };
};

const buildSaving = (low: number, high: number, cost: number): Saving => ({
  low,
  high,
  cost,
  payback: { fast: calculatePaybackYears(cost, high), slow: calculatePaybackYears(cost, low) },
});
const calculatePaybackYears = (cost: number, saving: number) =>
  cost === 0 ? 0 : saving > 0 ? cost / saving : Number.POSITIVE_INFINITY;

/** Averages are not known to the dollar; a saving of a few dollars is still shown as what it is. */
const ROUND_STEP = 5;
const SMALL_SAVING = 10;

type Shares = EnergyCalculatorData["shares"];
type Bound = "low" | "high";

/**
 * Dollars a year that upgrades save together. Upgrades of the same use each save from what the
 * others leave, so that the sum never exceeds what that use costs.
 */
export function combineSavings(
  yearlyBill: number,
  shares: Shares,
  upgrades: readonly Pick<EnergyUpgrade, "savings">[],
  bound: Bound,
): number {
  return shares.reduce((sum, { use, share }) => {
    const left = upgrades
      .flatMap(({ savings }) => savings)
      .reduce((rest, saving) => (saving.use === use ? rest * (1 - saving[bound]) : rest), 1);
    return sum + yearlyBill * share * (1 - left);
  }, 0);
}

/** All savings are rounded, and the lines minus the overlap are exactly the total. */
export type SavingsEstimate = {
  yearlyBill: number;
  /** Dollars a year for each square foot. */
  perSquareFoot: number;
  lines: (Saving & { upgrade: EnergyUpgrade })[];
  /** What more than one upgrade of the same use would save, in dollars a year. */
  overlap: { low: number; high: number };
  total: Saving;
};

/**
 * Savings of each chosen upgrade on its own and of all together, or null while something is missing
 * or wrong.
 */
export function estimateSavings(
  query: EnergyQuery,
  data: EnergyCalculatorData,
): SavingsEstimate | null {
  const bill = parseNumber(query.bill, ENERGY_LIMITS.bill);
  const size = parseNumber(query.size, ENERGY_LIMITS.size);
  if (bill === null || size === null || hasEnergyErrors(validateEnergyQuery(query))) return null;
  const yearlyBill = bill * 12;
  const chosen = data.upgrades.filter(({ id }) => query.upgrades.includes(id));
  const combine = (upgrades: EnergyUpgrade[], bound: Bound) =>
    combineSavings(yearlyBill, data.shares, upgrades, bound);
  const smallest = Math.min(...chosen.map((upgrade) => combine([upgrade], "low")));
  const step = smallest < SMALL_SAVING ? 1 : ROUND_STEP;
  const round = (saving: number) => Math.round(saving / step) * step;
  const lines = chosen.map((upgrade) => {
    const typed = query.costs[upgrade.id];
    const typedCost = typed === undefined ? null : parseNumber(typed, ENERGY_LIMITS.cost);
    const cost = typedCost ?? estimateUpgradeCost(upgrade, size);
    const [low, high] = [round(combine([upgrade], "low")), round(combine([upgrade], "high"))];
    return { upgrade, ...buildSaving(low, high, cost) };
  });
  const uses = chosen.flatMap(({ savings }) => savings.map(({ use }) => use));
  const hasOverlap = new Set(uses).size < uses.length;
  const sumLines = (bound: Bound) => lines.reduce((sum, line) => sum + line[bound], 0);
  const sum = { low: sumLines("low"), high: sumLines("high") };
  // Rounding the sum of several uses again could differ from the sum of the rounded lines.
  const overlapOf = (bound: Bound) =>
    hasOverlap ? Math.max(0, sum[bound] - round(combine(chosen, bound))) : 0;
  const low = overlapOf("low");
  // Rounding could make the high estimate's overlap the smaller one, which nobody would understand.
  const overlap = { low, high: Math.max(low, overlapOf("high")) };
  const total = buildSaving(
    sum.low - overlap.low,
    sum.high - overlap.high,
    lines.reduce((cost, line) => cost + line.cost, 0),
  );
  return { yearlyBill, perSquareFoot: yearlyBill / size, lines, overlap, total };
}

const formatYears = (value: number) =>
  value < 10 ? String(Number(value.toFixed(1))) : Math.round(value).toLocaleString("en-US");

/** "Pays for itself in 3.2 to 5 years", "Free" where the cost is zero. */
export function formatPayback({ fast, slow }: Saving["payback"]): string {
  if (slow === 0) return "Free";
  if (!Number.isFinite(fast)) return "Never pays for itself";
  return `Pays for itself in ${formatYearRange(fast, slow)}`;
}

function formatYearRange(fast: number, slow: number): string {
  if (!Number.isFinite(slow)) return `${formatYears(fast)} years or more`;
  if (slow < 1) return "under 1 year";
  const [from, to] = [fast < 1 ? "under 1" : formatYears(fast), formatYears(slow)];
  return from === to ? `about ${to} ${to === "1" ? "year" : "years"}` : `${from} to ${to} years`;
}

/** "About $90", "$50 to $100". */
export const formatSaving = ({ low, high }: Pick<Saving, "low" | "high">) =>
  low === high ? `About ${formatDollars(high)}` : `${formatDollars(low)} to ${formatDollars(high)}`;
