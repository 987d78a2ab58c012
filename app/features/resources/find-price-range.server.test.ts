import { expect, test } from "vitest";
import { findProjectSizes } from "./find-price-range.server.ts";

test("a service with one project has the range of each size, and a link to the estimator", () => {
  expect(findProjectSizes("kitchen-remodeling")).toEqual({
    path: "/resources/tools-calculators/project-cost-estimator?project=kitchen-remodeling&size=medium",
    prices: [
      { label: "Small", range: "$10,500-$35,000" },
      { label: "Medium", range: "$15,000-$50,000" },
      { label: "Large", range: "$22,500-$75,000" },
      { label: "Extra large", range: "$30,000-$100,000" },
    ],
  });
});

test("a service with several projects links to the first, without ranges", () => {
  const sizes = findProjectSizes("painting");
  expect(sizes?.path).toContain("project=painting-interior");
  expect(sizes?.prices).toEqual([]);
});

test("other services have no sizes", () => {
  expect(findProjectSizes("fencing")).toBeNull();
});
