import { expect, test } from "vitest";
import { readYaml } from "#app/lib/content.server.ts";
import {
  estimateCost,
  formatDollars,
  formatProjectSlug,
  parseEstimateQuery,
  scaleRange,
  validateEstimateQuery,
} from "./estimate-cost.ts";
import { costEstimatorSchema } from "./tool-schemas.ts";

const data = readYaml("tools/project-cost-estimator.yaml", costEstimatorSchema);
const read = (query: string) => parseEstimateQuery(new URLSearchParams(query), data);

test("the ten base ranges are those of the specification", () => {
  expect(
    data.projects.map(({ name, baseMin, baseMax }) => `${name} ${baseMin}-${baseMax}`),
  ).toEqual([
    "Kitchen Remodeling 15000-50000",
    "Bathroom Remodeling 8000-25000",
    "Roof Replacement 8000-20000",
    "HVAC System 3000-8000",
    "Flooring Installation 2000-8000",
    "Painting (Interior) 1500-5000",
    "Painting (Exterior) 3000-8000",
    "Plumbing Repair 200-2000",
    "Electrical Work 300-3000",
    "Deck Installation 5000-15000",
  ]);
  expect(data.sizes.map(({ value, multiplier }) => [value, multiplier])).toEqual([
    ["small", 0.7],
    ["medium", 1],
    ["large", 1.5],
    ["extra-large", 2],
  ]);
});

test("every project has a unique slug, and a note for its category", () => {
  const slugs = data.projects.map(({ name }) => formatProjectSlug(name));
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const { category } of data.projects) expect(data.notes[category]).toBeTruthy();
});

test.each([
  ["kitchen-remodeling", "small", 10_500, 35_000],
  ["roof-replacement", "medium", 8000, 20_000],
  ["painting-interior", "large", 2250, 7500],
  ["plumbing-repair", "small", 140, 1400],
  ["deck-installation", "extra-large", 10_000, 30_000],
])("estimates %s, %s", (project, size, min, max) => {
  expect(estimateCost(read(`project=${project}&size=${size}`), data)).toMatchObject({ min, max });
});

test("rounds both ends to whole dollars", () => {
  expect(scaleRange({ baseMin: 333, baseMax: 1001 }, 0.7)).toEqual({ min: 233, max: 701 });
});

test("keeps five digits of the ZIP code, which changes nothing", () => {
  const without = estimateCost(read("project=hvac-system&size=large"), data);
  expect(read("project=hvac-system&size=large&zip=3a0%203-0123").zip).toBe("30301");
  expect(estimateCost(read("project=hvac-system&size=large&zip=30301"), data)).toEqual(without);
});

test.each(["", "zip=30301"])(
  "shows neither a result nor an error without a choice (%j)",
  (query) => {
    expect(read(query).submitted).toBe(false);
    expect(estimateCost(read(query), data)).toBeNull();
  },
);

test.each([
  ["project=castle&size=large", ["project"]],
  ["project=roof-replacement&size=toString", ["size"]],
  ["project=&size=", ["project", "size"]],
  ["project=roof-replacement&size=large", []],
])("reports for %s: %j", (query, missing) => {
  expect(Object.keys(validateEstimateQuery(read(query)))).toEqual(missing);
  expect(estimateCost(read(query), data) === null).toBe(missing.length > 0);
});

test("formats dollars with thousands separators", () => {
  expect(formatDollars(10_500)).toBe("$10,500");
  expect(formatDollars(140)).toBe("$140");
});
