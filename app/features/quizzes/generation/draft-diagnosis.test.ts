import { describe, expect, test } from "vitest";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { draftDiagnosis } from "./draft-diagnosis.ts";

const data = (diagnosis: string, urgency: "high" | "medium" | "low" = "medium") => ({
  ...buildGenericDiagnosis("HVAC"),
  diagnosis,
  urgency,
  priority: urgency,
  timeframe: urgency,
  nextSteps: [`Step of ${diagnosis}`],
});
const outcome = (key: string, weights: Record<string, number>, urgency?: "high" | "low") => ({
  key,
  bias: 0,
  weights,
  data: data(key, urgency),
});

describe("a diagnosis", () => {
  const outcomes = [
    outcome("Dirty filter", { "1:0": 3, "1:1": 1.05 }, "low"),
    outcome("GFCI fault", { "1:1": 1 }, "high"),
    outcome("Loose belt", {}),
    outcome("Old pump", {}),
    outcome("Bad fuse", {}),
  ];
  test("names a clear cause", () =>
    expect(draftDiagnosis("1:0", { outcomes, rules: [] }, "HVAC")).toEqual(outcomes[0]?.data));
  test("names both of two close causes, with the higher urgency", () =>
    expect(
      draftDiagnosis("1:1", { outcomes: outcomes.slice(0, 3), rules: [] }, "HVAC"),
    ).toMatchObject({
      diagnosis: expect.stringMatching(/ or /),
      urgency: "high",
      nextSteps: ["Step of GFCI fault", "Step of Dirty filter"],
    }));
  test("names no single cause when none is clear", () =>
    expect(draftDiagnosis("2:0", { outcomes, rules: [] }, "HVAC")).toMatchObject({
      diagnosis: "Professional Inspection Recommended",
      causes: ["Dirty filter", "GFCI fault", "Loose belt"],
      urgency: "medium",
    }));
  test("includes the instructions of safety rules", () => {
    const rules = [
      {
        name: "Gas",
        pattern: "1:0",
        urgency: "high" as const,
        instruction: "Leave the house.",
        headline: "Gas leak",
        call911: true,
        alsoCall: "",
        causes: ["A leak"],
      },
    ];
    expect(draftDiagnosis("1:0", { outcomes, rules }, "HVAC")).toMatchObject({
      diagnosis: "Gas leak",
      urgency: "high",
      nextSteps: ["Leave the house."],
      preventionTips: [],
    });
  });
  test("is the general result without a model", () =>
    expect(draftDiagnosis("1:0", { outcomes: [], rules: [] }, "HVAC")).toEqual(
      buildGenericDiagnosis("HVAC"),
    ));
});
