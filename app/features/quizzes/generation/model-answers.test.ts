import { describe, expect, test } from "vitest";
import { causesAnswer, rowsAnswer, weightsAnswer } from "./model-answers.ts";

const cause = {
  diagnosis: "Worn seal",
  urgency: "high",
  timeframe: "Today",
  waiting: "It leaks more each day.",
  causes: ["Age", "Hard water"],
  nextSteps: ["Turn it off", "Dry the floor"],
  preventionTips: ["Check it each year", "Keep it clean"],
  customMessage: "Your answers fit a worn seal.",
};
const isCause = (changes: object) =>
  causesAnswer.safeParse({ causes: [cause, cause, { ...cause, ...changes }] }).success;
const isRow = (changes: object) =>
  rowsAnswer(["1:0"]).safeParse({ diagnoses: [{ answers: "1:0", ...cause, ...changes }] }).success;

describe.each([
  ["a cause", isCause],
  ["a row", isRow],
])("%s has the limits of a fault tree", (_name, isValid) => {
  test.each([
    ["as it is", {}, true],
    ["a calm timeframe beside a high urgency", { timeframe: "When convenient" }, false],
    ["a timeframe in its own words", { timeframe: "As soon as you can" }, false],
    ["a timeframe that fits", { urgency: "low", timeframe: "This week" }, true],
    ["one cause", { causes: ["Age"] }, false],
    ["five causes", { causes: Array(5).fill("Age") }, false],
    ["one step", { nextSteps: ["Turn it off"] }, false],
    ["a step that is too long", { nextSteps: ["Turn it off", "x".repeat(201)] }, false],
    ["five steps for a professional", { proSteps: Array(5).fill("Test it") }, false],
    ["four safety lines", { safetyLines: Array(4).fill("Never open it") }, false],
    ["one tip", { preventionTips: ["Check it"] }, false],
    ["nothing about waiting", { waiting: undefined }, true],
    ["too much about waiting", { waiting: "x".repeat(161) }, false],
    ["a phone number", { customMessage: "Call (555) 555-0100 now." }, false],
    ["a link", { customMessage: "See https://evil.example" }, false],
    ["markup", { diagnosis: "<b>Worn seal</b>" }, false],
  ])("%s", (_case, changes, isAccepted) => expect(isValid(changes)).toBe(isAccepted));
});

test("a danger that calls 911 says so first", () => {
  const danger = {
    name: "Gas",
    answers: ["1:1"],
    headline: "Possible gas leak",
    call911: true,
    causes: ["A leak"],
  };
  const isValid = (steps: string[]) =>
    weightsAnswer.safeParse({ points: {}, dangers: [{ ...danger, steps }] }).success;
  expect(isValid(["Get everyone outside now, then call 911 from there."])).toBe(true);
  expect(isValid(["Open a window.", "Call 911."])).toBe(false);
});
