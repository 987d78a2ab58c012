import { expect, test } from "vitest";
import { parseItemEdit } from "./schema.ts";

const form = {
  diagnosis: " Leak ",
  urgency: "high",
  priority: "low",
  timeframe: "Today",
  customMessage: "",
  serviceType: "Plumbing",
  causes: "One\n\n  Two  \n",
  nextSteps: "Call",
  preventionTips: "",
};

test("lists have one entry per line", () => {
  expect(parseItemEdit(form, new Set(["diagnosis"]))).toMatchObject({
    ok: true,
    data: { diagnosis: "Leak", causes: ["One", "Two"], nextSteps: ["Call"], preventionTips: [] },
  });
});

test("errors are reported at their field", () => {
  expect(
    parseItemEdit(
      { ...form, diagnosis: "  ", customMessage: "x".repeat(601) },
      new Set(["diagnosis"]),
    ),
  ).toEqual({
    ok: false,
    errors: {
      diagnosis: "Write a title of at most 160 characters.",
      customMessage: "At most 600 characters.",
    },
  });
});

test("a safety rule has one to five steps, and a short name", () => {
  expect(
    parseItemEdit(
      {
        diagnosis: "Gas",
        urgency: "high",
        nextSteps: "Leave the house\nCall 911",
        headline: " Gas leak ",
        alsoCall: "",
        call911: "on",
      },
      new Set(["rule"]),
    ),
  ).toMatchObject({
    ok: true,
    data: { nextSteps: ["Leave the house", "Call 911"] },
    danger: { headline: "Gas leak", call911: true, alsoCall: "" },
  });
  expect(
    parseItemEdit(
      { ...form, headline: "x".repeat(61), nextSteps: "1\n2\n3\n4\n5\n6", causes: "y".repeat(141) },
      new Set(["rule"]),
    ),
  ).toMatchObject({
    ok: false,
    errors: {
      headline: expect.any(String),
      nextSteps: expect.any(String),
      causes: expect.any(String),
    },
  });
  expect(
    parseItemEdit({ ...form, diagnosis: "x".repeat(81), nextSteps: "" }, new Set(["rule"])),
  ).toMatchObject({
    ok: false,
    errors: { diagnosis: expect.any(String), nextSteps: expect.any(String) },
  });
});
