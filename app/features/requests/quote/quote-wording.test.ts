import { expect, test } from "vitest";
import { FIELD_LIST, type QuoteField } from "./fields.ts";
import { formatErrors, getFieldSpec, getQuoteWording, type QuoteWording } from "./quote-wording.ts";
import { checkQuote, emptyQuote } from "./schema.ts";

const config = { vehicleServices: ["Towing", "Auto Repair"] };
const listSpecs = (words: QuoteWording) => FIELD_LIST.map(([field]) => getFieldSpec(field, words));
const valuesOf = (field: QuoteField, words: QuoteWording) =>
  getFieldSpec(field, words).choices?.map(({ value }) => value);
const nothingAnswered = checkQuote({ ...emptyQuote, isPropertyOwner: "No" });

test("a service for vehicles asks about a vehicle in labels, hints and messages, with the same values", () => {
  const words = getQuoteWording(config, "Towing");
  expect(words.titles[0]).toBe("Where is the vehicle?");
  expect(
    JSON.stringify([
      words,
      listSpecs(words).map(({ label, hint, choices }) => [label, hint, choices]),
      formatErrors(checkQuote(emptyQuote), words),
      formatErrors(nothingAnswered, words),
    ]),
  ).not.toMatch(/\bproperty\b|house|\bjob\b/i);
  for (const [field] of FIELD_LIST)
    expect(valuesOf(field, words), field).toEqual(valuesOf(field, getQuoteWording(config)));
});

test("every other service, or no service, asks about a property", () => {
  for (const service of ["Plumbing", "General Service", undefined]) {
    const words = getQuoteWording(config, service);
    expect(getFieldSpec("isPropertyOwner", words).label).toBe("Do you own this property?");
    expect(formatErrors(nothingAnswered, words)).toEqual(nothingAnswered);
  }
});

test("a message about length does not depend on the service", () => {
  const errors = checkQuote({ ...emptyQuote, address: "x".repeat(201) }, 1);
  expect(formatErrors(errors, getQuoteWording(config, "Towing")).address).toBe(errors.address);
});
