import { expect, test } from "vitest";
import { readImageFilters } from "./form-schema.ts";
import { formatImageCursor } from "./schema.ts";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
const createdAt = "2026-11-21T10:00:00.000Z";

test("a cursor survives a round trip through the URL", () => {
  const query = new URLSearchParams({ q: "  water ", after: formatImageCursor({ id, createdAt }) });
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
])("the invalid cursor %j means the start of the list", (after) => {
  expect(readImageFilters(new URLSearchParams({ after }))).toEqual({ q: "", after: null });
});
