import { expect, test } from "vitest";
import { buildListQuery, withoutTab, withTab } from "./list-query.ts";
import { readFilters } from "./read-filters.ts";

test("the query string names active filters only", () => {
  expect(buildListQuery({ q: "", status: "all" })).toBe("");
  expect(buildListQuery({ q: "a&b", status: "verified" })).toBe("?q=a%26b&status=verified");
  expect(readFilters(new URLSearchParams("q=%20peach%20&status=verified&tab=settings"))).toEqual({
    q: "peach",
    status: "verified",
  });
  expect(readFilters(new URLSearchParams("status=odd&after=1.nonsense&q="))).toEqual({
    q: "",
    status: "all",
  });
});

test("adds a tab to the filters and removes it", () => {
  expect(withTab("?q=peach&tab=profile", "settings")).toBe("?q=peach&tab=settings");
  expect(withoutTab("?q=peach&tab=settings")).toBe("?q=peach");
  expect(withoutTab("?tab=settings")).toBe("");
});
