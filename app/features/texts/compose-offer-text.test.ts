import { expect, test } from "vitest";
import { composeOfferText } from "./compose-offer-text.ts";
import { countSegments, toGsm7 } from "./gsm7.ts";

const pageUrl = `https://www.henryshelpline.example/r/${"a".repeat(32)}`;
const compose = (changes: Partial<Parameters<typeof composeOfferText>[0]> = {}) =>
  composeOfferText({
    brand: "Henry's Helpline",
    company: "Peach Plumbing",
    serviceType: "Plumbing",
    pageUrl,
    ...changes,
  });
const isBasic = (text: string) => toGsm7(text) === text;

test("names us, the company and the job, and says where to answer and how to opt out", () =>
  expect(compose()).toBe(
    `Henry's Helpline: Peach Plumbing can take your job (Plumbing). See who they are, and answer yes or no: ${pageUrl} Reply STOP to opt out.`,
  ));

test.each([
  ["an accent", { company: "Café Söhne & Père" }, "Café Söhne & Père can"],
  ["an accent that GSM-7 lacks", { company: "Plomería Núñez" }, "Plomeria Nuñez can"],
  ["curly quotes", { brand: "Henry’s “Helpline” – Pros…" }, `Henry's "Helpline" - Pros...:`],
  ["brackets and a currency", { brand: "Fix [it] {now} €5 ~ ^|\\" }, "Fix (it) (now) EUR5 - //:"],
  ["emoji", { brand: "Henry 🔧 Helpline" }, "Henry Helpline:"],
  ["another script", { company: "水道屋" }, "A professional can"],
  ["a link in a name", { company: "win.example/now" }, "A professional can"],
])("%s costs no extra part", (_name, changes, expected) => {
  const text = compose(changes) ?? "";
  expect(text).toContain(expected);
  expect(isBasic(text)).toBe(true);
  expect(countSegments(text)).toBeLessThanOrEqual(2);
});

test("long names leave out the job, then the company, and never the link or STOP", () => {
  const [brand, company, serviceType] = ["Brand", "Company", "Service"].map((word) =>
    `${word} `.repeat(10).slice(0, 58).trim(),
  ) as [string, string, string];
  const all = compose({ brand, company, serviceType }) ?? "";
  expect(all).toContain(company);
  expect(all).not.toContain(serviceType);
  const longUrl = `https://${"sub.".repeat(13)}henry.example/r/${"a".repeat(32)}`;
  const short = compose({ brand, company, serviceType, pageUrl: longUrl }) ?? "";
  expect(short).toContain(": A professional can take your job.");
  for (const text of [all, short]) {
    expect(countSegments(text)).toBe(2);
    expect(text).toMatch(/https:\S+ Reply STOP to opt out\.$/);
  }
  expect(compose({ pageUrl: `https://${"x".repeat(250)}.example` })).toBeNull();
});

test.each([
  [1, 1],
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])("%i characters are %i parts", (length, parts) =>
  expect(countSegments("a".repeat(length))).toBe(parts),
);
