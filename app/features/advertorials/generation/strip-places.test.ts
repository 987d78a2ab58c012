import { expect, test } from "vitest";
import { stripPlaces } from "./strip-places.ts";

const vocabulary = new Set(["water", "basement", "roof", "plumber", "garag", "door"]);

test.each([
  ["roof replacement in phoenix", "roof replacement"],
  ["phoenix plumber", "plumber"],
  ["plumber in sugar land tx", "plumber"],
  ["garage door repair plano tx", "garage door repair"],
  ["plumber near the new york city area", "plumber"],
  ["water in basement", "water in basement"],
  ["water in my basement in san diego", "water in my basement"],
  ["plumber in", "plumber"],
  ["", ""],
])("%s → %s", (topic, rest) =>
  expect(stripPlaces(topic.split(" ").filter(Boolean), vocabulary).join(" ")).toBe(rest),
);
