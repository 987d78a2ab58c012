import { expect, test } from "vitest";
import { formatErrors, getQuoteWording } from "./quote-wording.ts";
import { checkQuote, emptyQuote } from "./schema.ts";

const config = { vehicleServices: ["Towing", "Auto Repair"] };
const nothingAnswered = checkQuote({ ...emptyQuote, isPropertyOwner: "No" });

test("a service for vehicles asks about a vehicle, in labels, hints and messages; the values are the same", () => {
  const words = getQuoteWording(config, "Towing");
  expect(words.where).toBe("Where is the vehicle?");
  expect(
    JSON.stringify([
      words,
      formatErrors(checkQuote(emptyQuote), words),
      formatErrors(nothingAnswered, words),
    ]),
  ).not.toMatch(/\bproperty\b|house|\bjob\b/i);
  expect(words.propertyClasses.map(({ value }) => value)).toEqual(
    getQuoteWording(config).propertyClasses.map(({ value }) => value),
  );
});

test("every other service, and none, asks about a property", () => {
  for (const service of ["Plumbing", "General Service", undefined]) {
    const words = getQuoteWording(config, service);
    expect(words.owns).toBe("Do you own this property?");
    expect(formatErrors(nothingAnswered, words)).toEqual(nothingAnswered);
  }
});

test("a message about length is the same everywhere", () => {
  const errors = checkQuote({ ...emptyQuote, address: "x".repeat(201) }, 1);
  expect(formatErrors(errors, getQuoteWording(config, "Towing")).address).toBe(errors.address);
});
