import { expect, test } from "vitest";
import { formatChange, formatKey } from "./format-change.ts";

test("a change shows old and new value; a list shows what was added and removed", () => {
  expect(formatChange({ from: "new", to: "contacted" })).toBe("new to contacted");
  expect(formatChange({ from: null, to: 5 })).toBe("nothing to 5");
  expect(formatChange(["a", 1])).toBe("a, 1");
  expect(formatChange({ added: ["30305", "30306"], removed: ["30302"] })).toBe(
    "added 30305, 30306; removed 30302",
  );
  expect(formatChange({ added: [], removed: ["30302"] })).toBe("removed 30302");
  expect(formatChange({ added: [], removed: [] })).toBe("reordered");
});

test("keyed hashes and long lists are shortened", () => {
  expect(formatChange({ from: null, to: "0123456789abcdef".repeat(4) })).toBe(
    "nothing to hash 0123456789…",
  );
  expect(
    formatChange({ added: Array.from({ length: 22 }, (_, at) => `z${at}`), removed: [] }),
  ).toMatch(/^added z0, .*, z19 and 2 more$/);
});

test("stored keys and values are shown in words", () => {
  expect(
    ["serviceCategories", "set-factor-rule", "service_area_zips", "crm-connection"].map(formatKey),
  ).toEqual(["Service categories", "Set factor rule", "Service area ZIPs", "CRM connection"]);
  expect(formatChange({ from: true, to: "" })).toBe("yes to nothing");
  expect(formatChange({ version: 2, hours: { minHours: null } })).toBe(
    "Version 2, Hours Min hours nothing",
  );
});
