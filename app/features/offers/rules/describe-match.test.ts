import { expect, test } from "vitest";
import { type MatchedProvider, matchProvider } from "../match-provider.ts";
import { describeMatch } from "./describe-match.ts";

const now = new Date("2026-01-05T10:00:00Z");
const provider: MatchedProvider = {
  verificationStatus: "verified",
  verifiedUntil: null,
  serviceCategories: ["AC Repair", "Water Heaters"],
  serviceAreaZips: ["30303"],
  minJobValue: 100,
  maxJobValue: 2_000,
  credits: 1_040.5,
  subscription: "active",
};
const request = {
  zip: "30303",
  serviceNames: ["Water Heaters", "water-heaters"],
  value: { min: 175, max: 500 },
};
type Wanted = Omit<typeof request, "value"> & { value: { min: number; max: number } | null };
const describe = (changes: Partial<MatchedProvider> = {}, wanted: Partial<Wanted> = {}) => {
  const matched = { provider: { ...provider, ...changes }, request: { ...request, ...wanted } };
  const reasons = matchProvider(matched.provider, matched.request, { cost: 25, now });
  return describeMatch(reasons, { ...matched, cost: 25 });
};
const listTexts = (...options: Parameters<typeof describe>) =>
  describe(...options).map(({ text }) => text);

test("a provider reads each check of a full match in their own words", () =>
  expect(describe()).toEqual([
    { check: "verified", ok: true, text: "Your verification is current" },
    { check: "category", ok: true, text: "You do water heaters" },
    { check: "zip", ok: true, text: "30303 is in your area" },
    {
      check: "job-value",
      ok: true,
      text: "Jobs like this usually cost $175 to $500; you take jobs from $100 to $2,000",
    },
    {
      check: "credits",
      ok: true,
      text: "You had 1,040.5 credits, and accepting costs 25 credits",
    },
    { check: "subscription", ok: true, text: "Your subscription is active" },
  ]));

test("a check that staff set aside is told as one", () => {
  const reasons = describe({ serviceCategories: ["Roofing"], minJobValue: 900 });
  expect(reasons.filter(({ ok }) => !ok)).toEqual([
    {
      check: "category",
      ok: false,
      text: "You do not list this service. Our staff asked you all the same",
    },
    {
      check: "job-value",
      ok: false,
      text: "Jobs like this usually cost $175 to $500; you take jobs from $900 to $2,000. Our staff asked you all the same",
    },
  ]);
});

test.each<[string, Partial<MatchedProvider>, Partial<Wanted>]>([
  ["You do AC repair", {}, { serviceNames: ["ac repair"] }],
  ["Jobs like this usually cost $175 to $500; you take jobs from $100", { maxJobValue: null }, {}],
  [
    "Jobs like this usually cost $175 to $500; you take jobs up to $2,000",
    { minJobValue: null },
    {},
  ],
  [
    "Jobs like this usually cost $175 to $500; you take jobs of any value",
    { minJobValue: null, maxJobValue: null },
    {},
  ],
  [
    "We have no usual price for a job like this, so your range of job values was not applied",
    {},
    { value: null },
  ],
  ["You take jobs of any value", { minJobValue: null, maxJobValue: null }, { value: null }],
  ["Your subscription is in its trial", { subscription: "trialing" }, {}],
  ["Your subscription is not active", { subscription: "past_due" }, {}],
  ["The job is not in your area", { serviceAreaZips: [] }, {}],
])("tells: %s", (text, changes, wanted) => expect(listTexts(changes, wanted)).toContain(text));

test("what a provider set for when they take offers is told where it was checked", () => {
  const availability = {
    ...{ pausedUntil: null, maxOffersPerDay: 1, offeredAt: [now], timeZone: "America/New_York" },
    offerHours: Array.from({ length: 7 }, () => null),
  };
  expect(describe({ availability }).slice(-2)).toEqual([
    {
      check: "hours",
      ok: false,
      text: "It was outside the hours in which you take offers. Our staff asked you all the same",
    },
    {
      check: "daily-limit",
      ok: false,
      text: "You had reached your daily limit. Our staff asked you all the same",
    },
  ]);
});
