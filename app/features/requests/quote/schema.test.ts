import { describe, expect, test } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import type { QuoteDraft, QuoteField } from "./fields.ts";
import { checkQuote, emptyQuote } from "./schema.ts";

/** The invalid fields of a step. */
const wrongFields = (step: 1 | 2 | 3 | 4, values: QuoteDraft) =>
  Object.keys(checkQuote(values, step)) as QuoteField[];

/** A completed form with changes. */
const changed = (changes: Partial<QuoteDraft>) => buildQuote(changes);
const BLANK = ["", "   ", "\t\n", "\u00a0"];

test("a completed form passes every step; an empty one gets all messages of a step, in order", () => {
  for (const step of [1, 2, 3, 4] as const) expect(wrongFields(step, buildQuote())).toEqual([]);
  expect(wrongFields(1, emptyQuote)).toEqual([
    "zipCode",
    "city",
    "state",
    "address",
    "propertyClass",
    "isPropertyOwner",
  ]);
  expect(wrongFields(2, emptyQuote)).toEqual(["timeframe"]);
  expect(wrongFields(3, emptyQuote)).toEqual([
    "urgencyLevel",
    "schedulingPreference",
    "communicationPreference",
  ]);
  expect(wrongFields(4, emptyQuote)).toEqual(["name", "phone"]);
});

test("every message is a plain instruction", () => {
  const all = [
    emptyQuote,
    { ...emptyQuote, isPropertyOwner: "No" },
    { ...emptyQuote, isPropertyOwner: "No", isAuthorizedToHire: "No" },
  ].map((values) => checkQuote(values));
  const messages = [...new Set(all.flatMap((errors) => Object.values(errors)))];
  expect(messages).toHaveLength(16);
  for (const message of messages) expect(message).toMatch(/^(?:Enter|Choose|Tell us) .+\.$/);
});

describe("required text", () => {
  test.each([
    [1, "address"],
    [1, "city"],
    [1, "state"],
    [1, "zipCode"],
    [4, "name"],
    [4, "phone"],
  ] as const)("step %i: a blank %s is the only error", (step, field) => {
    for (const blank of BLANK)
      expect(wrongFields(step, changed({ [field]: blank })), JSON.stringify(blank)).toEqual([
        field,
      ]);
  });

  test("may have spaces around it", () =>
    expect(
      checkQuote(changed({ address: " 12 Elm ", name: "  Ana ", phone: " 1 ", email: " a@b " })),
    ).toEqual({}));
});

describe("choices", () => {
  test.each([
    [1, "propertyClass", ["residential", "commercial"]],
    [1, "isPropertyOwner", ["Yes"]],
    [2, "timeframe", ["emergency", "urgent", "soon", "planning"]],
    [3, "urgencyLevel", ["today-asap", "this-week", "this-month", "just-researching"]],
    [3, "schedulingPreference", ["call-me", "online-scheduling", "text-me"]],
    [3, "communicationPreference", ["sms", "phone", "email"]],
    [3, "willUseInsurance", ["", "yes", "no", "unsure"]],
  ] as const)("step %i: %s accepts only %j", (step, field, values) => {
    for (const value of values)
      expect(wrongFields(step, changed({ [field]: value })), value).toEqual([]);
    for (const value of [
      "other",
      `${values.at(-1)} `,
      String(values.at(-1)).toUpperCase(),
      "toString",
    ])
      expect(wrongFields(step, changed({ [field]: value })), value).toEqual([field]);
  });
});

describe("optional text", () => {
  test.each([
    [2, "description"],
    [4, "email"],
  ] as const)("step %i: %s may be empty", (step, field) =>
    expect(wrongFields(step, changed({ [field]: "" }))).toEqual([]),
  );
});

describe("lengths", () => {
  test.each([
    [1, "state", 2],
    [1, "zipCode", 5],
    [1, "address", 200],
    [2, "description", 4_000],
    [4, "name", 200],
    [4, "phone", 200],
    [4, "email", 200],
  ] as const)("step %i: %s accepts at most %i characters", (step, field, length) => {
    expect(wrongFields(step, changed({ [field]: "x".repeat(length) }))).toEqual([]);
    expect(wrongFields(step, changed({ [field]: "x".repeat(length + 1) }))).toEqual([field]);
  });
});

describe("someone who does not own the property", () => {
  const decider = {
    authorizedContactName: "Robin",
    authorizedContactEmail: "robin@example.com",
    authorizedContactPhone: "404-555-0111",
  };

  test("must answer whether they may hire", () => {
    expect(wrongFields(1, changed({ isPropertyOwner: "No" }))).toEqual(["isAuthorizedToHire"]);
    expect(wrongFields(1, changed({ isPropertyOwner: "No", isAuthorizedToHire: "Yes" }))).toEqual(
      [],
    );
    expect(
      wrongFields(1, changed({ isPropertyOwner: "No", isAuthorizedToHire: "maybe" })),
    ).toContain("isAuthorizedToHire");
  });

  test("and may not hire must enter name, email and phone of the person who may", () => {
    const stranger = { isPropertyOwner: "No", isAuthorizedToHire: "No" };
    expect(wrongFields(1, changed(stranger))).toEqual([
      "authorizedContactName",
      "authorizedContactEmail",
      "authorizedContactPhone",
    ]);
    expect(wrongFields(1, changed({ ...stranger, ...decider }))).toEqual([]);
    for (const field of Object.keys(decider))
      for (const blank of BLANK)
        expect(wrongFields(1, changed({ ...stranger, ...decider, [field]: blank }))).toEqual([
          field,
        ]);
  });

  test("gets those messages together with all others of the step", () => {
    expect(
      wrongFields(
        1,
        changed({
          isPropertyOwner: "No",
          isAuthorizedToHire: "No",
          address: "",
          propertyClass: "",
        }),
      ),
    ).toEqual([
      "address",
      "propertyClass",
      "authorizedContactName",
      "authorizedContactEmail",
      "authorizedContactPhone",
    ]);
  });
});

test("an owner needs none of these answers, even after answering No before", () => {
  expect(wrongFields(1, changed({ isPropertyOwner: "Yes", isAuthorizedToHire: "No" }))).toEqual([]);
});

test("a step checks only its own fields; the form without JavaScript checks all", () => {
  const firstOnly = { ...buildQuote(), timeframe: "", urgencyLevel: "", name: "" };
  expect(wrongFields(1, firstOnly)).toEqual([]);
  expect(Object.keys(checkQuote({ ...emptyQuote, isPropertyOwner: "No" }))).toEqual([
    "zipCode",
    "city",
    "state",
    "address",
    "propertyClass",
    "isAuthorizedToHire",
    "timeframe",
    "urgencyLevel",
    "schedulingPreference",
    "communicationPreference",
    "name",
    "phone",
  ]);
});
