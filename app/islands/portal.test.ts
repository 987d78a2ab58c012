import { expect, test } from "vitest";
import { formatMinutesLeft } from "#app/features/offers/portal/describe-offer.ts";
import { formatTimeLeft } from "./portal.ts";

const now = new Date("2026-11-02T15:00:00Z");
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test.each([
  [1_800, "30 minutes left"],
  [1_799, "30 minutes left"],
  [61, "2 minutes left"],
  [60, "1 minute left"],
  [59, "Less than a minute left"],
  [0, "Time is over"],
  [-5, "Time is over"],
])("%i seconds before the end: %s", (seconds, text) =>
  expect(formatTimeLeft(inSeconds(seconds), now)).toBe(text),
);

test("the script counts on from what the server wrote", () => {
  for (const seconds of [60, 61, 600, 1_799])
    expect(formatTimeLeft(inSeconds(seconds), now)).toBe(
      `${formatMinutesLeft(inSeconds(seconds), now)} left`,
    );
});
