import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { findCoordinates, findPlace, isKnownZip } from "./zip.server.ts";

const EVERY = 250;

test.each([
  ["30301", "Atlanta", "GA"],
  ["10001", "New York", "NY"],
  ["73301", "Austin", "TX"],
  ["02108", "Boston", "MA"],
])("%s is %s, %s", (zip, city, state) => expect(findPlace(zip)).toEqual({ city, state }));

test.each([
  "00000",
  "3030",
  "303011",
  "30301\n",
  "\n3030",
  "30301-1234",
  "abcde",
  "K1A 0",
  "",
  "٣٠٣٠١",
])("%j is unknown", (zip) => expect(findPlace(zip)).toBeNull());

test("finds the same cities as the source data, from the first to the last line", () => {
  const { codes } = createRequire(import.meta.url)("zipcodes") as {
    codes: Record<string, { zip: string; city: string; state: string; country: string }>;
  };
  const places = Object.values(codes)
    .filter(({ zip, country }) => country === "US" && /^\d{5}$/.test(zip))
    .sort((a, b) => (a.zip < b.zip ? -1 : 1));
  expect(places.length).toBeGreaterThan(40_000);
  for (const { zip, city, state } of places.filter(
    (_, i) => i % EVERY === 0 || i === places.length - 1,
  ))
    expect(findPlace(zip), zip).toEqual({ city, state });
});

test("finds the coordinates of the source data within a few kilometers, and none for military mail", () => {
  const { codes } = createRequire(import.meta.url)("zipcodes") as {
    codes: Record<string, { zip: string; latitude: number; longitude: number; country: string }>;
  };
  const places = Object.values(codes).filter(
    ({ zip, country, latitude }) => country === "US" && /^\d{5}$/.test(zip) && latitude !== 0,
  );
  for (const { zip, latitude, longitude } of places.filter((_, i) => i % EVERY === 0)) {
    const found = findCoordinates(zip);
    expect(Math.abs((found?.latitude ?? 999) - latitude), zip).toBeLessThan(0.02);
    expect(Math.abs((found?.longitude ?? 999) - longitude), zip).toBeLessThan(0.03);
  }
  expect(findCoordinates("34001")).toBeNull();
  expect(findCoordinates("00000")).toBeNull();
});

test("knows exactly the ZIP codes that it has a city for", () => {
  const all = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, "0"));
  for (const zip of all.filter((_, i) => i % EVERY === 1))
    expect(isKnownZip(zip), zip).toBe(findPlace(zip) !== null);
  expect(all.filter(isKnownZip).length).toBeGreaterThan(40_000);
  expect(["", "3030", "30301\n", "٣٠٣٠١"].some(isKnownZip)).toBe(false);
});
