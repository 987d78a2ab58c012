import { expect, test } from "vitest";
import { toDisplayName } from "./display-name.ts";

test.each([
  ["water heater.jpg", "water heater.jpg"],
  ["C:\\Users\\sam\\photo.png", "photo.png"],
  ["../../etc/passwd", "passwd"],
  ["  two\u0000 lines\n here .webp ", "two lines here .webp"],
  ["right\u202eto left.png", "right to left.png"],
  ["", "Image"],
  ["///", "Image"],
  ["\u0007", "Image"],
])("%j is shown as %j", (file, name) => {
  expect(toDisplayName(file)).toBe(name);
});

test("a long name is not cut inside a character", () => {
  expect(toDisplayName("🙂".repeat(300))).toBe("🙂".repeat(200));
});
