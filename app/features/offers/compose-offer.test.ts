import { expect, test } from "vitest";
import { findRawTokens } from "#tests/raw-tokens.ts";
import { composeApproval, composeOffer } from "./compose-offer.ts";

const offer = {
  brand: "Henry's Helpline",
  company: "Peach Plumbing",
  serviceType: "Plumbing",
  city: "Atlanta",
  zip: "30301",
  timeframe: "Urgent",
  cost: 25,
  minutes: 30,
  url: "https://x.example/offers/abc",
};

test("the mail gives service, place, timeframe, cost and time to answer, and the link on its own line", () => {
  const { subject, text } = composeOffer(offer);
  expect(subject).toBe("New job for you: Plumbing, Atlanta 30301");
  for (const line of [
    "Service: Plumbing",
    "Place: Atlanta 30301",
    "Timeframe: Urgent",
    "Cost: 25 credits, only if you accept",
    "Time to answer: 30 minutes",
    offer.url,
  ])
    expect(text.split("\n")).toContain(line);
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThan(77);
});

test("the mail after a yes refers to the subject of the mail with the link", () => {
  const { subject, text } = composeApproval(offer);
  expect(subject).toBe("The customer said yes: Plumbing, Atlanta 30301");
  expect(text.split("\n")).toContain(composeOffer(offer).subject);
  expect(text).not.toContain("http");
});

test("a customer's input becomes neither a link nor a mail header", () => {
  const { subject, text } = composeOffer({
    ...offer,
    serviceType: "visit evil.example\r\nBcc: x@example.com",
    city: "call 4045550123",
    zip: null,
    timeframe: null,
  });
  expect(subject).toBe("New job for you: Service request, your area");
  expect(text).not.toMatch(/evil|555|Timeframe/);
});

test("neither mail shows a raw token", () => {
  for (const { subject, text } of [composeOffer(offer), composeApproval(offer)])
    expect(findRawTokens(`${subject}\n${text}`)).toEqual([]);
});
