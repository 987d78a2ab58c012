import { expect, test } from "vitest";
import { describeOpening, describeTeamHours } from "./describe-opening.ts";

const hours = {
  regularHours: "7 AM - 9 PM",
  emergencyHours: "24/7",
  timeZone: "America/New_York",
};

test.each([
  ["2026-11-24T15:00:00Z", "We are open now, until 9 PM Eastern Time."],
  [
    "2026-11-24T03:00:00Z",
    "Our office is closed now and opens tomorrow at 7 AM Eastern Time. For an emergency, call us: 24/7.",
  ],
  [
    "2026-11-24T11:00:00Z",
    "Our office is closed now and opens today at 7 AM Eastern Time. For an emergency, call us: 24/7.",
  ],
])("at %s the team says: %s", (at, sentence) =>
  expect(describeOpening(new Date(at), hours)).toBe(sentence),
);

test("names the next working day, and hours that never end", () => {
  const weekdays = { ...hours, regularHours: "Mon-Fri 9 AM - 5:30 PM" };
  expect(describeOpening(new Date("2026-11-21T15:00:00Z"), weekdays)).toContain(
    "opens on Monday at 9 AM Eastern Time",
  );
  expect(describeOpening(new Date("2026-11-20T15:00:00Z"), weekdays)).toBe(
    "We are open now, until 5:30 PM Eastern Time.",
  );
  expect(describeOpening(new Date(), { ...hours, regularHours: "24/7" })).toBe(
    "We are open day and night.",
  );
});

test.each([
  ["2026-11-24T15:00:00Z", "7 AM - 9 PM", "Our team reads requests until 9 PM ET."],
  ["2026-11-24T03:00:00Z", "7 AM - 9 PM", "Our team reads requests again tomorrow at 7 AM ET."],
  ["2026-11-24T11:00:00Z", "7 AM - 9 PM", "Our team reads requests again today at 7 AM ET."],
  [
    "2026-11-21T15:00:00Z",
    "Mon-Fri 9 AM - 5:30 PM",
    "Our team reads requests again on Monday at 9 AM ET.",
  ],
  ["2026-11-24T03:00:00Z", "24/7", "Our team reads requests day and night."],
])("at %s, with the hours %s, the thank-you page says: %s", (at, regularHours, sentence) =>
  expect(describeTeamHours(new Date(at), { ...hours, regularHours })).toBe(sentence),
);
