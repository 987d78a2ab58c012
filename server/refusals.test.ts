import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefusal, createRefusalLogger } from "./refusals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("refuses pages with one sentence that is not cached", () => {
  expect(createRefusal("limited", { path: "/search" })).toEqual({
    status: 429,
    headers: {
      "Retry-After": "60",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Type": "text/plain; charset=utf-8",
    },
    body: "Too many requests from your address. Please wait a minute.",
  });
});

test.each(["/functions/v1/contact-sync", "/webhooks/stripe"])(
  "refuses %s with JSON that other sites may read, and the phone number",
  (path) => {
    const { status, headers, body } = createRefusal("shed", { path, phone: "(800) 555-0199" });
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      "Retry-After": "5",
      "Cache-Control": "no-store",
      "Content-Type": "application/json",
      "Access-Control-Allow-Origin": "*",
    });
    expect(JSON.parse(body)).toEqual({
      success: false,
      error:
        "Too many requests at this moment. Please try again in a few seconds, or call (800) 555-0199.",
    });
  },
);

test("logs a flood in one line a second, with counts", () => {
  const lines: unknown[] = [];
  const logRefusal = createRefusalLogger({
    warn: (counts: unknown) => void lines.push(counts),
  } as never);
  for (let second = 0; second < 2; second++) {
    for (let request = 0; request < 1_000; request++)
      logRefusal(request % 10 === 0 ? "limited" : "shed");
    vi.advanceTimersByTime(1_000);
  }
  logRefusal("shed");
  vi.advanceTimersByTime(5_000);
  expect(lines).toEqual([
    { limited: 100, shed: 900 },
    { limited: 100, shed: 900 },
    { limited: 0, shed: 1 },
  ]);
});
