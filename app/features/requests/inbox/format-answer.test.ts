import { expect, test } from "vitest";
import { formatAnswer, getFieldLabel } from "./format-answer.ts";

test("shows stored keys and choices with the labels of the form", () => {
  expect([getFieldLabel("urgency_level"), formatAnswer("urgency_level", "this-week")]).toEqual([
    "When the work should happen",
    "This week",
  ]);
  expect(formatAnswer("urgency_level", "today-asap")).toBe("Today, as soon as possible");
  expect([
    formatAnswer("communication_preference", "sms"),
    formatAnswer("timeframe", "planning"),
  ]).toEqual(["Text message", "Planning"]);
  expect([
    formatAnswer("quiz_completed", true),
    formatAnswer("is_authorized_to_hire", false),
  ]).toEqual(["Yes", "No"]);
});

test("shows fields that another program sent", () => {
  expect([getFieldLabel("preferred_color"), formatAnswer("preferred_color", "sea-green")]).toEqual([
    "Preferred color",
    "sea-green",
  ]);
  expect([
    formatAnswer("urgency_level", "someday"),
    formatAnswer("x", { a: 1 }),
    formatAnswer("x", null),
    formatAnswer("x", 0),
  ]).toEqual(["someday", '{"a":1}', "", "0"]);
});
