import { expect, test } from "vitest";
import { createLocalRateLimit } from "./local-rate-limit.server.ts";

test("limits each caller's calls a minute separately", () => {
  let now = 0;
  const allows = createLocalRateLimit({ perMinute: 2, now: () => now });
  expect([allows("a"), allows("a"), allows("a"), allows("b")]).toEqual([true, true, false, true]);
  expect([
    allows("2001:db8::1"),
    allows("2001:db8::2"),
    allows("2001:db8::3"),
    allows("2001:db8:0:1::1"),
  ]).toEqual([true, true, false, true]);
  now = 60_000;
  expect(allows("a")).toBe(true);
});
