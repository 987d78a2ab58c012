import { expect, test } from "vitest";
import { diagnosisDataSchema } from "../schema.ts";
import { parseDiagnosisText, toDiagnosisText } from "./diagnosis-text.ts";

const data = diagnosisDataSchema.parse({
  diagnosis: "Worn-out igniter",
  nextSteps: ["Turn the heat off", "Note the fault code"],
  price: { service: "heating", label: "Heating repair" },
});

test("a form that nobody has changed saves the same diagnosis", () => {
  expect(parseDiagnosisText(toDiagnosisText(data))).toEqual(data);
});

test("a drawing is named by letters, digits and hyphens alone, so that no path can be typed", () => {
  const parse = (part: string) =>
    diagnosisDataSchema.safeParse({ diagnosis: "Leak", part }).success;
  expect(["furnace-burner", ""].map(parse)).toEqual([true, true]);
  expect(["../logo", "a b", "x".repeat(41)].map(parse)).toEqual([false, false, false]);
});

test.each(["", "null", "{}", "no JSON", '{"service": 1, "label": "x"}'])(
  "without a known price (%s) none is saved",
  (price) => {
    expect(parseDiagnosisText({ ...toDiagnosisText(data), price }).price).toBeUndefined();
  },
);
