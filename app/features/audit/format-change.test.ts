import { expect, test } from "vitest";
import { keyToWords, tellChange } from "./format-change.ts";

test("a change is told by what was and what is, a list by what came and what went", () => {
  expect(tellChange({ from: "new", to: "contacted" })).toBe("new to contacted");
  expect(tellChange({ from: null, to: 5 })).toBe("nothing to 5");
  expect(tellChange(["a", 1])).toBe("a, 1");
  expect(tellChange({ added: ["30305", "30306"], removed: ["30302"] })).toBe(
    "added 30305, 30306; removed 30302",
  );
  expect(tellChange({ added: [], removed: ["30302"] })).toBe("removed 30302");
  expect(tellChange({ added: [], removed: [] })).toBe("another order");
});

test("a keyed hash and a long list are shortened", () => {
  expect(tellChange({ from: null, to: "0123456789abcdef".repeat(4) })).toBe(
    "nothing to hash 0123456789…",
  );
  expect(
    tellChange({ added: Array.from({ length: 22 }, (_, at) => `z${at}`), removed: [] }),
  ).toMatch(/^added z0, .*, z19 and 2 more$/);
});

test("no stored key or value is shown as it is stored", () => {
  expect(
    ["serviceCategories", "set-factor-rule", "service_area_zips", "crm-connection"].map(keyToWords),
  ).toEqual(["Service categories", "Set factor rule", "Service area ZIPs", "CRM connection"]);
  expect(tellChange({ from: true, to: "" })).toBe("yes to nothing");
  expect(tellChange({ version: 2, hours: { minHours: null } })).toBe(
    "Version 2, Hours Min hours nothing",
  );
});
