import { expect, test } from "vitest";
import { formatAnswer, formatValue } from "./format-answer.ts";

test("shows stored choices with the labels of the form", () => {
  expect(formatAnswer("urgencyLevel", "this-week")).toBe("This week");
  expect(formatAnswer("urgencyLevel", "today-asap")).toBe("Today, as soon as possible");
  expect(formatAnswer("communicationPreference", "sms")).toBe("Text message");
  expect(formatAnswer("timeframe", "planning")).toBe("Planning");
  expect(formatAnswer("isAuthorizedToHire", false)).toBe("No");
  expect(formatAnswer("address", "12 Elm Street")).toBe("12 Elm Street");
});

test("shows what another program sent", () => {
  expect(formatAnswer("urgencyLevel", "someday")).toBe("someday");
  expect([formatValue({ a: 1 }), formatValue(null), formatValue(true), formatValue(0)]).toEqual([
    '{"a":1}',
    "",
    "Yes",
    "0",
  ]);
});
