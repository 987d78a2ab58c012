import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DEFAULT_CONSENT_TEMPLATE } from "#app/features/settings/consent-template.ts";
import { buildConsentWording, formatConsentText } from "../consent-text.ts";
import { sha256 } from "../hash-record.ts";
import { ConsentNotice } from "./consent-notice.tsx";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"' };

/** What `textContent` is in a browser. */
const readText = (html: string) =>
  html.replace(/<[^>]*>/g, "").replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity);

const buildWording = (consent: string, terms = DEFAULT_CONSENT_TEMPLATE.terms) =>
  buildConsentWording({
    company: "Henry's Helpline LLC",
    persona: "Henry",
    phone: "(800) 555-0199",
    consentTemplate: { version: 1, consent, terms },
  });
const render = (wording: ReturnType<typeof buildWording>) =>
  renderToStaticMarkup(createElement(ConsentNotice, { wording }));

test.each([
  ["the default wording", DEFAULT_CONSENT_TEMPLATE.consent, DEFAULT_CONSENT_TEMPLATE.terms],
  [
    "short sentences",
    "I agree. {company} may call me. Is that so? STOP ends it! Call {phone}.",
    "{terms} {privacy}",
  ],
  ["no full stop", "One sentence without an end", "See {terms}, then {privacy}. I read both."],
  [
    "abbreviations and a sentence twice",
    "St. Mary & Sons Inc. may text me, 8 a.m. to 9 p.m. Reply STOP. Reply STOP.",
    "{terms}{privacy}",
  ],
])("shows %s in parts whose text is the stored one, to the byte", (_name, consent, terms) => {
  const wording = buildWording(consent, terms);
  const shown = readText(render(wording));
  expect(shown).toBe(formatConsentText(wording));
  expect(sha256(shown)).toBe(sha256(formatConsentText(wording)));
});

test("who calls and how, no condition, rates and STOP, and the terms are parts of their own", () => {
  const parts = render(buildWording(DEFAULT_CONSENT_TEMPLATE.consent))
    .replace(/^<p[^>]*>|<\/p>$/g, "")
    .replaceAll(/<span class="tel">([^<]*)<\/span>/g, "$1")
    .split(/<\/span> ?/)
    .map(readText)
    .filter(Boolean);
  expect(parts).toEqual([
    expect.stringMatching(
      /^By pressing Submit, I agree that Henry's Helpline LLC may call or text/,
    ),
    expect.stringMatching(/^A professional may call me, by hand, only after I say yes/),
    "My agreement is not a condition of buying anything: I can also call (800) 555-0199.",
    "Message and data rates may apply. I can reply STOP at any time.",
    "I also agree to the Terms of Service and the Privacy Policy.",
  ]);
});
