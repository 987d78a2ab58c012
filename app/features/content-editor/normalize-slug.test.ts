import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeSlug, sanitizeSlugInput } from "./normalize-slug.ts";

test.each([
  ["AC Not Cooling?", "ac-not-cooling"],
  ["  Water   heater \t problem ", "water-heater-problem"],
  ["Car won't start!", "car-wont-start"],
  ["a -- b --- c", "a-b-c"],
  ["Ölwechsel & Café", "lwechsel-caf"],
  ["-edge-", "edge"],
  ["100% _under_score", "100-underscore"],
  ["!!!", ""],
])("%j is saved as %j", (typed, saved) => expect(normalizeSlug(typed)).toBe(saved));

test("a hyphen or a space at the end is kept while typing", () => {
  expect(sanitizeSlugInput("water ")).toBe("water-");
  expect(sanitizeSlugInput("Water-")).toBe("water-");
});

test("a slug contains letters, digits and single hyphens only, and normalizing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const slug = normalizeSlug(text);
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      expect(normalizeSlug(slug)).toBe(slug);
    }),
  );
});
