import { expect, test } from "vitest";
import { describeCoverage } from "./describe-coverage.ts";

const roofing = {
  zip: "90210",
  city: "Beverly Hills",
  trade: "roofer",
  providers: { listed: 0, inCategory: 0 },
  persona: "Henry",
};

test.each([
  [
    roofing,
    "No verified roofer is listed in Beverly Hills yet. We take your request, and Henry looks for one.",
  ],
  [
    { ...roofing, providers: { listed: 1, inCategory: 0 } },
    "One verified roofer covers Beverly Hills.",
  ],
  [
    { ...roofing, providers: { listed: 3, inCategory: 2 } },
    "3 verified roofers cover Beverly Hills.",
  ],
  [
    { ...roofing, trade: "handyman", providers: { listed: 2, inCategory: 0 } },
    "2 verified handymen cover Beverly Hills.",
  ],
  [
    { ...roofing, providers: { listed: 0, inCategory: 1 } },
    "One verified professional covers Beverly Hills.",
  ],
  [
    { ...roofing, zip: "00000", city: null },
    "We can't find ZIP code 00000. Please check the five digits, or call us and tell us where you are.",
  ],
])("describes the coverage %o", (coverage, sentence) =>
  expect(describeCoverage(coverage)).toBe(sentence),
);
