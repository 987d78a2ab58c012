import fc from "fast-check";
import { expect, test } from "vitest";
import { readYaml } from "#app/lib/content.server.ts";
import {
  combineSavings,
  type EnergyQuery,
  estimateSavings,
  estimateUpgradeCost,
  formatPayback,
  formatSaving,
  hasEnergyErrors,
  isExample,
  parseEnergyQuery,
  parseNumber,
  validateEnergyQuery,
} from "./estimate-savings.ts";
import { ENERGY_USES } from "./tool-constants.ts";
import { energyCalculatorSchema } from "./tool-schemas.ts";

const data = readYaml("tools/energy-savings-calculator.yaml", energyCalculatorSchema);
const read = (query: string) => parseEnergyQuery(new URLSearchParams(query), data);
const estimateFrom = (query: string) => {
  const result = estimateSavings(read(query), data);
  if (!result) throw new Error(`no result for ${query}`);
  return result;
};

test("calculates the smart thermostat at $200 a month: 8% of heating and cooling", () => {
  const { yearlyBill, lines, total, perSquareFoot } = estimateFrom(
    "bill=200&sqft=2000&upgrade=smart-thermostat",
  );
  expect(yearlyBill).toBe(2400);
  expect(perSquareFoot).toBeCloseTo(1.2);
  expect(lines).toHaveLength(1);
  // 2400 * (0.29 + 0.17) * 0.08 = 88.32, to the nearest 5.
  expect(lines[0]).toMatchObject({ low: 90, high: 90, cost: 200 });
  expect(total.payback.fast).toBeCloseTo(200 / 90);
});

test("two upgrades of the same use save less together than separately", () => {
  const { lines, total, overlap } = estimateFrom(
    "bill=200&sqft=2000&upgrade=smart-thermostat&upgrade=seal-insulate",
  );
  // 2400 * 0.46 * (1 - 0.85 * 0.92) = 240.67
  expect(total).toMatchObject({ low: 240, high: 240, cost: 3200 });
  expect(lines.map(({ low }) => low)).toEqual([165, 90]);
  expect(overlap).toEqual({ low: 15, high: 15 });
});

const saving = fc.record({
  use: fc.constantFrom(...ENERGY_USES),
  low: fc.double({ min: 0, max: 1, noNaN: true }),
  high: fc.double({ min: 0, max: 1, noNaN: true }),
});
const upgrade = fc.record({ savings: fc.array(saving, { minLength: 1, maxLength: 4 }) });

test("upgrades together save at most the shares of the bill, at least as much as the best one, and at most their sum", () => {
  const shareSum = data.shares.reduce((sum, { share }) => sum + share, 0);
  fc.assert(
    fc.property(
      fc.array(upgrade, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 120_000 }),
      fc.constantFrom("low" as const, "high" as const),
      (upgrades, bill, bound) => {
        const together = combineSavings(bill, data.shares, upgrades, bound);
        const apart = upgrades.map((one) => combineSavings(bill, data.shares, [one], bound));
        const tolerance = bill * 1e-9;
        expect(together).toBeLessThanOrEqual(bill * shareSum + tolerance);
        expect(together).toBeGreaterThanOrEqual(Math.max(...apart) - tolerance);
        expect(together).toBeLessThanOrEqual(apart.reduce((sum, one) => sum + one, 0) + tolerance);
      },
    ),
  );
});

test("for all real upgrades the figures add up, the low estimate is not above the high one, and the bill stays positive", () => {
  fc.assert(
    fc.property(
      fc.subarray(
        data.upgrades.map(({ id }) => id),
        { minLength: 1 },
      ),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 200, max: 20_000 }),
      (ids, bill, sqft) => {
        const { total, yearlyBill, lines, overlap } = estimateFrom(
          `bill=${bill}&sqft=${sqft}&${ids.map((id) => `upgrade=${id}`).join("&")}`,
        );
        expect(lines.map((line) => line.upgrade.id)).toEqual(
          data.upgrades.map(({ id }) => id).filter((id) => ids.includes(id)),
        );
        for (const bound of ["low", "high"] as const) {
          const sum = lines.reduce((dollars, line) => dollars + line[bound], 0);
          expect(sum - overlap[bound]).toBe(total[bound]);
          expect(overlap[bound]).toBeGreaterThanOrEqual(0);
        }
        expect(overlap.low).toBeLessThanOrEqual(overlap.high);
        expect(total.low).toBeLessThanOrEqual(total.high);
        expect(total.high).toBeLessThan(yearlyBill);
        expect(total.payback.fast).toBeLessThanOrEqual(total.payback.slow);
      },
    ),
  );
});

test("the example shows $80, and $20 to $30, and their sum", () => {
  const { lines, overlap, total } = estimateFrom("");
  expect(lines.map(formatSaving)).toEqual(["About $80", "$20 to $30"]);
  expect(overlap).toEqual({ low: 0, high: 0 });
  expect(formatSaving(total)).toBe("$100 to $110");
  expect(total.payback).toEqual({ fast: 200 / 110, slow: 2 });
});

test("a saving of a few dollars is not rounded away", () => {
  expect(
    estimateFrom("bill=20&sqft=2000&upgrade=water-heater-120").lines.map(formatSaving),
  ).toEqual(["$2 to $3"]);
});

test("assumed costs change with the size of the home, typed ones stay", () => {
  const query = read(
    "bill=200&sqft=3000&shown=2000&upgrade=seal-insulate&upgrade=led-bulbs&cost-seal-insulate=3000&cost-led-bulbs=55",
  );
  expect(query.costs).toEqual({ "led-bulbs": "55" });
  expect(estimateSavings(query, data)?.lines.map(({ cost }) => cost)).toEqual([4500, 55]);
});

test("HVAC costs are in the specification's range", () => {
  for (const id of ["new-air-conditioner", "new-furnace"]) {
    const found = data.upgrades.find((entry) => entry.id === id);
    if (!found) throw new Error(`no upgrade ${id}`);
    expect(estimateUpgradeCost(found, 2000)).toBeGreaterThanOrEqual(3000);
    expect(estimateUpgradeCost(found, 2000)).toBeLessThanOrEqual(8000);
    expect(found.costNote).toContain("$3,000 to $8,000");
  }
});

test("drops unknown upgrades and costs, and keeps typed values", () => {
  const query = read(
    "bill=a%20lot&sqft=&upgrade=moon-roof&upgrade=led-bulbs&cost-moon-roof=9&cost-led-bulbs=cheap",
  );
  expect(query).toEqual<EnergyQuery>({
    bill: "a lot",
    size: "",
    upgrades: ["led-bulbs"],
    costs: { "led-bulbs": "cheap" },
    submitted: true,
  });
  const errors = validateEnergyQuery(query);
  expect(Object.keys(errors).sort()).toEqual(["bill", "costs", "size"]);
  expect(Object.keys(errors.costs)).toEqual(["led-bulbs"]);
  expect(estimateSavings(query, data)).toBeNull();
});

test("ignores an invalid cost of an upgrade that is not chosen", () => {
  expect(
    hasEnergyErrors(
      validateEnergyQuery(read("bill=200&sqft=2000&upgrade=led-bulbs&cost-new-furnace=x")),
    ),
  ).toBe(false);
});

test("shows a message and no result without an upgrade", () => {
  expect(validateEnergyQuery(read("bill=200&sqft=2000")).upgrades).toMatch(/\.$/);
  expect(estimateSavings(read("bill=200&sqft=2000"), data)).toBeNull();
});

test("begins with an example and its result, until the visitor changes something", () => {
  const example = read("");
  expect(example).toMatchObject({ bill: "180", size: "2000", submitted: false });
  expect(estimateSavings(example, data)?.lines).toHaveLength(2);
  expect(isExample(example, data)).toBe(true);
  const same = "bill=180&sqft=2000&upgrade=smart-thermostat&upgrade=water-heater-120&shown=2000";
  expect(isExample(read(same), data)).toBe(true);
  for (const other of [
    same.replace("180", "190"),
    same.replace("sqft=2000", "sqft=1500"),
    same.replace("smart-thermostat", "led-bulbs"),
    `${same}&cost-smart-thermostat=150`,
  ])
    expect(isExample(read(other), data), other).toBe(false);
});

test("what the form sends without an upgrade or a bill is not replaced by the example", () => {
  expect(read("bill=&sqft=2000&shown=2000")).toMatchObject({ bill: "", upgrades: [] });
  expect(read("upgrade=led-bulbs")).toMatchObject({ bill: "", upgrades: ["led-bulbs"] });
});

test.each([
  ["180", 180],
  [" $1,200.50 ", 1200.5],
  ["0", null],
  ["-5", null],
  ["1e3", null],
  ["Infinity", null],
  ["20000", null],
  ["", null],
])("reads %j as %j", (typed, value) => {
  expect(parseNumber(typed, [1, 10_000])).toBe(value);
});

test.each([
  [{ fast: 0, slow: 0 }, "Free"],
  [{ fast: 0.2, slow: 0.6 }, "Pays for itself in under 1 year"],
  [{ fast: 0.5, slow: 2 }, "Pays for itself in under 1 to 2 years"],
  [{ fast: 1, slow: 1 }, "Pays for itself in about 1 year"],
  [{ fast: 2.26, slow: 2.26 }, "Pays for itself in about 2.3 years"],
  [{ fast: 8.33, slow: 16.7 }, "Pays for itself in 8.3 to 17 years"],
  [{ fast: 4, slow: Number.POSITIVE_INFINITY }, "Pays for itself in 4 years or more"],
  [{ fast: Number.POSITIVE_INFINITY, slow: Number.POSITIVE_INFINITY }, "Never pays for itself"],
])("formats %j as %s", (payback, text) => {
  expect(formatPayback(payback)).toBe(text);
});
