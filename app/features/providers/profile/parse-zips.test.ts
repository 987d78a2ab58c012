import { expect, test } from "vitest";
import { parseZips, summarizeWords } from "./parse-zips.ts";

test("any separators part ZIP codes; repetitions are dropped and counted", () => {
  expect(parseZips("30301, 30302;30303|30304\n30305\t30306/30301 - 30302\u00a030307")).toEqual({
    zips: ["30301", "30302", "30303", "30304", "30305", "30306", "30307"],
    unreadable: [],
    duplicates: 2,
  });
  expect(parseZips(" ,;- ")).toEqual({ zips: [], unreadable: [], duplicates: 0 });
});

test("of ZIP+4 the five digits count; what is no ZIP code is named once", () => {
  expect(parseZips("30301-1234 3030 303011 Atlanta 3030 30301-30305 ٣٠٣٠١")).toEqual({
    zips: ["30301"],
    unreadable: ["3030", "303011", "Atlanta", "30301-30305", "٣٠٣٠١"],
    duplicates: 0,
  });
});

test("of many words the first five are named", () => {
  expect(summarizeWords(["a", "b"])).toBe("a, b");
  expect(summarizeWords(["1", "2", "3", "4", "5", "6", "7"])).toBe("1, 2, 3, 4, 5 and 2 more");
  expect(summarizeWords(["x".repeat(50)])).toBe(`${"x".repeat(20)}...`);
});
