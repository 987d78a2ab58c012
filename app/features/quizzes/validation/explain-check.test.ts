import { expect, test } from "vitest";
import { describeAnswers } from "../player/describe-answers.ts";
import { diagnosisDataSchema } from "../schema.ts";
import { checkQuiz } from "./check-quiz.ts";
import { explainCheck, formatShare } from "./explain-check.ts";

const questions = [
  { id: "10", questionText: "Do you smell gas?", options: ["Yes, a gas smell", "No"] },
  { id: "2", questionText: "Since when", options: ["Today", "Long"] },
];
const rule = (pattern: string) => ({
  id: pattern,
  name: `Rule ${pattern}`,
  pattern,
  urgency: "high" as const,
  instruction: "Leave",
  headline: "Gas leak",
  call911: true,
  alsoCall: "",
  causes: ["A leak"],
  isApproved: false,
});

test("answers are listed in the order of the quiz, and removed ones are named as removed", () => {
  expect(describeAnswers("2:1,10:0", questions).map(({ answer }) => answer)).toEqual([
    "Yes, a gas smell",
    "Long",
  ]);
  expect(describeAnswers("3:0,10:7", questions)).toMatchObject([
    { question: "A question that is gone", answer: "an answer that is gone" },
    { question: "Do you smell gas?", answer: "an answer that is gone" },
  ]);
});

test("findings are described, the most severe first", () => {
  const outcomes = ["a", "b", "c"].map((id, at) => ({
    id,
    bias: at === 2 ? -19 : 0,
    weights: { "2:0": at },
    data: diagnosisDataSchema.parse({ diagnosis: `Cause ${id}` }),
  }));
  const report = checkQuiz({
    questions,
    rows: [],
    outcomes,
    rules: [rule("2:1"), rule("9:0")],
    thresholds: { posterior: 0.45, margin: 0.1 },
  });
  const findings = explainCheck({
    report,
    publishBlocker: null,
    questions,
    outcomes: Object.fromEntries(outcomes.map(({ id, data }) => [id, data.diagnosis])),
    pending: 1,
  });
  expect(findings.map(({ id, tone }) => `${tone} ${id}`)).toEqual([
    "bad violations",
    "bad dead-rules",
    "warn dangers",
    "warn pending",
    "warn never-reached",
    "warn idle-questions",
    "note ties",
    "note thin-margins",
  ]);
  expect(findings[0]).toMatchObject({
    title: "2 combinations meet a safety rule that is not approved",
    examples: [
      "Rule 2:1: Do you smell gas? Yes, a gas smell; Since when: Long",
      "Rule 2:1: Do you smell gas? No; Since when: Long",
    ],
  });
  expect(findings.find(({ id }) => id === "never-reached")?.examples).toContain("Cause c");
});

test("a small share is never 0 %, an incomplete one never 100 %", () => {
  expect([
    formatShare(0, 9),
    formatShare(1, 1_000_000),
    formatShare(999_999, 1_000_000),
    formatShare(1, 3),
    formatShare(9, 9),
    formatShare(1, 0),
  ]).toEqual(["0%", "under 0.1%", "over 99.9%", "33%", "100%", "0%"]);
});
