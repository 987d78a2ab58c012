import { expect, test } from "vitest";
import { findMergeLoss, type MergedSide } from "./check-merge.ts";

const plain: MergedSide = { status: "new", isEmergency: false, isTried: false };
const emergency = { ...plain, isEmergency: true };
const tried = { ...plain, isTried: true };
const contacted: MergedSide = { ...plain, status: "contacted" };
const closed: MergedSide = { ...tried, status: "closed" };

test("open work is not merged into a closed request, which may be merged into an open one", () => {
  for (const side of [plain, emergency, tried, contacted])
    expect(findMergeLoss(side, closed)).toBe("target-closed");
  for (const side of [plain, emergency, tried, contacted, closed])
    expect(findMergeLoss(closed, side)).toBeNull();
});

test("an emergency is not merged into another kind of request", () => {
  for (const side of [plain, tried, contacted])
    expect(findMergeLoss(emergency, side)).toBe("emergency");
  expect(findMergeLoss(emergency, emergency)).toBeNull();
});

test("a request that somebody tried is not merged into one that nobody has tried", () => {
  for (const side of [tried, contacted]) {
    expect(findMergeLoss(side, plain)).toBe("tried");
    expect(findMergeLoss(plain, side)).toBeNull();
    expect(findMergeLoss(side, tried)).toBeNull();
  }
});

test("two open requests can always be merged in one direction", () => {
  const sides = [plain, emergency, tried, contacted, { ...emergency, isTried: true }];
  for (const one of sides)
    for (const other of sides)
      expect([findMergeLoss(one, other), findMergeLoss(other, one)]).toContain(null);
});
