import { expect, test } from "vitest";
import { answerLabel, fieldLabel } from "./answer-labels.ts";

test("stored keys and choices are shown in the words of the form", () => {
  expect([fieldLabel("urgency_level"), answerLabel("urgency_level", "this-week")]).toEqual([
    "When the work should happen",
    "This week",
  ]);
  expect(answerLabel("urgency_level", "today-asap")).toBe("Today, as soon as possible");
  expect([
    answerLabel("communication_preference", "sms"),
    answerLabel("timeframe", "planning"),
  ]).toEqual(["Text message", "Planning"]);
  expect([
    answerLabel("quiz_completed", true),
    answerLabel("is_authorized_to_hire", false),
  ]).toEqual(["Yes", "No"]);
});

test("what another program sent is shown too", () => {
  expect([fieldLabel("preferred_color"), answerLabel("preferred_color", "sea-green")]).toEqual([
    "Preferred color",
    "sea-green",
  ]);
  expect([
    answerLabel("urgency_level", "someday"),
    answerLabel("x", { a: 1 }),
    answerLabel("x", null),
    answerLabel("x", 0),
  ]).toEqual(["someday", '{"a":1}', "", "0"]);
});
