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

test("sorts rows as the URL says, with rows without a value first", () => {
  expect(namesBy("?q=x&sort=tool-name")).toEqual(["Auger", "built in", "wrench"]);
  expect(namesBy("?sort=price")).toEqual(["built in", "wrench", "Auger"]);
  expect(namesBy("?sort=-price")).toEqual(["built in", "Auger", "wrench"]);
});

test("leaves the rows unsorted for a column that is unknown or not sortable", () => {
  for (const search of ["", "?sort=", "?sort=-", "?sort=place", "?sort=weight"])
    expect(namesBy(search)).toEqual(["wrench", "built in", "Auger"]);
});

test("a header link sorts, then reverses, then stops sorting, and keeps the filters", () => {
  const next = (search: string, column: typeof NAME | typeof PRICE, first: string | number) =>
    buildSortQuery(search, { sort: readSort(search, COLUMNS), column, first });
  expect(next("?q=x", PRICE, 9)).toBe("?q=x&sort=-price");
  expect(next("?q=x&sort=-price", PRICE, 9)).toBe("?q=x&sort=price");
  expect(next("?q=x&sort=price", PRICE, 9)).toBe("?q=x");
  expect(next("?sort=price", NAME, "wrench")).toBe("?sort=tool-name");
  expect(next("?sort=-tool-name", NAME, "wrench")).toBe("");
});
