import { expect, test } from "vitest";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { classifyConnection } from "./classify-connection.ts";

const now = new Date("2026-03-01T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

test.each([
  [{ expiresAt: inMinutes(600), refreshError: null, isReadable: true }, "well"],
  [{ expiresAt: inMinutes(10), refreshError: null, isReadable: true }, "well"],
  [{ expiresAt: inMinutes(55), refreshError: "status 503", isReadable: true }, "failing"],
  [{ expiresAt: inMinutes(44), refreshError: "status 503", isReadable: true }, "ending"],
  [{ expiresAt: inMinutes(0), refreshError: null, isReadable: true }, "ended"],
  [{ expiresAt: inMinutes(600), refreshError: null, isReadable: false }, "unreadable"],
] as const)("%j is %s", (facts, health) => {
  expect(classifyConnection(facts, now)).toBe(health);
});
