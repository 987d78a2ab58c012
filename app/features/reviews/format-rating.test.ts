import { expect, test } from "vitest";
import { formatRating, formatRatingForCustomers, toRating } from "./format-rating.ts";

test.each([
  [{ sum: 0, count: 0 }, null],
  [{ sum: 5, count: 1 }, "5.0 of 5 from 1 review"],
  [{ sum: 58, count: 12 }, "4.8 of 5 from 12 reviews"],
  // 4.96: only if every review has five stars, it is 5.0.
  [{ sum: 124, count: 25 }, "4.9 of 5 from 25 reviews"],
  [{ sum: 46, count: 10 }, "4.6 of 5 from 10 reviews"],
])("%j is shown to staff as %j", (stars, text) => expect(formatRating(toRating(stars))).toBe(text));

test("customers see an average from five reviews on", () => {
  expect(formatRatingForCustomers(toRating({ sum: 20, count: 4 }))).toBeNull();
  expect(formatRatingForCustomers(toRating({ sum: 25, count: 5 }))).toBe("5.0 of 5 from 5 reviews");
});
