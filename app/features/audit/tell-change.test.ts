import { expect, test } from "vitest";
import { tellChange } from "./tell-change.ts";

test("a change is told by what was and what is, a list by what came and what went", () => {
  expect(tellChange({ from: "new", to: "contacted" })).toBe("new to contacted");
  expect(tellChange({ from: null, to: 5 })).toBe("null to 5");
  expect(tellChange(["a", 1])).toBe('["a",1]');
  expect(tellChange({ added: ["30305", "30306"], removed: ["30302"] })).toBe("added 30305, 30306; removed 30302");
  expect(tellChange({ added: [], removed: ["30302"] })).toBe("removed 30302");
  expect(tellChange({ added: [], removed: [] })).toBe("another order");
});

test("a keyed hash and a long list are shortened", () => {
  expect(tellChange({ from: null, to: "0123456789abcdef".repeat(4) })).toBe("null to hash 0123456789…");
  expect(tellChange({ added: Array.from({ length: 22 }, (_, at) => `z${at}`), removed: [] })).toMatch(/^added z0, .*, z19 and 2 more$/);
});
