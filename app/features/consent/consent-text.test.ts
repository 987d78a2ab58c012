import { expect, test } from "vitest";
import {
  DEFAULT_CONSENT_TEMPLATE,
  findMissingParts,
} from "#app/features/settings/consent-template.ts";
import { buildConsentWording, formatConsentText } from "./consent-text.ts";

const names = { company: "Example LLC", persona: "Henry", phone: "(800) 555-0100" };

test("the default wording is complete, and lets a professional call only after a yes", () => {
  expect(findMissingParts(DEFAULT_CONSENT_TEMPLATE)).toEqual([]);
  const text = formatConsentText(
    buildConsentWording({ ...names, consentTemplate: DEFAULT_CONSENT_TEMPLATE }),
  );
  expect(text).toContain("I agree that Example LLC may call or text me");
  expect(text).toContain("I can also call (800) 555-0100.");
  expect(text).toMatch(/I also agree to the Terms of Service and the Privacy Policy\.$/);
  expect(text).toContain(
    "A professional may call me, by hand, only after I say yes to that one professional",
  );
  expect(text).not.toMatch(/[{}]/);
});

test.each([
  ["{company}", "we", "{company}"],
  ["{phone}", "us", "{phone}"],
  ["not a condition", "needed", "not a condition"],
  ["STOP", "stop", "STOP"],
  ["Message and data rates", "Costs", "message and data rates"],
  ["automated", "clever", "automated"],
])("a wording without %s is incomplete", (part, other, named) => {
  // "automated" appears twice.
  const missing = findMissingParts({
    ...DEFAULT_CONSENT_TEMPLATE,
    consent: DEFAULT_CONSENT_TEMPLATE.consent.replaceAll(part, other),
  });
  expect(missing).toHaveLength(1);
  expect(missing[0]).toContain(named);
});

test.each(["{terms}", "{privacy}"])("a wording without the link %s is incomplete", (part) => {
  expect(
    findMissingParts({
      ...DEFAULT_CONSENT_TEMPLATE,
      terms: DEFAULT_CONSENT_TEMPLATE.terms.replace(part, "rules"),
    }),
  ).toEqual([`the link ${part}, once, in the second sentence`]);
});

test("reports links in the wrong order and unknown placeholders", () => {
  expect(
    findMissingParts({
      ...DEFAULT_CONSENT_TEMPLATE,
      terms: "I agree to the {privacy} and the {terms}.",
    }),
  ).toEqual(["{terms} before {privacy}"]);
  expect(
    findMissingParts({
      ...DEFAULT_CONSENT_TEMPLATE,
      consent: `${DEFAULT_CONSENT_TEMPLATE.consent} {fax}`,
    }),
  ).toEqual(["a placeholder that exists instead of {fax}"]);
});
