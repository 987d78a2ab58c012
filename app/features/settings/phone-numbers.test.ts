import { expect, test } from "vitest";
import { getMainSettings, getPageSettings } from "./page-settings.ts";
import { findNumberConflicts, findNumberLabel, phoneNumberSchema } from "./phone-numbers.ts";
import { siteSettingsSchema } from "./schema.ts";

const MAIN = "(800) 555-0199";
const number = (last: number, label: string, ...pages: string[]) => ({
  phone: `(800) 555-010${last}`,
  label,
  pages,
});
const NUMBERS = [
  number(1, "Home", "/home-services", "/articles"),
  number(2, "Plumbing", "/home-services/plumbing", "/articles/clogged-toilets"),
  number(3, "Front page", "/"),
];
const site = siteSettingsSchema.parse({ phone: MAIN, phoneNumbers: NUMBERS });

test.each([
  ["/", "(800) 555-0103"],
  ["/home-services", "(800) 555-0101"],
  ["/home-services/roofing", "(800) 555-0101"],
  ["/home-services/plumbing", "(800) 555-0102"],
  ["/home-services/plumbing/", "(800) 555-0102"],
  ["/home-services/plumbing-water", "(800) 555-0101"],
  ["/home-services-of-others", MAIN],
  ["/articles/clogged-toilets", "(800) 555-0102"],
  ["/auto", MAIN],
  ["/r/AbCd", MAIN],
  ["/functions/v1/quote-form", MAIN],
  ["", MAIN],
])("the longest beginning of %j decides, in whole segments", (path, phone) =>
  expect(getPageSettings(site, path).phone).toBe(phone),
);

test("settings of pages with the same number are one object, and know those with the main number", () => {
  const own = getPageSettings(site, "/articles/old-roof");
  expect(own).toBe(getPageSettings(site, "/home-services"));
  expect(getMainSettings(own)).toBe(site);
  expect(getMainSettings(site)).toBe(site);
  const plain = siteSettingsSchema.parse({});
  expect(getPageSettings(plain, "/home-services")).toBe(plain);
});

test.each([
  ["/backyard", false],
  ["/r", false],
  ["/privacy-policy", false],
  ["/offline", false],
  ["home-services", false],
  ["/home-services/", false],
  ["/home-services//plumbing", false],
  ["/home-services?x=1", false],
  ["/Home-Services", false],
  ["https://evil.example/articles", false],
  ["/", true],
  ["/quiz/ac-not-cooling", true],
  ["/resources/support-faqs/faq", true],
])("a page %j is accepted: %s", (page, isAccepted) =>
  expect(phoneNumberSchema.safeParse(number(1, "A", page)).success).toBe(isAccepted),
);

test("finds numbers, labels and pages that are used twice, and the main number", () => {
  const conflicts = findNumberConflicts(
    [
      number(1, "AC pages", "/quiz"),
      { ...number(1, "ac pages", "/auto", "/quiz"), phone: "+1 800 555 0101" },
      { phone: MAIN, label: "Main number", pages: ["/search", "/search"] },
    ],
    "800-555-0199",
  );
  expect(conflicts.map(({ index, field }) => [index, field])).toEqual([
    [1, "phone"],
    [1, "label"],
    [1, "pages"],
    [2, "phone"],
    [2, "label"],
    [2, "pages"],
  ]);
});

test("knows our numbers by their labels, however they are written", () => {
  expect(findNumberLabel(site, "+18005550102")).toBe("Plumbing");
  expect(findNumberLabel(site, "+18005550199")).toBe("Main number");
  expect(findNumberLabel(site, "+14045550123")).toBeNull();
});
