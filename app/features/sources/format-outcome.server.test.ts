import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { FILE_FORMATS, type Outcome } from "./format-outcome.server.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  createdAt: new Date("2026-02-27T09:00:00Z"),
  closedAt: new Date("2026-03-01T13:05:09Z"),
  value: 450,
  source: "Direct",
  touches: [],
  contact: null,
  ...changes,
});
const contact = { phone: "+14045550123", email: "jo.r.dan+ac@gmail.com" };
const { google, meta, microsoft } = FILE_FORMATS;

describe("Google", () => {
  test("gets one click ID, the time with its zone, and the value", () => {
    const touches = [{ wbraid: "w1" }, { gclid: "g1" }];
    expect(google.format(outcome({ touches }))?.cells).toEqual([
      "g1",
      "",
      "",
      "Hired",
      "2026-03-01 13:05:09+0000",
      "450.00",
      "USD",
    ]);
  });

  test("gets hashes of the address without dots and of the number in E.164", () => {
    expect(google.format(outcome({ source: "Google Ads", contact }))?.contact).toEqual([
      sha256("jordan+ac@gmail.com"),
      sha256("+14045550123"),
    ]);
  });
});

describe("Meta", () => {
  test("gets its click ID in its own notation, and the time in seconds", () => {
    expect(meta.format(outcome({ touches: [{ fbclid: "f1" }], value: null }))?.cells).toEqual([
      "Hired",
      "1772370309",
      "",
      "USD",
      "system_generated",
      "fb.1.1772182800000.f1",
    ]);
  });

  test("gets hashes of the address and of the number in digits", () => {
    expect(meta.format(outcome({ source: "Instagram Ads", contact }))?.contact).toEqual([
      sha256("jo.r.dan+ac@gmail.com"),
      sha256("14045550123"),
    ]);
  });
});

describe("Microsoft", () => {
  test.each([
    ["2026-03-01T00:05:09Z", "3/1/2026 12:05:09 AM"],
    ["2026-11-30T12:00:00Z", "11/30/2026 12:00:00 PM"],
    ["2026-11-30T23:00:00Z", "11/30/2026 11:00:00 PM"],
  ])("gets the time %s as %s", (at, time) =>
    expect(
      microsoft.format(outcome({ touches: [{ msclkid: "m1" }], closedAt: new Date(at) }))?.cells,
    ).toEqual(["m1", "Hired", time, "450.00", "USD"]),
  );

  test("gets hashes of the address without dots and tag", () => {
    expect(microsoft.format(outcome({ source: "Microsoft Ads", contact }))?.contact).toEqual([
      sha256("jordan@gmail.com"),
      sha256("+14045550123"),
    ]);
  });
});

test("no platform learns of a request that its ads did not bring", () => {
  const other = outcome({
    source: "Newsletter (email)",
    touches: [{ ttclid: "t1", utm_source: "newsletter" }],
    contact,
  });
  for (const { format } of Object.values(FILE_FORMATS)) expect(format(other)).toBeNull();
  // Without permission to send contact data, a source in words has nothing to send.
  expect(google.format(outcome({ source: "Google Ads" }))).toBeNull();
});

test("contact columns are empty where a request has no email address", () => {
  const noEmail = { phone: "+14045550123", email: null };
  expect(meta.format(outcome({ source: "Facebook", contact: noEmail }))?.contact[0]).toBe("");
});
