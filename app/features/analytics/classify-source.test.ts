import { expect, test } from "vitest";
import { classifySource, DIRECT, KNOWN_SOURCES, NOT_SHARED } from "./classify-source.ts";
import type { Touch } from "./touch.ts";

test.each<[string, Touch]>([
  ["Google Ads", { gclid: "Cj0", utm_source: "newsletter", referrer: "www.google.com" }],
  ["Google Ads", { wbraid: "x" }],
  ["Google Ads", { utm_source: "Google", utm_medium: "CPC" }],
  ["Google organic", { referrer: "www.google.com" }],
  ["Google organic", { referrer: "google.co.uk" }],
  ["Google organic", { utm_source: "google", utm_medium: "organic" }],
  ["notgoogle.com", { referrer: "notgoogle.com" }],
  ["Gemini", { referrer: "gemini.google.com" }],
  ["Microsoft Ads", { msclkid: "x", referrer: "www.bing.com" }],
  ["Bing organic", { referrer: "www.bing.com" }],
  ["Facebook", { fbclid: "x", referrer: "l.facebook.com" }],
  ["Facebook", { fbclid: "x" }],
  ["Facebook Ads", { fbclid: "x", utm_source: "fb", utm_medium: "paid_social" }],
  ["Instagram Ads", { utm_source: "ig", utm_medium: "paid" }],
  ["TikTok Ads", { ttclid: "x" }],
  ["Email", { referrer: "mail.google.com" }],
  ["Email", { utm_medium: "email" }],
  ["Newsletter (email)", { utm_source: "newsletter", utm_medium: "email" }],
  ["Text message", { utm_source: "spring", utm_medium: "sms" }],
  ["Nextdoor", { utm_source: "Nextdoor", utm_medium: "cpc" }],
  ["Radio (paid)", { utm_source: "radio", utm_medium: "paid" }],
  ["Postcard", { utm_source: "postcard" }],
  ["homeforum.example", { referrer: "www.homeforum.example" }],
  [DIRECT, {}],
  [DIRECT, { landing: "/home-services/plumbing" }],
])("names %s", (source, touch) => expect(classifySource(touch, { gpc: false })).toBe(source));

test("says that nothing is known of a visitor with an opt-out signal, unless the campaign tells", () => {
  expect(classifySource({}, { gpc: true })).toBe(NOT_SHARED);
  expect(classifySource({ utm_source: "postcard" }, { gpc: true })).toBe("Postcard");
});

test("keeps names short, and knows those with a meaning of their own", () => {
  expect(classifySource({ utm_source: "x".repeat(100) }, { gpc: false })).toHaveLength(60);
  for (const known of ["Google Ads", "Facebook", "Email", DIRECT, NOT_SHARED])
    expect(KNOWN_SOURCES).toContain(known);
  expect(KNOWN_SOURCES).not.toContain("homeforum.example");
});
