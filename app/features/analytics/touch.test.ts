import fc from "fast-check";
import { expect, test } from "vitest";
import { CAMPAIGN_FIELDS, parseTouch, parseTouches, removeClickIds } from "./touch.ts";

const ARRIVAL = {
  utm_source: "google",
  utm_medium: "cpc",
  utm_campaign: "AC repair, summer",
  utm_term: "ac réparation",
  utm_content: "v2|blue",
  gclid: "Cj0KCQjw-abc_DEF.1",
  referrer: "www.google.com",
  landing: "/home-services/air-conditioning",
};

test("keeps the campaign, the click ID, the host of the other site and the page", () => {
  expect(parseTouch(ARRIVAL, { gpc: false })).toEqual(ARRIVAL);
});

test("with an opt-out signal keeps the campaign's own words alone", () => {
  const { gclid: _id, referrer: _host, landing: _page, ...campaign } = ARRIVAL;
  expect(parseTouch(ARRIVAL, { gpc: true })).toEqual(campaign);
  expect(Object.keys(campaign)).toEqual([...CAMPAIGN_FIELDS]);
});

test.each([
  ["an email address", { utm_content: "jordan@example.com" }],
  ["markup", { utm_source: "<b>x</b>" }],
  ["a line break", { utm_campaign: "a\nb" }],
  ["too much text", { utm_term: "x".repeat(101) }],
  ["a click ID with a space", { gclid: "a b" }],
  ["an address in place of a host", { referrer: "https://www.google.com/search?q=leak" }],
  ["a query", { landing: "/home-services?name=jordan" }],
  ["another site's address", { landing: "//evil.example" }],
  ["the address of a customer's own page", { landing: "/r/AbCdEfGh" }],
  ["the address of an offer", { landing: "/offers/AbCdEfGh" }],
  ["nothing but spaces", { utm_source: "  " }],
  ["other words of a campaign", { utm_id: "abc.123" }],
])("leaves out %s, and keeps the rest", (_name, wrong) => {
  const rest = { utm_medium: "email" };
  expect(parseTouch({ ...rest, ...wrong }, { gpc: false })).toEqual(rest);
});

test.each([
  undefined,
  null,
  "google",
  [],
  { first: {}, last: {}, extra: {} },
  { first: {} },
  { first: {}, last: [] },
  { first: { utm_source: ["google"] }, last: {} },
  { first: { visitor: "1" }, last: {} },
  { first: JSON.parse('{"__proto__":"x"}'), last: {} },
])("drops %j as a whole", (sent) => expect(parseTouches(sent, { gpc: false })).toBeNull());

test("never throws, whatever is sent", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (sent, gpc) => {
      parseTouches({ first: sent, last: sent }, { gpc });
      parseTouches(sent, { gpc });
    }),
  );
});

test.each([
  [
    "https://a.example/x?gclid=1&utm_source=google&a=1:0,2:3",
    "https://a.example/x?utm_source=google&a=1%3A0%2C2%3A3",
  ],
  ["https://a.example/x?FBCLID=1&gbraid=2&mc_eid=3", "https://a.example/x"],
  ["https://a.example/quiz/x?a=1:0,2:3#top", "https://a.example/quiz/x?a=1:0,2:3#top"],
  ["not an address?gclid=1", "not an address?gclid=1"],
])("takes click IDs out of the address %s", (address, clean) =>
  expect(removeClickIds(address)).toBe(clean),
);
