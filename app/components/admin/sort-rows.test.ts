import { expect, test } from "vitest";
import { buildSortQuery, readSort, sortRows } from "./sort-rows.ts";

type Tool = { name: string; price: number | null };
const NAME = { header: "Tool name", sortValue: ({ name }: Tool) => name };
const PRICE = { header: "Price", sortValue: ({ price }: Tool) => price };
const COLUMNS = [NAME, PRICE, { header: "Place" }];
const TOOLS: Tool[] = [
  { name: "wrench", price: 9 },
  { name: "built in", price: null },
  { name: "Auger", price: 120 },
];
const namesBy = (search: string) =>
  sortRows(TOOLS, readSort(search, COLUMNS)).map(({ name }) => name);

test("rows are in the order that the URL names; those without a value stay first", () => {
  expect(namesBy("?q=x&sort=tool-name")).toEqual(["Auger", "built in", "wrench"]);
  expect(namesBy("?sort=price")).toEqual(["built in", "wrench", "Auger"]);
  expect(namesBy("?sort=-price")).toEqual(["built in", "Auger", "wrench"]);
});

test("a column that is unknown or has no order leaves the rows as they are", () => {
  for (const search of ["", "?sort=", "?sort=-", "?sort=place", "?sort=weight"])
    expect(namesBy(search)).toEqual(["wrench", "built in", "Auger"]);
});

test("a header leads to one order, to the other and back, and keeps the filters", () => {
  const next = (search: string, column: typeof NAME | typeof PRICE, first: string | number) =>
    buildSortQuery(search, { sort: readSort(search, COLUMNS), column, first });
  expect(next("?q=x", PRICE, 9)).toBe("?q=x&sort=-price");
  expect(next("?q=x&sort=-price", PRICE, 9)).toBe("?q=x&sort=price");
  expect(next("?q=x&sort=price", PRICE, 9)).toBe("?q=x");
  expect(next("?sort=price", NAME, "wrench")).toBe("?sort=tool-name");
  expect(next("?sort=-tool-name", NAME, "wrench")).toBe("");
});
