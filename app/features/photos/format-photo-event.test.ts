import { expect, test } from "vitest";
import { formatPhotoEvent } from "./format-photo-event.ts";

test.each([
  ["photo-added", { by: "customer", count: 1 }, "The customer added 1 photo"],
  ["photo-added", { by: "customer", count: 3 }, "The customer added 3 photos"],
  ["photo-removed", { by: "customer", count: 1 }, "The customer removed 1 photo"],
])("the timeline shows %s with %j as: %s", (kind, detail, text) =>
  expect(formatPhotoEvent(kind, detail)).toBe(text),
);

test("events of other features have no text here", () =>
  expect(formatPhotoEvent("offered", {})).toBeUndefined());
