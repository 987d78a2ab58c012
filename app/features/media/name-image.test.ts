import { expect, test } from "vitest";
import { nameImage } from "./name-image.ts";

test.each([
  ["water heater.jpg", "water heater.jpg"],
  ["C:\\Users\\sam\\photo.png", "photo.png"],
  ["../../etc/passwd", "passwd"],
  ["  two\u0000 lines\n here .webp ", "two lines here .webp"],
  ["right\u202eto left.png", "right to left.png"],
  ["", "Image"],
  ["///", "Image"],
  ["\u0007", "Image"],
])("%j is called %j", (file, name) => {
  expect(nameImage(file)).toBe(name);
});

test("a name is cut between characters", () => {
  expect(nameImage("🙂".repeat(300))).toBe("🙂".repeat(200));
});
