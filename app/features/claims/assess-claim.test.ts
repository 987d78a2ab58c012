import { describe, expect, test } from "vitest";
import { listClaims } from "#app/features/settings/claims.server.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import { assessClaim, type Figures } from "./assess-claim.ts";
import { MAJOR_CITIES } from "./constants.ts";

const none: Figures = {
  reviews: { sum: 0, count: 0 },
  responseMinutes: [],
  verifiedProviders: 0,
  activeProviders: [],
  cities: { covered: 0, all: 25 },
};
const assess = (id: string, figures: Partial<Figures>) => {
  const claim = listClaims().find((one) => one.id === id);
  if (!claim) throw new Error(`no claim ${id}`);
  return assessClaim(claim.evidence, { ...none, ...figures });
};

test("without any data every claim that can be measured has no evidence", () => {
  const states = Object.fromEntries(listClaims().map(({ id }) => [id, assess(id, {}).state]));
  expect(states).toEqual({
    "licensed-insured": "missing",
    "background-checked": "missing",
    vetted: "missing",
    "pre-vetted": "missing",
    "emergency-247": "your-word",
    "day-or-night": "your-word",
    "always-open": "your-word",
    "five-star": "missing",
    satisfaction: "your-word",
    "within-minutes": "missing",
    "all-major-cities": "missing",
    experience: "your-word",
    "referral-fee": "your-word",
    "service-charge": "your-word",
    "hidden-costs": "your-word",
  });
});

test("a claim that nothing can measure says so", () =>
  expect(assess("emergency-247", {})).toEqual({
    state: "your-word",
    figure: "No evidence can be measured: your word.",
    needed: "",
  }));

describe("5-star", () => {
  test.each([
    [{ sum: 20, count: 4 }, "missing", "4 reviews so far; an average counts from 5 on."],
    [{ sum: 95, count: 19 }, "unproven", "Average 5.00 of 5 from 19 reviews."],
    [{ sum: 95, count: 20 }, "proven", "Average 4.75 of 5 from 20 reviews."],
    // 4.7499…
    [{ sum: 1_899, count: 400 }, "unproven", "Average 4.74 of 5 from 400 reviews."],
  ])("%j is %s", (reviews, state, figure) =>
    expect(assess("five-star", { reviews })).toEqual({
      state,
      figure,
      needed: "Needed: an average of 4.75 or more from at least 20 reviews.",
    }),
  );
});

describe("within minutes", () => {
  const repeat = (minutes: number, count: number) => Array<number>(count).fill(minutes);
  test.each([
    [repeat(1, 19), "missing", "19 requests in 90 days."],
    [[...repeat(15, 11), ...repeat(600, 9)], "proven", "15 minutes, from 20 requests."],
    // The slower one of the two in the middle.
    [[...repeat(15, 10), ...repeat(15.2, 10)], "unproven", "16 minutes, from 20 requests."],
    [
      [...repeat(2, 10), ...repeat(Infinity, 10)],
      "unproven",
      "At least half of 20 requests have no contact on record.",
    ],
    [[...repeat(1, 11), ...repeat(Infinity, 10)], "proven", "1 minute, from 21 requests."],
  ])("%j is %s", (responseMinutes, state, figure) => {
    const assessment = assess("within-minutes", { responseMinutes });
    expect(assessment.state).toBe(state);
    expect(assessment.figure).toContain(figure);
  });
});

test("licensed and insured needs both for every active provider", () => {
  const both = { checks: ["insurance", "license"], count: 3 };
  expect(assess("licensed-insured", { activeProviders: [both] })).toMatchObject({
    state: "proven",
    figure: "Valid evidence of license and insurance: 3 of 3 active providers (100%).",
  });
  expect(
    assess("licensed-insured", {
      activeProviders: [both, { checks: ["license"], count: 1 }, { checks: [], count: 2 }],
    }),
  ).toMatchObject({
    state: "unproven",
    figure: "Valid evidence of license and insurance: 3 of 6 active providers (50%).",
  });
  expect(assess("background-checked", { activeProviders: [both] }).state).toBe("unproven");
});

test("all major cities needs a provider in each", () => {
  const cover = (covered: number) =>
    assess("all-major-cities", { verifiedProviders: 40, cities: { covered, all: 25 } });
  expect(cover(24)).toMatchObject({
    state: "unproven",
    figure: "Covered by 40 verified providers: 24 of the 25 largest US cities.",
  });
  expect(cover(25).state).toBe("proven");
});

test.each(Object.entries(MAJOR_CITIES))("%s has the ZIP code %s", (city, zip) =>
  expect(findPlace(zip)?.city).toBe(city),
);
