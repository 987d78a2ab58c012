import { expect, test } from "vitest";
import { LEDGER_KINDS } from "#app/db/tables/billing.server.ts";
import { OFFER_STATES } from "#app/db/tables/offers.server.ts";
import {
  AUTO_HOURS,
  CONTACT_DAYS,
  DISPUTE_REFUNDS,
  DUPLICATE_DAYS,
  MAX_CANDIDATES,
  OVERRIDABLE_CHECKS,
  REFUND_CHECK_MINUTES,
  REFUND_DAYS,
  REFUND_NOTES,
  REFUND_REASONS,
  SHOWN_MATCHES,
} from "../constants.ts";
import { DISPUTE_BUSINESS_DAYS } from "../disputes/constants.ts";
import { matchProvider } from "../match-provider.ts";
import { offerSettingsSchema } from "../schema.ts";
import { RULE_TITLES } from "./anchors.ts";
import { buildRules } from "./build-rules.ts";
import { CALLING } from "./figures.ts";
import { findRule } from "./find-rule.ts";

const figures = {
  offerCost: 37.5,
  offerMinutes: 43,
  customerAnswerHours: 11,
  businessHours: "Mon-Fri 7 AM - 9 PM",
  zone: "Eastern Time",
};
const listLines = (changes: Partial<typeof figures> = {}) =>
  buildRules({ ...figures, ...changes }).flatMap(({ lines }) => lines);
const readLine = (wanted: string, changes: Partial<typeof figures> = {}) =>
  listLines(changes).find(({ anchor }) => anchor === wanted)?.text ?? "";

test("the rules have every anchor that a link may lead to, once", () => {
  const anchors = listLines().map(({ anchor }) => anchor);
  expect(anchors.toSorted()).toEqual(Object.keys(RULE_TITLES).toSorted());
  const sections = buildRules(figures).map(({ id }) => id);
  expect(new Set([...sections, ...anchors]).size).toBe(sections.length + anchors.length);
});

test("every state of an offer, reason of a refund and kind of a line has its rule", () => {
  const refunds = [
    ...Object.keys(REFUND_REASONS),
    ...Object.values(REFUND_NOTES),
    ...Object.keys(DISPUTE_REFUNDS),
  ];
  for (const reason of refunds) expect(findRule(reason).anchor).toBe(`credits-back-${reason}`);
  for (const code of [...OFFER_STATES, ...LEDGER_KINDS])
    expect(findRule(code).words, code).toBe(RULE_TITLES[findRule(code).anchor]);
  expect(findRule("open").anchor).toBe("timer");
  expect(findRule("offer").anchor).toBe("price");
  for (const unknown of ["", "constructor", "__proto__", "a note of staff"])
    expect(findRule(unknown).anchor).toBe("statement");
});

test.each([
  ["price", "offerCost", 41, "costs 41 credits"],
  ["matching", "offerCost", 41, "now 41 credits"],
  ["timer", "offerMinutes", 55, "55 minutes"],
  ["customer-yes", "customerAnswerHours", 1, "1 business hour to answer"],
  ["credits-back-dispute", "businessHours", "8 AM - 6 PM", "8 AM - 6 PM, Eastern Time"],
  ["credits-back-dispute", "zone", "Central Time", "Central Time"],
])("the line %s changes with the setting %s", (anchor, setting, value, text) => {
  expect(readLine(anchor)).not.toContain(text);
  expect(readLine(anchor, { [setting]: value })).toContain(text);
});

test("every setting of offers is in the rules", () => {
  for (const key of Object.keys(offerSettingsSchema.shape)) expect(figures).toHaveProperty(key);
});

test.each([
  ["credits-back", `the last ${REFUND_DAYS} days, every ${REFUND_CHECK_MINUTES} minutes`],
  ["credits-back-duplicate", `in the ${DUPLICATE_DAYS} days before`],
  ["credits-back-hired-elsewhere", `within ${DUPLICATE_DAYS} days`],
  ["dispute", `for ${REFUND_DAYS} days after you accepted it, once`],
  ["dispute", "Once the customer said yes to you"],
  ["dispute-facts", "If you marked the job as started or done, our records never grant a dispute"],
  ["not-asked", "of these first the ones that did not pause offers"],
  ["credits-back-dispute", `within ${DISPUTE_BUSINESS_DAYS} business days`],
  ["credits-back-dispute", "Federal holidays, and the weekdays on which they are observed"],
  ["after-yes", `for ${CONTACT_DAYS} days after the yes`],
  ["automatic", `After ${AUTO_HOURS} hours`],
  ["by-hand", `the first ${SHOWN_MATCHES} of this list`],
  ["not-asked", `we check ${MAX_CANDIDATES} of them`],
  [
    "calling-hours",
    `from ${CALLING.hours} in the customer's time, at most ${CALLING.mostAttempts}`,
  ],
])("the line %s has the constant of the code", (anchor, text) =>
  expect(readLine(anchor)).toContain(text),
);

test("no number is on the page that the code does not have", () => {
  const known = [
    ...Object.values(figures).flatMap((value) => String(value).match(/\d+(?:\.\d+)?/g) ?? []),
    ...(CALLING.hours.match(/\d+/g) ?? []),
    ...[REFUND_DAYS, REFUND_CHECK_MINUTES, DUPLICATE_DAYS, DISPUTE_BUSINESS_DAYS, CONTACT_DAYS],
    ...[AUTO_HOURS, SHOWN_MATCHES, MAX_CANDIDATES, CALLING.mostAttempts, CALLING.stricterPlaces],
    // The window of the calling rules' cap.
    24,
  ].map(String);
  const shown = listLines().flatMap(({ text }) => text.match(/\d+(?:\.\d+)?/g) ?? []);
  expect(shown.filter((number) => !known.includes(number))).toEqual([]);
});

test("the rules count the checks as the code makes them, and name those that staff may set aside", () => {
  const checks = matchProvider(
    {
      verificationStatus: "verified",
      verifiedUntil: null,
      serviceCategories: [],
      serviceAreaZips: [],
      minJobValue: null,
      maxJobValue: null,
      credits: 0,
      subscription: null,
    },
    { zip: null, serviceNames: [], value: null },
    { cost: 1, now: new Date(0) },
  );
  expect(checks).toHaveLength(6);
  expect(readLine("matching")).toMatch(/^We check six things/);
  expect(OVERRIDABLE_CHECKS).toEqual(["category", "job-value", "hours", "daily-limit"]);
  expect(readLine("by-hand")).toContain(
    "only the service, the job value, your hours or your daily limit do not fit",
  );
});
