import { expect, test } from "vitest";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { getConnectionHealth } from "./connection-health.ts";

const now = new Date("2026-03-01T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

test.each([
  [{ expiresAt: inMinutes(600), refreshError: null, isReadable: true }, "healthy"],
  [{ expiresAt: inMinutes(10), refreshError: null, isReadable: true }, "healthy"],
  [{ expiresAt: inMinutes(55), refreshError: "status 503", isReadable: true }, "failing"],
  [{ expiresAt: inMinutes(44), refreshError: "status 503", isReadable: true }, "expiring"],
  [{ expiresAt: inMinutes(0), refreshError: null, isReadable: true }, "expired"],
  [{ expiresAt: inMinutes(600), refreshError: null, isReadable: false }, "unreadable"],
] as const)("a connection with %j is %s", (status, health) => {
  expect(getConnectionHealth(status, now)).toBe(health);
});
