import { expect, test } from "vitest";
import { sha256 } from "./hash-record.ts";
import {
  buildNamedConsent,
  buildPhoneYes,
  NAMED_VERSION,
  PHONE_YES_VERSION,
} from "./named-consent.ts";

const names = { provider: "Provider", company: "Company", phone: "Phone" };

// Records name the version of their text: change the version with the wording, then the hash here.
test.each([
  ["a yes on the page", NAMED_VERSION, buildNamedConsent(names), 2, "4ae4e28fcfb3"],
  ["a yes on the phone", PHONE_YES_VERSION, buildPhoneYes(names), 2, "8482cfe2cb04"],
])("the text of %s belongs to its version", (_, version, text, expected, hash) => {
  expect([version, sha256(text).slice(0, 12)]).toEqual([expected, hash]);
});
