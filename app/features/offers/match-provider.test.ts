import { expect, test } from "vitest";
import { findService, resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { SERVICE_PROJECTS } from "#app/features/resources/constants.ts";
import { getCostEstimator } from "#app/features/resources/tools.server.ts";
import { findJobValue } from "./job-value.server.ts";
import { isMatch, type MatchedProvider, matchProvider } from "./match-provider.ts";
import { offerSettingsSchema } from "./schema.ts";

const now = new Date("2026-01-05T10:00:00Z");
const provider: MatchedProvider = {
  verificationStatus: "verified",
  verifiedUntil: null,
  serviceCategories: ["Plumbing"],
  serviceAreaZips: ["30301"],
  minJobValue: null,
  maxJobValue: null,
  credits: 25,
  subscription: "active",
};
const request = {
  zip: "30301",
  serviceNames: ["Plumbing", "plumbing-water"],
  value: { min: 200, max: 2_000 },
};
const listFailures = (
  changes: Partial<MatchedProvider>,
  wanted: Partial<typeof request> | { zip: null } | { value: null } = {},
) =>
  matchProvider({ ...provider, ...changes }, { ...request, ...wanted }, { cost: 25, now })
    .filter(({ ok }) => !ok)
    .map(({ text }) => text);

test("a provider that passes every check is a match", () => {
  expect(isMatch(matchProvider(provider, request, { cost: 25, now }))).toBe(true);
  expect(
    listFailures({
      serviceCategories: ["PLUMBING-WATER"],
      subscription: "trialing",
      verifiedUntil: new Date(now.getTime() + 1),
    }),
  ).toEqual([]);
});

test.each<[string, Partial<MatchedProvider>, string]>([
  ["not verified", { verificationStatus: "pending" }, "Verification is pending"],
  [
    "verified until yesterday",
    { verifiedUntil: new Date(now.getTime() - 1) },
    "Verification has expired",
  ],
  ["another trade", { serviceCategories: ["Roofing"] }, "Does not list this service"],
  ["another area", { serviceAreaZips: ["30302"] }, "Does not cover 30301"],
  ["too few credits", { credits: 24.99 }, "24.99 credits, the offer costs 25"],
  ["no subscription", { subscription: null }, "No subscription"],
  ["an unpaid subscription", { subscription: "past_due" }, "Subscription past due"],
  [
    "larger jobs wanted",
    { minJobValue: 2_001 },
    "Wants jobs worth $2,001 to any amount; a job like this usually costs $200 to $2,000",
  ],
  [
    "smaller jobs wanted",
    { maxJobValue: 199 },
    "Wants jobs worth $0 to $199; a job like this usually costs $200 to $2,000",
  ],
])("tells staff why a provider does not match: %s", (_, changes, text) =>
  expect(listFailures(changes)).toEqual([text]),
);

test("job values match at the edge of the range and where unknown; no provider covers a missing ZIP code", () => {
  expect(listFailures({ minJobValue: 2_000 })).toEqual([]);
  expect(listFailures({ maxJobValue: 200 })).toEqual([]);
  expect(listFailures({ minJobValue: 9_000 }, { value: null })).toEqual([]);
  expect(listFailures({}, { zip: null })).toEqual(["The request has no valid ZIP code"]);
});

test("finds a service by its name, slug, category or synonym, in any case", () => {
  const plumbing = {
    slug: "plumbing",
    names: expect.arrayContaining(["plumbing", "Plumbing", "Plumbing & Water", "plumbing-water"]),
  };
  for (const name of ["Plumbing", "plumbing", " PLUMBING "])
    expect(resolveServiceName(name)).toEqual(plumbing);
  expect(resolveServiceName("AC Repair").slug).toBe("air-conditioning");
  expect(resolveServiceName("Heating & Cooling")).toEqual({
    slug: null,
    names: expect.arrayContaining(["heating", "Air Conditioning", "heating-cooling"]),
  });
  expect(resolveServiceName("HVAC")).toEqual({
    slug: null,
    names: ["HVAC", "air-conditioning", "Air Conditioning", "heating", "Heating"],
  });
  expect(resolveServiceName("General Service")).toEqual({ slug: null, names: ["General Service"] });
  // A visitor may send any word as the service, and staff must still be able to open the request.
  for (const name of ["constructor", "__proto__"])
    expect(resolveServiceName(name)).toEqual({ slug: null, names: [name] });
});

test("job values come from the cost estimator, whose services and projects all exist", () => {
  const projects = getCostEstimator().projects.map(({ name }) => name);
  for (const [slug, names] of Object.entries(SERVICE_PROJECTS)) {
    expect(findService(slug), slug).not.toBeNull();
    expect(projects).toEqual(expect.arrayContaining([...names]));
  }
  expect(findJobValue("painting")).toEqual({ min: 1_500, max: 8_000 });
  expect(findJobValue("plumbing")).toEqual({ min: 200, max: 2_000 });
  expect(findJobValue("pest-control")).toBeNull();
  expect(findJobValue(null)).toBeNull();
});

test("an empty settings field is an error, not a zero", () => {
  expect(offerSettingsSchema.parse({ offerCost: "12.5", offerMinutes: "45" })).toMatchObject({
    offerCost: 12.5,
    offerMinutes: 45,
  });
  for (const values of [
    { offerCost: "" },
    { offerCost: "x" },
    { offerCost: "-1" },
    { offerCost: "1.234" },
    { offerMinutes: "" },
    { offerMinutes: "2.5" },
    { offerMinutes: "4" },
    { offerMinutes: "1441" },
    { customerAnswerHours: "" },
    { customerAnswerHours: "-1" },
  ])
    expect(offerSettingsSchema.safeParse(values).success, JSON.stringify(values)).toBe(false);
});
