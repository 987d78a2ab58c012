import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PortalBase } from "#app/components/layouts/portal-base.tsx";
import { MatchReasons } from "../../rules/components/match-reasons.tsx";
import type { RefusedDispute } from "../actions.server.ts";
import { CLAIM_LABELS } from "../constants.ts";
import type { LoadedDispute } from "../loaders.server.ts";
import { DisputeSection } from "./dispute-section.tsx";

const STAFF_BASE = "/backyard/providers/1/portal";
const render = (child: React.ReactElement) =>
  renderToStaticMarkup(createElement(PortalBase, { value: STAFF_BASE }, child));
const readText = (html: string) => html.replace(/<[^>]*>/g, "");

const waiting: NonNullable<LoadedDispute["dispute"]> = {
  claim: CLAIM_LABELS.unreachable,
  words: "No answer for a week",
  facts: [{ label: "The phone number", value: "As many digits", supports: false }],
  opened: "Nov 2",
  due: "Nov 4",
  isOverdue: false,
  decision: null,
  isByFacts: false,
  decided: null,
  answer: null,
};
const show = (
  dispute: Partial<typeof waiting> | null,
  {
    canDispute = false,
    isErased = false,
    refused,
  }: { canDispute?: boolean; isErased?: boolean; refused?: RefusedDispute } = {},
) =>
  render(
    createElement(DisputeSection, {
      dispute: dispute && { ...waiting, ...dispute },
      canDispute,
      isErased,
      until: canDispute ? "Dec 2" : null,
      refused,
    }),
  );

test("an offer that was not disputed and cannot be shows nothing", () =>
  expect(show(null)).toBe(""));

test("the form works without script, and a refused one shows what was typed and why", () => {
  const fresh = show(null, { canDispute: true });
  expect(fresh).toContain('method="post"');
  expect(fresh).not.toContain("<details open");
  for (const label of Object.values(CLAIM_LABELS)) expect(readText(fresh)).toContain(label);
  const refused = show(null, {
    canDispute: true,
    refused: {
      claim: "other",
      words: "Too short",
      errors: { words: "Tell us what happened." },
      message: null,
    },
  });
  expect(refused).toMatch(/<details[^>]* open/);
  expect(refused).toMatch(/value="other"[^>]*checked|checked[^>]*value="other"/);
  for (const text of ["Too short", "Tell us what happened."]) expect(refused).toContain(text);
});

test("where the customer's details were deleted nobody is asked for words", () => {
  const html = show(null, { canDispute: true, isErased: true });
  expect(html).not.toContain("<textarea");
  expect(readText(html)).toContain("The customer had their details deleted.");
});

test.each<[Partial<typeof waiting>, string[]]>([
  [{}, ["A person decides", "decides by Nov 4", "No answer for a week", "As many digits"]],
  [{ isOverdue: true }, ["We should have decided by Nov 4, and have not."]],
  [
    {
      decision: "granted",
      isByFacts: true,
      decided: "Nov 2",
      answer: "25 credits went back to you.",
      facts: [{ label: "Your area", value: "Not in it", supports: true }],
    },
    ["Granted", "Decided by our own records on Nov 2.", "Not in it (this proves it)", "25 credits"],
  ],
  [
    { decision: "refused", decided: "Nov 3", answer: "They answered us." },
    ["Refused", "Decided by a person on our staff on Nov 3.", "They answered us."],
  ],
  [
    { decision: "refused", decided: "Nov 3" },
    ["Our answer was deleted together with the customer's details."],
  ],
])("a dispute with %j says how it stands", (changes, texts) => {
  const text = readText(show(changes)).replaceAll("&#x27;", "'");
  for (const part of texts) expect(text).toContain(part);
});

test("links lead to the rule that applied, in the portal that is open", () => {
  const byFacts = show({ decision: "granted", isByFacts: true, answer: "Yes" });
  expect(byFacts).toContain(`href="${STAFF_BASE}/rules#dispute-facts"`);
  expect(show({})).toContain(`href="${STAFF_BASE}/rules#credits-back-dispute"`);
});

test("why a provider was asked is listed with what staff set aside", () => {
  const html = render(
    createElement(MatchReasons, {
      reasons: [
        { check: "zip", ok: true, text: "30303 is in your area" },
        { check: "category", ok: false, text: "You do not list this service" },
      ],
    }),
  );
  expect(readText(html)).toContain("Fits: 30303 is in your area");
  expect(readText(html)).toContain("Does not fit: You do not list this service");
  expect(html).toContain(`href="${STAFF_BASE}/rules#matching"`);
  expect(render(createElement(MatchReasons, { reasons: null }))).toContain(
    "from before we kept the reasons",
  );
});
