import { expect, test } from "vitest";
import { FULL_FIELD_SPECS } from "../quote/fields.server.ts";
import type { QuoteField } from "../quote/fields.ts";
import { listFacts, SHOWN_ELSEWHERE } from "./list-facts.server.ts";

/** A stored request in which every answer is different. */
const answers = Object.fromEntries(FULL_FIELD_SPECS.map(({ field }) => [field, `the ${field}`]));
const request = {
  ...(answers as Record<QuoteField, string>),
  isPropertyOwner: false,
  serviceType: "Plumbing",
  projectType: "General Service",
  projectSize: "To be determined",
  clientReference: null,
  additionalDetails: Object.fromEntries(
    FULL_FIELD_SPECS.flatMap(({ field, detail }) => (detail ? [[detail, answers[field]]] : [])),
  ),
};

test("shows every field in its section, each with a different label", () => {
  const { quiz, ...sections } = listFacts(request);
  expect(quiz).toEqual([]);
  const facts = Object.values(sections).flat();
  const text = facts.map(({ value }) => value).join("\n");
  for (const { field } of FULL_FIELD_SPECS)
    if (!SHOWN_ELSEWHERE.includes(field) && field !== "isPropertyOwner")
      expect(text, field).toContain(`the ${field}`);
  expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
  expect(sections.location.slice(0, 3)).toEqual([
    { label: "Address", value: "the address" },
    { label: "City, state, ZIP", value: "the city, the state the zipCode" },
    { label: "Owns the property", value: "No" },
  ]);
  expect(sections.service.slice(0, 4).map(({ label }) => label)).toEqual([
    "Service",
    "Project type",
    "Project size",
    "Timeframe",
  ]);
});

test("shows other details by their key and quiz answers by their question, and nothing empty", () => {
  const additionalDetails = {
    preferred_color: "sea-green",
    quiz_completed: true,
    will_use_insurance: "",
    quiz_answers: [{ questionText: "Does it hum?", answer: "Yes" }, { answer: null }],
  };
  expect(listFacts({ ...request, additionalDetails })).toMatchObject({
    details: [
      { label: "Preferred color", value: "sea-green" },
      { label: "Quiz completed", value: "Yes" },
    ],
    quiz: [{ label: "Does it hum?", value: "Yes" }],
  });
});
