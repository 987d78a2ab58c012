import { expect, test } from "vitest";
import { buildFailedResult } from "#app/features/quizzes/player/get-result.server.ts";
import { describeResult } from "./describe-result.ts";
import { RENDERERS } from "./render-text.ts";

const URLS = { page: "https://henry.example/quiz/q?a=1:0", origin: "https://henry.example" };
const render = (result: ReturnType<typeof describeResult>) =>
  RENDERERS.diagnose({ danger: null, question: null, result, quoteLink: null, next: "" });

test("a result without a cause claims none, and does not call its steps safe to check", () => {
  const result = describeResult(buildFailedResult({ serviceType: "plumbing" }), URLS);
  expect(result).toMatchObject({ isCauseFound: false, likelyCauses: [] });
  expect(result.safeToCheck.length).toBeGreaterThan(0);
  const text = render(result);
  expect(text).toContain("No single cause was found.");
  expect(text).not.toMatch(/likely cause|Safe for the person/i);
  expect(text).toContain(`Next steps, in this order:\n1. ${result.safeToCheck[0]}`);
});

test("checks are called safe where the result says what is left to a pro", () => {
  const failed = describeResult(buildFailedResult({ serviceType: "plumbing" }), URLS);
  const text = render({ ...failed, leaveToAPro: ["Opening the gas valve."] });
  expect(text).toContain("Safe for the person to check, in this order:\n1. ");
});
