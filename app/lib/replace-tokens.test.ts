import { expect, test } from "vitest";
import { replaceTokens } from "./replace-tokens.ts";

test.each([
  ["Call {phone}, {claim:five-star}.", "Call 555, 5-star rated."],
  ["{phone}{phone}", "555555"],
  ["{unknown} and {claim:unknown} stay", "{unknown} and {claim:unknown} stay"],
  ["{ phone } and {phone are no tokens", "{ phone } and {phone are no tokens"],
  ["{nested}", "{phone}"],
])("renders %j as %j", (text, filled) =>
  expect(
    replaceTokens(text, { phone: "555", "claim:five-star": "5-star rated", nested: "{phone}" }),
  ).toBe(filled),
);

test("treats property names that every object has as unknown tokens", () => {
  expect(replaceTokens("{constructor} {toString}", {})).toBe("{constructor} {toString}");
});
