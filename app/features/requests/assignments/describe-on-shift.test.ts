import { expect, test } from "vitest";
import { describeOnShift } from "./describe-on-shift.ts";

const summary = { hasPlan: true, isOpen: true, now: [], next: null };

test("says who is on shift, until when, and who comes next", () => {
  expect(
    describeOnShift({
      ...summary,
      now: [
        { name: "Ana", until: "5 PM" },
        { name: "Cy", until: "6 PM" },
      ],
      next: { name: "Ben", at: "tomorrow at 8 AM" },
    }),
  ).toBe("On shift now: Ana until 5 PM, Cy until 6 PM; next: Ben tomorrow at 8 AM");
  expect(describeOnShift({ ...summary, next: { name: "Ben", at: "at 6 PM" } })).toBe(
    "Nobody is on shift; next: Ben at 6 PM",
  );
});

test("counts many people, and says so where there is no plan", () => {
  const now = ["A", "B", "C", "D", "E", "F"].map((name) => ({ name, until: "5 PM" }));
  expect(describeOnShift({ ...summary, now })).toContain("D until 5 PM, 2 more");
  const everybody = [{ name: "A", until: null }];
  expect(describeOnShift({ ...summary, hasPlan: false, now: everybody })).toBe(
    "On shift now: everybody, as nobody has set shifts",
  );
  expect(describeOnShift({ ...summary, hasPlan: false, isOpen: false })).toBe(
    "Nobody is on shift: the office is closed",
  );
});
