import { expect, test } from "vitest";
import { parseZips, summarizeWords } from "./parse-zips.ts";

test("accepts any separators; drops and counts duplicates", () => {
  expect(parseZips("30301, 30302;30303|30304\n30305\t30306/30301 - 30302\u00a030307")).toEqual({
    zips: ["30301", "30302", "30303", "30304", "30305", "30306", "30307"],
    unreadable: [],
    duplicates: 2,
  });
  expect(parseZips(" ,;- ")).toEqual({ zips: [], unreadable: [], duplicates: 0 });
});

test("shortens ZIP+4 to five digits; lists each word that is no ZIP code once", () => {
  expect(parseZips("30301-1234 3030 303011 Atlanta 3030 30301-30305 ٣٠٣٠١")).toEqual({
    zips: ["30301"],
    unreadable: ["3030", "303011", "Atlanta", "30301-30305", "٣٠٣٠١"],
    duplicates: 0,
  });
});

test("names the first five of many words", () => {
  expect(summarizeWords(["a", "b"])).toBe("a, b");
  expect(summarizeWords(["1", "2", "3", "4", "5", "6", "7"])).toBe("1, 2, 3, 4, 5 and 2 more");
  expect(summarizeWords(["x".repeat(50)])).toBe(`${"x".repeat(20)}...`);
});
