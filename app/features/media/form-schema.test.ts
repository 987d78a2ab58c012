import { expect, test } from "vitest";
import { readImageFilters } from "./form-schema.ts";
import { placeOf } from "./schema.ts";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
const createdAt = "2026-11-21T10:00:00.000Z";

test("a place in the list is the same after its URL is parsed", () => {
  const query = new URLSearchParams({ q: "  water ", after: placeOf({ id, createdAt }) });
  expect(readImageFilters(new URLSearchParams(query.toString()))).toEqual({
    q: "water",
    after: { createdAt, id },
  });
});

test.each([
  "",
  "x",
  `${createdAt}~`,
  `~${id}`,
  `yesterday~${id}`,
  `${createdAt}~${id}~1`,
  `${createdAt}~' or 1=1`,
])("the place %j is the beginning", (after) => {
  expect(readImageFilters(new URLSearchParams({ after }))).toEqual({ q: "", after: null });
});
